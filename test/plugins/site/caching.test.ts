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

/** Has the controls of a framework read through `read` while `during` runs; the registry is that of other tests too. */
async function withControls(
  id: string,
  read: (controls: () => unknown) => unknown,
  during: () => Promise<void>,
): Promise<void> {
  const framework = service.parts.registry.get(id)
  const own = framework && Object.getOwnPropertyDescriptor(framework, 'controls')
  if (!own) throw new Error(`there is no ${id}`)
  const controls = (): unknown => own.get?.call(framework)
  Object.defineProperty(framework, 'controls', { configurable: true, get: () => read(controls) })
  try {
    await during()
  } finally {
    Object.defineProperty(framework, 'controls', own)
  }
}

test('a page asked for by many, at one time and later, is made once', async () => {
  let reads = 0
  const count = (controls: () => unknown): unknown => {
    reads += 1
    return controls()
  }
  const readsOf = async (times: number): Promise<number> => {
    const fresh = await startService({}, { clock })
    reads = 0
    const askAll = () =>
      Promise.all(Array.from({ length: times }, () => ask(`${fresh.url}/frameworks/iso-27001`)))
    const answers = [...(await askAll()), ...(await askAll())]
    await fresh.close()
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1)
    return reads
  }
  await withControls('iso-27001', count, async () => {
    const once = await readsOf(1)
    expect(once).toBeGreaterThan(0)
    expect(await readsOf(20)).toBe(once)
  })
})

test('a page that could not be made tells nothing of why, and is made at the next request', async () => {
  const broken = await startService({}, { clock })
  const fail = (): never => {
    throw new Error('a-marker-of-the-cause')
  }
  await withControls('cra', fail, async () => {
    const { status, headers, bytes } = await ask(`${broken.url}/frameworks/cra`)
    expect([status, headers['cache-control'], headers.etag]).toEqual([500, 'no-store', undefined])
    expect(bytes.toString()).not.toContain('a-marker-of-the-cause')
  })
  expect((await ask(`${broken.url}/frameworks/cra`)).status).toBe(200)
  await broken.close()
})
