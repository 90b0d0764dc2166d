import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../domain/clock.ts'
import type { PublicUrls } from '../../public-urls.ts'
import type { RequestLog } from '../../request-log.ts'
import type { Caching } from '../cached/cached-answer.ts'
import { refuseOtherMethods } from '../json-surface/refuse-other-methods.ts'
import type { Assets } from '../pages/assets.ts'
import { pageSurface } from '../pages/page-surface.ts'
import { refusalMain } from '../pages/refusal-main.ts'
import { llmsTxt, robotsTxt, sitemapXml } from './crawler-texts.ts'
import { frameworkRoutes } from './framework-routes.ts'
import { frontMain, type FrontParts } from './front-page.ts'
import { HTML, KeptAnswers } from './kept-answers.ts'
import { sitePage, type SiteFrame } from './site-page.ts'

const TEXT = 'text/plain; charset=utf-8'

export interface SiteOptions extends Pick<FrontParts, 'registry' | 'models' | 'upstreams' | 'builtIn'> {
  clock: Clock
  log: RequestLog
  assets: Assets
  urls: PublicUrls
  consoleOn: boolean
}

/** The front door: what the service is, its frameworks, and the files that crawlers ask for. The same for everybody. */
export async function sitePlugin(
  app: FastifyInstance,
  { assets, urls, clock, log, consoleOn, ...rest }: SiteOptions,
): Promise<void> {
  const { registry } = rest
  const consoleHref = consoleOn ? hrefOf(urls.console, urls.base) : undefined
  const frame: SiteFrame = { assets, consoleHref }
  pageSurface(app, {
    log,
    refusalPage: (refusal, request) =>
      sitePage(frame, {
        title: refusal.heading,
        path: request.url.split('?', 1)[0] ?? '',
        main: refusalMain(refusal),
      }),
  })
  // What pages say comes from the configuration, which a restart may change: so they are as old as the process.
  const caching: Caching = {
    lastModified: new Date(clock.now()).toUTCString(),
    cacheControl: 'public, max-age=300, stale-while-revalidate=86400',
  }
  const kept = new KeptAnswers(caching)
  const published = { registry, urls, consoleOn }
  const finish = refuseOtherMethods(app)
  const serve = (path: string, contentType: string, make: () => string): void => {
    app.get(path, async (request, reply) => (await kept.get(path, contentType, make))(request, reply))
  }
  serve('/', HTML, () =>
    sitePage(frame, {
      title: 'Compliance guidance over the OpenAI protocol',
      description:
        'Ask about compliance frameworks with any OpenAI SDK. Answers are grounded in a maintained registry, and say what they were given.',
      path: '/',
      main: frontMain({ ...rest, consoleHref, apiUrl: urls.api }),
      scripts: ['copy-button'],
    }).toString(),
  )
  serve('/llms.txt', TEXT, () => llmsTxt(published))
  serve('/robots.txt', TEXT, () => robotsTxt(published))
  serve('/sitemap.xml', 'application/xml; charset=utf-8', () => sitemapXml(published))
  app.get('/favicon.ico', async (_request, reply) =>
    reply.header('cache-control', caching.cacheControl).redirect(assets.url('mark.svg'), 308),
  )
  frameworkRoutes(app, { registry, frame, kept })
  finish()
}

/** A path where it leads to the address of these pages, else the whole address. */
function hrefOf(address: string, base: string): string {
  const { origin, pathname } = new URL(address)
  return origin === new URL(base).origin ? pathname : address
}
