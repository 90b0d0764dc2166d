import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startConsole } from '../../support/start-console.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { FEED_PATHS } from '../feeds/feed-client.ts'
import { linksOf, visitPage } from './site-client.ts'

let service: Service
beforeAll(async () => {
  service = await startConsole()
})
afterAll(() => service.close())

const get = (path: string) => visitPage(service.url + path)

describe('/llms.txt', () => {
  test('has the form of llmstxt.org: a title, what it is, lists of links', async () => {
    const { headers, page } = await get('/llms.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const [title, summary, , ...rest] = page.trimEnd().split(/\n\n/)
    expect(title).toBe('# svc')
    expect(summary).toMatch(/^> \S/)
    expect(rest.filter((_, index) => index % 2 === 0)).toEqual(['## API', '## Feeds', '## Frameworks'])
    const lists = rest.filter((_, index) => index % 2 === 1).flatMap((list) => list.split('\n'))
    expect(lists.filter((line) => !/^- \[[^\]]+\]\(http:[^)]+\): \S/.test(line))).toEqual([])
  })

  test('names the reference, its document, every feed and every framework, and all of them answer', async () => {
    const { page } = await get('/llms.txt')
    const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href)
    const { frameworks } = service.parts.registry
    const paths = ['/docs/', '/openapi.json', '/console', ...FEED_PATHS, '/frameworks']
    for (const path of [...paths, ...frameworks.map(({ id }) => `/frameworks/${id}`)]) {
      expect(links).toContain(service.url + path)
    }
    const answers = await Promise.all(
      links.map(async (href) => {
        const answer = await fetch(href)
        await answer.arrayBuffer()
        return [href, answer.status]
      }),
    )
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  })
})

test('/robots.txt keeps crawlers out of the console and the APIs, and names the map', async () => {
  const { headers, page } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(page).toBe(`User-agent: *
Disallow: /console
Disallow: /v1
Disallow: /admin

Sitemap: ${service.url}/sitemap.xml
`)
})

// A crawler that may not read a feed would not see that the feed asks not to be listed.
test.each(FEED_PATHS)('%s may be read, and asks not to be listed', async (path) => {
  const { page } = await get('/robots.txt')
  const closed = [...page.matchAll(/^Disallow: (.+)$/gm)].map(([, prefix = '']) => prefix)
  expect(closed.filter((prefix) => path.startsWith(prefix))).toEqual([])
  expect((await get(path)).headers['x-robots-tag']).toBe('noindex')
})

test('/sitemap.xml has the front pages and every framework, and no page that asks not to be listed', async () => {
  const { headers, page } = await get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(page).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
  )
  const places = [...page.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, href = '']) => href)
  const { frameworks } = service.parts.registry
  expect(places).toEqual(
    ['/', '/frameworks', ...frameworks.map(({ id }) => `/frameworks/${id}`)].map(
      (path) => service.url + path,
    ),
  )
  for (const place of places) expect((await visitPage(place)).page).not.toContain('noindex')
})

test('addresses are the configured ones, whatever host was asked for', async () => {
  const named = await startService({ BASE_URL: 'https://svc.example', API_URL: 'https://api.svc.example/v1' })
  const texts = await Promise.all(
    ['/llms.txt', '/robots.txt', '/sitemap.xml', '/'].map((path) =>
      visitPage(named.url + path, { host: 'evil.example' }),
    ),
  )
  await named.close()
  const [llms, robots, sitemap, front] = texts.map(({ page }) => page)
  expect(llms).toContain('https://api.svc.example/v1')
  expect(robots).toContain('Sitemap: https://svc.example/sitemap.xml')
  expect(sitemap).toContain('<loc>https://svc.example/frameworks</loc>')
  expect(linksOf(front ?? '').filter((href) => /^https?:/.test(href))).toEqual([])
  expect(texts.map(({ page }) => page).join('')).not.toMatch(/evil\.example|127\.0\.0\.1/)
})

test('/favicon.ico leads to the mark', async () => {
  const moved = await fetch(`${service.url}/favicon.ico`, { redirect: 'manual' })
  expect(moved.status).toBe(308)
  // The mark has another address after each change, so no browser may keep this one for ever.
  expect(moved.headers.get('cache-control')).toContain('max-age=300')
  const mark = await fetch(`${service.url}/favicon.ico`)
  expect([mark.status, mark.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await mark.text()).toMatch(/^<svg /)
})
