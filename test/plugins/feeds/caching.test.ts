import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { readKnowledge } from '../../support/knowledge.ts'
import { startService, type Service } from '../../support/start-service.ts'
import {
  ask,
  CATALOG_PATH,
  FEED_PATHS,
  LANDINGS_PATH,
  MARKDOWN_PATHS,
  RETENTION_PATH,
} from './feed-client.ts'

const PREPARED_PATHS = [CATALOG_PATH, ...MARKDOWN_PATHS, RETENTION_PATH]
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400'

const clock = new FakeClock()
const STARTED = new Date(clock.now()).toUTCString()
/** Without one each instance makes its own, and its feed of keys says so. */
const RECEIPT_SIGNING_KEY = 'A'.repeat(43)

let service: Service
beforeAll(async () => {
  service = await startService({ RECEIPT_SIGNING_KEY }, { clock })
})
afterAll(() => service.close())

const get = (path: string, headers: Record<string, string> = {}) => ask(service.url + path, { headers })

describe('compression', () => {
  test.each(FEED_PATHS)('%s is the same text in br, gzip and plain', async (path) => {
    const plain = await get(path)
    const br = await get(path, { 'accept-encoding': 'br' })
    const gzip = await get(path, { 'accept-encoding': 'gzip' })
    expect(
      [plain, br, gzip].map(({ headers, bytes }) => [
        headers['content-encoding'],
        headers['content-length'] === String(bytes.length),
        headers.vary,
      ]),
    ).toEqual([
      [undefined, true, 'Accept-Encoding'],
      ['br', true, 'Accept-Encoding'],
      ['gzip', true, 'Accept-Encoding'],
    ])
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    // A text of a few lines has little that repeats.
    const most = plain.bytes.length / (plain.bytes.length > 1_024 ? 2 : 1)
    expect(br.bytes.length).toBeLessThan(most)
    expect(gzip.bytes.length).toBeLessThan(most)
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['zstd', undefined],
    ['', undefined],
    ['*', 'br'],
  ])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
    for (const path of [CATALOG_PATH, LANDINGS_PATH]) {
      const { status, headers } = await get(path, { 'accept-encoding': accepted })
      expect({ path, status, encoding: headers['content-encoding'] }).toEqual({ path, status: 200, encoding })
    }
  })

  test('HEAD tells the length of the encoding asked for', async () => {
    const headers = { 'accept-encoding': 'br' }
    const answer = await get(CATALOG_PATH, headers)
    const head = await ask(service.url + CATALOG_PATH, { method: 'HEAD', headers })
    expect(head.bytes).toHaveLength(0)
    expect(head.headers['content-encoding']).toBe('br')
    expect(head.headers['content-length']).toBe(String(answer.bytes.length))
  })
})

describe('a prepared feed', () => {
  test.each(PREPARED_PATHS)('%s has a strong tag of its own for each encoding', async (path) => {
    const answers = await Promise.all(
      ['br', 'gzip', 'identity'].map((accepted) => get(path, { 'accept-encoding': accepted })),
    )
    const tags = answers.map(({ headers }) => headers.etag)
    expect(tags.filter((tag) => !/^"[\x21\x23-\x7e]+"$/.test(tag ?? ''))).toEqual([])
    expect(new Set(tags).size).toBe(3)
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual([
      CACHE_CONTROL,
      CACHE_CONTROL,
      CACHE_CONTROL,
    ])
  })

  test('no two feeds share a tag', async () => {
    const tags = await Promise.all(FEED_PATHS.map(async (path) => (await get(path)).headers.etag))
    expect(new Set(tags).size).toBe(FEED_PATHS.length)
  })

  // Its body holds prices and limits of the configuration, so the content's own date would keep old ones alive.
  test.each(PREPARED_PATHS)('Last-Modified of %s is when the service started', async (path) => {
    const { headers } = await get(path)
    expect(headers['last-modified']).toBe(STARTED)
  })

  test.each(PREPARED_PATHS)('%s is not sent again to whoever has it', async (path) => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const first = await get(path, { 'accept-encoding': accepted })
      const again = await get(path, {
        'accept-encoding': accepted,
        'if-none-match': first.headers.etag ?? '',
      })
      expect(again.status).toBe(304)
      expect(again.bytes).toHaveLength(0)
      expect(again.headers).toMatchObject({
        etag: first.headers.etag,
        'last-modified': first.headers['last-modified'],
        'cache-control': CACHE_CONTROL,
        vary: 'Accept-Encoding',
        'x-robots-tag': 'noindex',
        'access-control-allow-origin': '*',
      })
      expect(again.headers['content-encoding']).toBeUndefined()
    }
  })

  test('the tag of one encoding does not stand for another', async () => {
    const { headers } = await get(CATALOG_PATH, { 'accept-encoding': 'br' })
    const other = await get(CATALOG_PATH, {
      'accept-encoding': 'gzip',
      'if-none-match': headers.etag ?? '',
    })
    expect(other.status).toBe(200)
  })
})

describe('conditional requests', () => {
  const TAG = '<its tag>'
  const DATE = '<its date>'
  test.each([
    ['its tag', { 'if-none-match': TAG }, 304],
    ['its tag, weak', { 'if-none-match': `W/${TAG}` }, 304],
    ['a list that holds its tag', { 'if-none-match': `"old", ${TAG}` }, 304],
    ['any tag', { 'if-none-match': '*' }, 304],
    ['another tag', { 'if-none-match': '"old"' }, 200],
    ['its date', { 'if-modified-since': DATE }, 304],
    ['a later date', { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }, 304],
    ['an earlier date', { 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }, 200],
    ['a date that is none', { 'if-modified-since': 'yesterday' }, 200],
    ['another tag beside its date', { 'if-none-match': '"old"', 'if-modified-since': DATE }, 200],
    [
      'its tag beside an earlier date',
      { 'if-none-match': TAG, 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
      304,
    ],
  ])('%s', async (_what, condition, status) => {
    for (const path of [CATALOG_PATH, LANDINGS_PATH]) {
      const { headers } = await get(path)
      const tag = headers.etag?.replace('W/', '') ?? ''
      const sent = Object.fromEntries(
        Object.entries(condition).map(([name, value]) => [
          name,
          value.replace(TAG, tag).replace(DATE, headers['last-modified'] ?? ''),
        ]),
      )
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(service.url + path, { method, headers: sent })
        expect({ path, method, status: answer.status }).toEqual({ path, method, status })
      }
    }
  })
})

describe('the landings', () => {
  test('say when they were served', async () => {
    const served: string[] = []
    for (const time of ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:01.500Z', '2027-01-01T00:00:00.000Z']) {
      clock.set(time)
      for (const accepted of ['identity', 'br']) {
        const { bytes, headers } = await get(LANDINGS_PATH, { 'accept-encoding': accepted })
        const text = headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes
        served.push((JSON.parse(text.toString()) as { servedAt: string }).servedAt)
      }
    }
    expect(served).toEqual([
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T12:00:01.500Z',
      '2026-11-21T12:00:01.500Z',
      '2027-01-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ])
  })

  test('keep one weak tag while the clock goes on, and are not sent again for it', async () => {
    const first = await get(LANDINGS_PATH)
    expect(first.headers.etag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/)
    clock.advance(3_600_000)
    const later = await get(LANDINGS_PATH)
    expect(later.bytes).not.toEqual(first.bytes)
    expect(later.headers.etag).toBe(first.headers.etag)
    const again = await get(LANDINGS_PATH, { 'if-none-match': first.headers.etag ?? '' })
    expect([again.status, again.bytes.length, again.headers['x-robots-tag']]).toEqual([304, 0, 'noindex'])
    expect(again.headers['cache-control']).toBe(CACHE_CONTROL)
  })
})

test('an instance started later gives every feed the same tag, so a balancer may mix them', async () => {
  const twin = await startService(
    { RECEIPT_SIGNING_KEY },
    { clock: new FakeClock('2027-03-04T05:06:07Z'), knowledge: await readKnowledge() },
  )
  try {
    const validators = (url: string) =>
      Promise.all(
        FEED_PATHS.map(async (path) => {
          const { headers } = await ask(url + path)
          return [path, headers.etag]
        }),
      )
    expect(await validators(twin.url)).toEqual(await validators(service.url))
  } finally {
    await twin.close()
  }
})
