import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../support/fake-clock.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { newCaller } from '../caller.ts'
import { readRefusal } from '../refusal.ts'

const READ = '/v1/frameworks/gdpr/controls?limit=1'
const SEARCH = '/v1/controls?q=backup&limit=1'
const CHECK = '/v1/references/check'

let clock: FakeClock
let service: Service
beforeEach(async () => {
  clock = new FakeClock()
  service = await startService({}, { clock })
})
afterEach(() => service.close())

const check = (key = service.key): Promise<Response> =>
  service.call('POST', CHECK, { text: 'GDPR Art. 33' }, { authorization: `Bearer ${key}` })
const get = (path: string, key = service.key): Promise<Response> =>
  service.call('GET', path, undefined, { authorization: `Bearer ${key}` })

/** The statuses of so many requests, one behind the other. */
async function statuses(count: number, send: () => Promise<Response>): Promise<number[]> {
  const all: number[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const response = await send()
    await response.arrayBuffer()
    all.push(response.status)
  }
  return all
}
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

const READS = [
  READ,
  '/v1/frameworks/gdpr/controls/Art.%2033',
  '/v1/controls?q=backup&framework=gdpr',
  '/v1/crosswalks/gdpr/nis2',
  '/v1/crosswalks/gdpr/nis2/oscal',
  '/v1/deadlines?framework=gdpr',
  '/v1/frameworks/gdpr/editions',
  '/v1/frameworks/iso-27001/editions/diff?from=2013&to=2022',
  '/v1/frameworks/gdpr/oscal',
]

test('fifty reads go at once over all routes, the next is refused, and says when to come again', async () => {
  for (let sent = 0; sent < 50; sent += 1) {
    const response = await get(READS[sent % READS.length] ?? READ)
    await response.arrayBuffer()
    expect([response.status, response.headers.get('ratelimit')]).toEqual([
      200,
      `"reads";r=${49 - sent};t=${sent === 49 ? 1 : 0}`,
    ])
    expect(response.headers.get('ratelimit-policy')).toBe('"reads";q=50;w=5')
  }
  for (const path of READS) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 429])
    expect(response.headers.get('ratelimit')).toBe('"reads";r=0;t=1')
    expect(response.headers.get('ratelimit-policy')).toBe('"reads";q=50;w=5')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('x-should-retry')).toBe('true')
    expect(response.headers.get('etag')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await readRefusal(response)).toMatchObject({
      status: 429,
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
      param: null,
    })
  }
})

test('ten checks and searches over all go at once, and share what they have', async () => {
  expect(await statuses(5, check)).toEqual(times(5, 200))
  expect(await statuses(5, () => get(SEARCH))).toEqual(times(5, 200))
  for (const response of [await check(), await get(SEARCH)]) {
    expect(response.status).toBe(429)
    expect(response.headers.get('ratelimit')).toBe('"searches";r=0;t=1')
    expect(response.headers.get('ratelimit-policy')).toBe('"searches";q=10;w=5')
    await response.arrayBuffer()
  }
  expect(await statuses(50, () => get(`${SEARCH}&framework=gdpr`))).toEqual(times(50, 200))
})

test('a tenth of a second makes room for one read, half a second for one search, and refusals take nothing', async () => {
  await statuses(50, () => get(READ))
  await statuses(10, check)
  expect(await statuses(30, () => get(READ))).toEqual(times(30, 429))
  clock.advance(99)
  expect(await statuses(1, () => get(READ))).toEqual([429])
  clock.advance(1)
  expect(await statuses(2, () => get(READ))).toEqual([200, 429])
  expect(await statuses(1, check)).toEqual([429])
  clock.advance(400)
  expect(await statuses(2, check)).toEqual([200, 429])
})

test('who waits as long as Retry-After says is served', async () => {
  for (const send of [() => get(READ), check]) {
    for (let refusals = 0; refusals < 3;) {
      const response = await send()
      await response.arrayBuffer()
      if (response.status === 200) continue
      refusals += 1
      clock.advance(Number(response.headers.get('retry-after')) * 1_000)
      expect(await statuses(1, send)).toEqual([200])
    }
  }
})

test('what is saved up is never more than the burst', async () => {
  await statuses(1, () => get(READ))
  clock.advance(86_400_000)
  expect(await statuses(51, () => get(READ))).toEqual([...times(50, 200), 429])
})

test('a clock that is set back takes nothing away and fills nothing', async () => {
  await statuses(49, () => get(READ))
  clock.advance(-3_600_000)
  expect(await statuses(2, () => get(READ))).toEqual([200, 429])
})

test('answers that a caller has already count as others do', async () => {
  const first = await get(READ)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
  expect(await statuses(50, () => service.call('GET', READ, undefined, headers))).toEqual([
    ...times(49, 304),
    429,
  ])
})

test('one key does not slow another, not even of the same account', async () => {
  const other = await newCaller(service)
  const { id } = (await (await service.call('GET', '/v1/key')).json()) as { id: string }
  expect(id).not.toBe(other.keyId)
  await statuses(50, () => get(READ))
  await statuses(10, check)
  expect(await statuses(1, () => get(READ))).toEqual([429])
  expect(await statuses(50, () => get(READ, other.key))).toEqual(times(50, 200))
  expect(await statuses(10, () => check(other.key))).toEqual(times(10, 200))
})

test('the rest of the API goes on beside a key that is held back', async () => {
  await statuses(51, () => get(READ))
  for (const path of ['/v1/frameworks', '/v1/frameworks/gdpr', '/v1/models', '/v1/key', '/v1/usage'])
    expect(await statuses(1, () => get(path))).toEqual([200])
})

describe('nothing is charged', () => {
  test('for any route, and nothing stands in the usage', async () => {
    const before: unknown = await (await get('/v1/key')).json()
    expect(await statuses(1, check)).toEqual([200])
    for (const path of [...READS, SEARCH]) expect(await statuses(1, () => get(path))).toEqual([200])
    expect(await (await get('/v1/key')).json()).toEqual(before)
    expect(await (await get('/v1/usage')).json()).toMatchObject({ data: [] })
  })

  test('so an account without a balance is served', async () => {
    const { id } = await service.admin<{ id: string }>('POST', '/accounts', { name: 'empty', credit_usd: 0 })
    const { key } = await service.admin<{ key: string }>('POST', `/accounts/${id}/keys`, { name: 'k' })
    for (const path of [...READS, SEARCH]) expect(await statuses(1, () => get(path, key))).toEqual([200])
    expect(await statuses(1, () => check(key))).toEqual([200])
  })

  test('and a suspended account, and a key whose spend limit is nothing, are served', async () => {
    const { id } = await service.admin<{ id: string }>('POST', '/accounts', { name: 'team', credit_usd: 5 })
    const { key } = await service.admin<{ key: string }>('POST', `/accounts/${id}/keys`, {
      name: 'k',
      spend_limits_usd: { day: 0 },
    })
    await service.parts.store.suspendAccount(id, 0)
    const call = await service.call(
      'POST',
      '/v1/chat/completions',
      { model: 'svc-fast', messages: [{ role: 'user', content: 'GDPR?' }] },
      { authorization: `Bearer ${key}` },
    )
    expect(await readRefusal(call)).toMatchObject({ status: 403, code: 'account_suspended' })
    for (const path of [...READS, SEARCH]) expect(await statuses(1, () => get(path, key))).toEqual([200])
    expect(await statuses(1, () => check(key))).toEqual([200])
  })
})

describe('without an active key nothing is told', () => {
  test.each([undefined, 'Bearer ', 'Bearer sk-svc-nothing', 'Basic eDp5'])('%s', async (authorization) => {
    for (const path of [...READS, SEARCH]) {
      const response = await fetch(service.url + path, {
        headers: { ...(authorization && { authorization }) },
      })
      expect(response.headers.get('ratelimit')).toBeNull()
      expect(await readRefusal(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
    }
    const response = await fetch(service.url + CHECK, {
      method: 'POST',
      body: '{"text":',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    })
    expect(await readRefusal(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  test('nor with one that was revoked, nor while the process stops', async () => {
    const { id } = await service.admin<{ id: string }>('POST', '/accounts', { name: 'team', credit_usd: 5 })
    const made = await service.admin<{ id: string; key: string }>('POST', `/accounts/${id}/keys`, {
      name: 'k',
    })
    expect(await statuses(1, () => get(READ, made.key))).toEqual([200])
    await service.admin('DELETE', `/accounts/${id}/keys/${made.id}`)
    expect(await readRefusal(await get(READ, made.key))).toMatchObject({ status: 401 })
    service.drain()
    expect(await readRefusal(await get(READ))).toMatchObject({ status: 503, code: 'server_draining' })
  })
})

// The frameworks of a search are looked up, and near names measured for one that does not exist, before anything is counted.
test('searches in a framework that does not exist are held to the rate', async () => {
  const wrong = await statuses(60, () => get(`${SEARCH}&framework=gdrp`))
  expect(wrong.slice(50)).toEqual(times(10, 429))
})
