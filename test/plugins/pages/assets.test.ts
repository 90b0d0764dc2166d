import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { startService, type Service } from '../../support/start-service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const IMPORT = /\bfrom\s+['"]([^'"]+)['"]/g

test('every script of the playground imports files that are served, by their addresses, for ever', async () => {
  const client = new ConsoleClient(service)
  await client.signIn('ada@example.com')
  const page = await client.page('/console/playground')
  const open = [...page.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src = '']) => src)
  const seen = new Set<string>()
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await client.get(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    for (const [, to = ''] of (await answer.text()).matchAll(IMPORT)) {
      expect(to).toMatch(/^\.{1,2}\//)
      open.push(new URL(to, `http://here${path}`).pathname)
    }
  }
  const names = [...seen].map((path) => path.split('/').slice(3).join('/'))
  expect(names).toEqual(
    expect.arrayContaining(['streaming-markdown.js', 'eventsource-parser.js', 'parse.js', 'errors.js']),
  )
})

test('a path that leads out of the assets is none', async () => {
  const [, version = ''] =
    /\/assets\/(\w+)\//.exec(await new ConsoleClient(service).page('/console/sign-in')) ?? []
  for (const path of ['package.json', '..%2fpackage.json', '..%2f..%2fpages%2fpages.css']) {
    const answer = await fetch(`${service.url}/assets/${version}/${path}`)
    expect([path, answer.status]).toEqual([path, 404])
  }
})
