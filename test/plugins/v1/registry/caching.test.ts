import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRefusal } from '../refusal.ts'
import { startRegistry, type RegistryClient } from './registry-client.ts'

const LARGE = '/v1/frameworks/nist-800-53/controls'
const PATHS = [
  '/v1/controls?q=backup',
  LARGE,
  '/v1/frameworks/gdpr/controls/Art.%2033',
  '/v1/crosswalks/nist-800-53/nist-csf',
  '/v1/crosswalks/gdpr/nis2/oscal',
  '/v1/deadlines',
  '/v1/frameworks/gdpr/editions',
  '/v1/frameworks/iso-27001/editions/diff?from=2013&to=2022',
  '/v1/frameworks/gdpr/oscal',
]
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

let registry: RegistryClient
beforeAll(async () => {
  registry = await startRegistry()
})
afterAll(() => registry.service.close())

const tagOf = (response: Response): string => response.headers.get('etag') ?? ''

describe.each(PATHS)('%s', (path) => {
  test('may be kept by the caller alone, for five minutes, under a strong tag', async () => {
    const { headers } = await registry.get(path, { 'accept-encoding': 'identity' })
    expect(tagOf({ headers } as Response)).toMatch(/^"[\w-]{27}"$/)
    expect(headers.get('cache-control')).toBe('private, max-age=300')
    expect(
      headers
        .get('vary')
        ?.split(/\s*,\s*/)
        .toSorted(),
    ).toEqual(['Accept', 'Accept-Encoding', 'Authorization'])
    expect(headers.get('last-modified')).toBeNull()
  })

  test('is 304 without a body for who has it, in any form of the list of tags', async () => {
    const first = await registry.get(path)
    const tag = tagOf(first)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `${tag},"x"`, '*']) {
      const again = await registry.get(path, { 'if-none-match': known })
      expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
      for (const name of ['etag', 'cache-control', 'vary'])
        expect(again.headers.get(name)).toBe(first.headers.get(name))
      expect(again.headers.get('content-type')).toBeNull()
    }
  })

  test('is whole for who has something else', async () => {
    const text = await (await registry.get(path)).text()
    const tag = tagOf(await registry.get(path))
    for (const headers of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': tag.slice(1, -1) },
      { 'if-modified-since': new Date(4e12).toUTCString() },
    ]) {
      const response = await registry.get(path, headers)
      expect([response.status, await response.text()]).toEqual([200, text])
    }
  })

  test('has another strong tag for each encoding, and the same words in all', async () => {
    const plain = await registry.get(path, { 'accept-encoding': 'identity' })
    const text = await plain.text()
    const pressed = Buffer.byteLength(text) >= 8_500
    for (const encoding of ['gzip', 'br']) {
      const response = await registry.get(path, { 'accept-encoding': encoding })
      expect(await response.text()).toBe(text)
      expect(response.headers.get('content-encoding')).toBe(pressed ? encoding : null)
      expect(tagOf(response)).toBe(pressed ? tagOf(plain).replace(/"$/, `-${encoding}"`) : tagOf(plain))
    }
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  test('has the same tag in a service that was started anew', async () => {
    const other = await startRegistry()
    try {
      other.clock.advance(86_400_000)
      expect(tagOf(await other.get(path))).toBe(tagOf(await registry.get(path)))
    } finally {
      await other.service.close()
    }
  })

  test('answers HEAD as GET, without a body', async () => {
    const [get, head] = [await registry.get(path), await registry.send('HEAD', path)]
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of [
      'etag',
      'content-type',
      'cache-control',
      'vary',
      'content-encoding',
      'ratelimit-policy',
    ])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
  })

  test.each(METHODS)('refuses %s, says what it answers, and counts it not', async (method) => {
    const response = await registry.send(method, path)
    expect(
      response.headers
        .get('allow')
        ?.split(/\s*,\s*/)
        .toSorted(),
    ).toEqual(['GET', 'HEAD'])
    expect(response.headers.get('etag')).toBeNull()
    expect(response.headers.get('ratelimit')).toBeNull()
    expect(await readRefusal(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  })
})

test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('a check refuses %s', async (method) => {
  const response = await registry.send(method, '/v1/references/check')
  expect(response.headers.get('allow')).toBe('POST')
  expect(await readRefusal(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
})

test('the tag of one encoding is not that of another', async () => {
  const gzip = tagOf(await registry.get(LARGE, { 'accept-encoding': 'gzip' }))
  const plain = await registry.get(LARGE, { 'accept-encoding': 'identity', 'if-none-match': gzip })
  expect(plain.status).toBe(200)
})

test('every page, filter and type has a tag of its own', async () => {
  const controls = '/v1/frameworks/gdpr/controls'
  const { next_cursor: next } = await registry.read(`${controls}?limit=5`)
  const answers = [
    await registry.get(controls),
    await registry.get(controls, { accept: 'text/csv' }),
    await registry.get(`${controls}?limit=5`),
    await registry.get(`${controls}?limit=5&cursor=${next}`),
    await registry.get('/v1/deadlines'),
    await registry.get('/v1/deadlines', { accept: 'text/csv' }),
    await registry.get('/v1/deadlines', { accept: 'text/calendar' }),
  ]
  const tags = answers.map(tagOf)
  expect(new Set(tags).size).toBe(tags.length)
  for (const [path, accept] of [
    [controls, 'text/csv'],
    ['/v1/deadlines', 'text/calendar'],
  ] as const) {
    const tag = tagOf(await registry.get(path, { accept }))
    expect((await registry.get(path, { accept, 'if-none-match': tag })).status).toBe(304)
    expect((await registry.get(path, { 'if-none-match': tag })).status).toBe(200)
  }
})

test.each(['/v1/frameworks/gdpr/controls/nothing', '/v1/controls', '/v1/frameworks/none/oscal'])(
  'a refusal is not kept: %s',
  async (path) => {
    const { headers, status } = await registry.get(path, { 'if-none-match': '*' })
    expect(status).toBeGreaterThanOrEqual(400)
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
  },
)

describe('the type is what the caller wants', () => {
  const typeOf = async (path: string, accept: string): Promise<string | undefined> =>
    (await registry.get(path, { accept })).headers.get('content-type')?.split(';')[0]

  test.each([
    ['/v1/deadlines', 'text/csv', 'text/csv'],
    ['/v1/deadlines', 'text/csv; charset=utf-8', 'text/csv'],
    ['/v1/deadlines', 'text/calendar', 'text/calendar'],
    ['/v1/deadlines', 'text/calendar, */*;q=0.1', 'text/calendar'],
    ['/v1/deadlines', '*/*', 'application/json'],
    ['/v1/deadlines', 'application/json', 'application/json'],
    ['/v1/deadlines', 'application/json, text/plain, */*', 'application/json'],
    ['/v1/deadlines', 'text/html', 'application/json'],
    ['/v1/deadlines', 'nonsense;;;', 'application/json'],
    [LARGE, 'text/csv', 'text/csv'],
    [LARGE, 'text/calendar', 'application/json'],
    ['/v1/crosswalks/gdpr/nis2', 'text/csv', 'text/csv'],
    ['/v1/controls?q=backup', 'text/csv', 'application/json'],
    ['/v1/frameworks/gdpr/oscal', 'text/csv', 'application/json'],
  ])('%s with %s is %s', async (path, accept, type) => {
    expect(await typeOf(path, accept)).toBe(type)
  })

  // RFC 9110: types are told in any case, and by their quality; 0 is "not this one".
  test.each([
    ['Text/CSV', 'text/csv'],
    ['text/csv;q=0', 'application/json'],
    ['application/json, text/csv;q=0.1', 'application/json'],
    ['text/csv, text/calendar;q=0.1', 'text/csv'],
    ['text/csv-schema', 'application/json'],
  ])('/v1/deadlines with %s is %s', async (accept, type) => {
    expect(await typeOf('/v1/deadlines', accept)).toBe(type)
  })
})
