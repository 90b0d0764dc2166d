import type { FastifyInstance } from 'fastify'
import { didYouMean } from '../../domain/did-you-mean.ts'
import type { Registry } from '../../domain/registry/registry.ts'
import type { Html } from '../pages/html.ts'
import { PageRefusal } from '../pages/page-refusal.ts'
import { findEntries, readEntries, type FrameworkEntry } from './framework-entries.ts'
import { frameworkMain } from './framework-page.ts'
import { foundMain, frameworksMain, longQueryMain, QUERY_MOST } from './frameworks-page.ts'
import { HTML, type KeptAnswers } from './kept-answers.ts'
import { sitePage, type SiteFrame } from './site-page.ts'

/** Looking for near names takes time with each character; a name has fewer. */
const NEAR_MOST = 32

/** All frameworks with their search, and a page for each. */
export function frameworkRoutes(
  app: FastifyInstance,
  { registry, frame, kept }: { registry: Registry; frame: SiteFrame; kept: KeptAnswers },
): void {
  const total = registry.frameworks.length
  let entries: Promise<FrameworkEntry[]> | undefined
  const allEntries = (): Promise<FrameworkEntry[]> => {
    entries ??= readEntries(registry).catch((cause: unknown) => {
      entries = undefined
      throw cause
    })
    return entries
  }

  app.get<{ Querystring: { q?: unknown } }>('/frameworks', async (request, reply) => {
    const { q } = request.query
    const query = typeof q === 'string' ? q.trim() : ''
    if (query === '') {
      const answer = await kept.get('/frameworks', HTML, async () => {
        const main = frameworksMain(await allEntries())
        return sitePage(frame, {
          title: 'Frameworks',
          description: `The ${total} compliance frameworks that answers are grounded in, by region: scope, version, controls and official sources.`,
          path: '/frameworks',
          main,
        }).toString()
      })
      return answer(request, reply)
    }
    const tooLong = query.length > QUERY_MOST
    const main = tooLong ? longQueryMain(query, total) : search(await allEntries(), query, registry)
    return reply
      .code(tooLong ? 400 : 200)
      .header('cache-control', 'no-store')
      .type(HTML)
      .send(sitePage(frame, { title: 'Frameworks', path: '/frameworks', main }).toString())
  })

  app.get<{ Params: { id: string } }>('/frameworks/:id', async (request, reply) => {
    if (request.params.id === '') return reply.redirect('/frameworks', 308)
    const framework = registry.get(request.params.id)
    if (!framework) throw noFramework(request.params.id, registry)
    const path = `/frameworks/${framework.id}`
    const answer = await kept.get(path, HTML, () =>
      sitePage(frame, {
        title: framework.name,
        description: `${framework.fullName}: scope, version, controls by id and title, official sources.`,
        path,
        main: frameworkMain(framework),
        scripts: ['copy-button'],
      }).toString(),
    )
    return answer(request, reply)
  })
}

function search(entries: readonly FrameworkEntry[], query: string, registry: Registry): Html {
  const found = findEntries(entries, query)
  const nearest = found.length > 0 ? [] : registry.nearest(query.slice(0, NEAR_MOST))
  const near = entries.filter(({ framework }) => nearest.includes(framework.id))
  return foundMain({ query, found, near, total: entries.length })
}

function noFramework(id: string, registry: Registry): PageRefusal {
  return new PageRefusal(
    404,
    'There is no such framework',
    `No framework has this id.${didYouMean(registry.nearest(id.slice(0, NEAR_MOST)))}`,
    { next: { href: '/frameworks', label: 'All frameworks' } },
  )
}
