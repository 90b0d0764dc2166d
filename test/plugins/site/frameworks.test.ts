import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realRegistry } from '../../domain/real-registry.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { linksOf, rowsOf, visitPage, wordsOf } from './site-client.ts'

const registry = await realRegistry()
const ids = registry.frameworks.map(({ id }) => id)

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const get = (path: string) => visitPage(service.url + path)
const search = (query: string) => get(`/frameworks?q=${encodeURIComponent(query)}`)
/** The frameworks that a list shows, in its order. */
const shown = (page: string): string[] =>
  linksOf(page).flatMap((href) => /^\/frameworks\/(.+)$/.exec(href)?.[1] ?? [])

describe('the list', () => {
  test('has every framework of the registry once, with name, version and scope', async () => {
    const { status, page } = await get('/frameworks')
    expect(status).toBe(200)
    expect(shown(page).toSorted()).toEqual(ids)
    const entries = page.split('<li>').map(wordsOf)
    for (const { name, version } of registry.frameworks) {
      const entry = entries.find((words) => words.startsWith(`${name} ${version} `)) ?? ''
      expect(entry.length).toBeGreaterThan(`${name} ${version} `.length + 30)
    }
  })

  test('stands by region', async () => {
    const { page } = await get('/frameworks')
    const sections = [...page.matchAll(/<section\b.*?<\/section>/gs)].map(([section]) => section)
    const places = sections.map((section) => [
      wordsOf(/<h2.*?<\/h2>/s.exec(section)?.[0] ?? ''),
      shown(section),
    ])
    for (const [label, own] of places) {
      expect(own).toEqual(
        registry.frameworks.filter(({ regionLabel }) => regionLabel === label).map(({ id }) => id),
      )
    }
  })
})

describe('the search', () => {
  test.each([
    ['iso 27001', ['iso-27001']],
    ['ISO-27001', ['iso-27001']],
    ['japan', ['appi', 'sox-itgc']],
    ['個人情報保護法', ['appi']],
    ['Loi 25', ['quebec-law-25']],
  ])('%s finds what has all its words, by how they begin', async (query, expected) => {
    const { status, headers, page } = await search(query)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(shown(page)).toEqual(expect.arrayContaining(expected))
    expect(page).toContain('name="robots" content="noindex"')
  })

  test.each(registry.frameworks.map(({ id, name }) => [id, name] as const))(
    'finds %s by its id and its name',
    async (id, name) => {
      expect(shown((await search(id)).page)).toContain(id)
      expect(shown((await search(name)).page)).toContain(id)
    },
  )

  test('does not find a word within a word', async () => {
    const { page } = await search('upervisory')
    expect(shown(page)).toEqual([])
  })

  test('that finds nothing says what to do next, and what was nearly named', async () => {
    const { status, page } = await search('iso 27011')
    expect(status).toBe(200)
    expect(wordsOf(page)).toContain('Nothing goes by “iso 27011”')
    expect(wordsOf(page)).toContain('Did you mean')
    expect(shown(page)).toContain('iso-27001')
    expect(linksOf(page)).toContain('/frameworks')
  })

  test.each(['', '   '])('for nothing is the whole list', async (query) => {
    expect(shown((await search(query)).page)).toHaveLength(ids.length)
  })

  test.each(['?q=iso&q=dora', '?q[]=x', '?other=1'])('%s is the whole list', async (query) => {
    expect(shown((await get(`/frameworks${query}`)).page)).toHaveLength(ids.length)
  })

  test('of more than 200 characters is refused beside its field', async () => {
    expect((await search('x'.repeat(200))).status).toBe(200)
    const { status, page } = await search('x'.repeat(201))
    expect(status).toBe(400)
    expect(page).toContain('<p class="error" id="q-error">A search has 200 characters at most.</p>')
    expect(page).toContain('aria-describedby="q-error"')
  })

  test.each(['a%00b', '%1b'])('%s has characters that nobody types', async (query) => {
    expect((await get(`/frameworks?q=${query}`)).status).toBe(400)
  })

  test.each([
    `"><script>alert(1)</script>`,
    `'"&amp;<img src=x onerror=alert(1)>`,
    '</title><svg onload=alert(1)>',
    'zzz %s ${1} {{x}} $& $1',
  ])('shows %s as it is, and runs nothing', async (query) => {
    const { page } = await search(query)
    expect(wordsOf(/<h2.*?<\/h2>/s.exec(page)?.[0] ?? '')).toBe(`Nothing goes by “${query}”`)
    expect(page).not.toMatch(/<script(?![^>]* src="\/assets\/)|<svg|<img(?! src="\/assets\/)/)
  })

  test('is told to no log', async () => {
    const from = service.logs.length
    await search('a-marker-of-the-search')
    await search('dora')
    await expect.poll(() => service.logs.length).toBeGreaterThanOrEqual(from + 2)
    expect(service.logs.join('\n')).not.toContain('a-marker-of-the-search')
  })

  test('answers any text with a page', async () => {
    const elements = (page: string): number => page.split('<').length
    const empty = elements((await search('zzzzzzzz')).page)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (text) => {
        const query = `zzzzzzzz ${text.replaceAll(/\p{Cc}|\p{Cs}/gu, '')}`
        const { status, page } = await search(query)
        expect(status).toBe(200)
        // A near name may be offered beside; nothing else is more than in another page without a hit.
        expect(elements(page.replaceAll(/Did you mean.*?\?/gs, ''))).toBe(empty)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the page of a framework', () => {
  test.each(registry.frameworks.map((framework) => [framework.id, framework] as const))(
    '%s says what the registry holds',
    async (id, framework) => {
      const { status, headers, page } = await get(`/frameworks/${id}`)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      const words = wordsOf(page)
      const { name, fullName, version, issuingBody, aliases, editions, parts } = framework
      for (const fact of [name, fullName, version, issuingBody, ...aliases]) {
        expect(words).toContain(fact.replaceAll(/\s+/g, ' '))
      }
      const rows = rowsOf(page)
      expect(rows).toEqual(
        expect.arrayContaining(editions.map((edition) => [edition.id, edition.date, expect.any(String)])),
      )
      expect(rows).toEqual(
        expect.arrayContaining(parts.map(({ title, controls }) => [title, String(controls.length)])),
      )
      const controls = rows.slice(rows.findIndex(([first]) => first === 'Id') + 1)
      expect(controls.filter(({ length }) => length === 2)).toEqual(
        framework.controls.map((control) => [control.id, control.title]),
      )
      expect(page).toContain(
        `<code id="pin-code">&quot;svc&quot;: {&quot;frameworks&quot;: [&quot;${id}&quot;]}</code>`,
      )
    },
  )

  test.each(registry.frameworks.map((framework) => [framework.id, framework] as const))(
    '%s leads to other hosts by its official sources alone',
    async (id, { sources }) => {
      const { page } = await get(`/frameworks/${id}`)
      const outside = [...page.matchAll(/(?:src|href|action)="([^"]+)"/g)]
        .map(([, href = '']) => href.replaceAll('&amp;', '&'))
        .filter((href) => /^(?:[a-z]+:|\/\/)/i.test(href))
      expect(outside).toEqual(sources.map(({ url }) => url))
    },
  )

  test('tells the whole scope, its stressed words as such', async () => {
    const { page } = await get('/frameworks/dora')
    expect(page).toContain('<strong>Who must comply</strong>')
    expect(page).not.toContain('**')
  })

  test('tells the hash by which an answer names the module', async () => {
    const answer = await service.call('POST', '/v1/chat/completions', {
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'Anything' }],
      svc: { frameworks: ['dora'] },
    })
    const { svc } = (await answer.json()) as { svc: { frameworks: { sha256: string }[] } }
    expect((await get('/frameworks/dora')).page).toContain(svc.frameworks[0]?.sha256)
  })

  test.each(['nothing', 'ISO-27001', '..%2f..', '%3Cscript%3E', 'x'.repeat(200)])(
    '%s is not there, and the way back is',
    async (id) => {
      const { status, headers, page } = await get(`/frameworks/${id}`)
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(linksOf(page)).toContain('/frameworks')
      expect(page).toContain('name="robots" content="noindex"')
      expect(page).not.toContain('<script>')
    },
  )

  test('an id that is nearly one names those it may be', async () => {
    expect(wordsOf((await get('/frameworks/iso-27011')).page)).toContain('iso-27001')
  })

  test('the list with a slash behind it is the list', async () => {
    const { status, headers } = await get('/frameworks/')
    expect([status, headers.location]).toEqual([308, '/frameworks'])
  })
})
