import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { ask } from '../feeds/feed-client.ts'

const PATHS = ['/', '/frameworks', '/frameworks/dora', '/llms.txt', '/robots.txt', '/sitemap.xml']
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400'

const clock = new FakeClock()
const STARTED = new Date(clock.now()).toUTCString()
let service: Service
beforeAll(async () => {
  service = await startService({}, { clock })
})
afterAll(() => service.close())

const get = (path: string, headers: Record<string, string> = {}) => ask(service.url + path, { headers })

describe.each(PATHS)('%s', (path) => {
  test('is the same text in br, gzip and plain, each under a tag of its own', async () => {
    const plain = await get(path)
    const br = await get(path, { 'accept-encoding': 'br' })
    const gzip = await get(path, { 'accept-encoding': 'gzip' })
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
    expect(plain.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'cache-control': CACHE_CONTROL,
      'last-modified': STARTED,
    })
  })

  test('is not sent again to whoever has it', async () => {
    const first = await get(path, { 'accept-encoding': 'br' })
    const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': first.headers.etag ?? '' })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  test('HEAD tells what GET would send', async () => {
    const answer = await get(path)
    const head = await ask(service.url + path, { method: 'HEAD' })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(String(answer.bytes.length))
    expect(head.headers['content-type']).toBe(answer.headers['content-type'])
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused with what is allowed', async (method) => {
    const { status, headers } = await ask(service.url + path, { method })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

test('a page asked for by many at one time is made once', async () => {
  const fresh = await startService({}, { clock })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(`${fresh.url}/frameworks`)))
  await fresh.close()
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1)
})

test('a page that could not be made is made at the next request', async () => {
  const [first] = service.parts.registry.frameworks
  if (!first) throw new Error('an empty registry')
  const broken = await startService({}, { clock })
  const read = Object.getOwnPropertyDescriptor(first, 'controls') ?? {}
  Object.defineProperty(first, 'controls', {
    ...read,
    get: () => {
      throw new Error('a-marker-of-the-cause')
    },
  })
  const failed = await ask(`${broken.url}/frameworks/${first.id}`)
  Object.defineProperty(first, 'controls', read)
  const mended = await ask(`${broken.url}/frameworks/${first.id}`)
  await broken.close()
  expect([failed.status, mended.status]).toEqual([500, 200])
  expect(failed.headers['cache-control']).toBe('no-store')
  expect(failed.headers.etag).toBeUndefined()
  expect(failed.bytes.toString()).not.toContain('a-marker-of-the-cause')
})
