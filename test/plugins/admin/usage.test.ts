import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { ADMIN_TOKEN, startService, type Service } from '../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../support/upstream-server.ts'
import {
  newCustomer,
  operate,
  type Customer,
  type ErrorBody,
  type ListBody,
  type UsageBody,
} from './operator.ts'

const clock = new FakeClock('2026-11-21T12:00:00Z')
let upstream: UpstreamServer
let service: Service
let customer: Customer
/** Ids of the calls, newest first. */
let ids: string[] = []
beforeAll(async () => {
  upstream = await startUpstream(json(completion('An answer, never kept')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url }, { clock })
  customer = await newCustomer(service, 1)
  // Seven calls, of which the middle ones begin in the same millisecond.
  for (const pause of [1_000, 1_000, 0, 0, 0, 1_000, 1_000]) {
    clock.advance(pause)
    const messages = [{ role: 'user', content: 'A question, please' }]
    const body = { model: 'svc-fast', messages, svc: { frameworks: ['iso-27001', 'dora'] } }
    await (await service.call('POST', '/v1/chat/completions', body, customer.auth)).text()
  }
  ids = (await customer.usage()).map(({ id }) => id)
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const page = (query: string) =>
  operate<ListBody<UsageBody>>(service, 'GET', `/accounts/${customer.accountId}/usage${query}`)
const csv = (query: string, accept = 'text/csv'): Promise<Response> =>
  service.call('GET', `/admin/v1/accounts/${customer.accountId}/usage${query}`, undefined, {
    authorization: `Bearer ${ADMIN_TOKEN}`,
    accept,
  })

describe('usage as JSON', () => {
  test('says tokens, cost, model, status, frameworks and times of each call, newest first', async () => {
    const { status, body } = await page('')
    expect(status).toBe(200)
    expect([body.object, body.has_more, body.data.length]).toEqual(['list', false, 7])
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(/^chatcmpl-/) as unknown,
      object: 'usage',
      key_id: customer.keyId,
      model: 'svc-fast',
      frameworks: ['dora', 'iso-27001'],
      status: 'completed',
      prompt_tokens: 100,
      completion_tokens: 20,
      cost_usd: 0.000_072,
      started_at: '2026-11-21T12:00:04.000Z',
      ended_at: '2026-11-21T12:00:04.000Z',
    })
    expect(body.data.map(({ started_at }) => started_at.slice(17, 19))).toEqual([
      '04',
      '03',
      '02',
      '02',
      '02',
      '02',
      '01',
    ])
    expect(JSON.stringify(body)).not.toMatch(/please|never kept/)
  })

  test.each([1, 2, 3, 7])('pages by %i, each call once, and says when there is no more', async (limit) => {
    const seen: string[] = []
    let more = true
    for (let after = ''; more; after = `&after=${seen.at(-1)}`) {
      const { body } = await page(`?limit=${limit}${after}`)
      seen.push(...body.data.map(({ id }) => id))
      more = body.has_more ?? false
      expect(body.data.length).toBe(Math.min(limit, 7 - (seen.length - body.data.length)))
    }
    expect(seen).toEqual(ids)
  })

  test('can be asked for one key', async () => {
    const other = await newCustomer(service, 1)
    expect((await page(`?key_id=${customer.keyId}&limit=2`)).body.data.map(({ id }) => id)).toEqual(
      ids.slice(0, 2),
    )
    expect((await page(`?key_id=${other.keyId}`)).body).toEqual({ object: 'list', data: [], has_more: false })
  })

  test('of an account without calls is an empty list, in CSV the header line', async () => {
    const other = await newCustomer(service, 1)
    expect(await other.usage()).toEqual([])
    const text = await service.call('GET', `/admin/v1/accounts/${other.accountId}/usage`, undefined, {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      accept: 'text/csv',
    })
    expect((await text.text()).split('\r\n')).toEqual([expect.stringMatching(/^id,key_id,/), ''])
  })

  test.each(['limit=0', 'limit=1001', 'limit=x', 'limit=2.5', 'limit=-1', 'limit='])(
    '%s is refused',
    async (query) => {
      const { status, body } = await operate<ErrorBody>(
        service,
        'GET',
        `/accounts/${customer.accountId}/usage?${query}`,
      )
      expect([status, body.error.type, body.error.param]).toEqual([400, 'invalid_request_error', 'limit'])
    },
  )
})

describe('usage as CSV', () => {
  const HEADER =
    'id,key_id,model,frameworks,status,prompt_tokens,completion_tokens,cost_usd,started_at,ended_at'

  test('has a header line and one line a call, with the figures of the JSON', async () => {
    const response = await csv('')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const calls = (await page('')).body.data
    const lines = calls.map((call) =>
      [
        call.id,
        customer.keyId,
        'svc-fast',
        'dora iso-27001',
        'completed,100,20,0.000072',
        call.started_at,
        call.ended_at,
      ].join(','),
    )
    expect(await response.text()).toBe([HEADER, ...lines, ''].join('\r\n'))
  })

  test('names the next page in a Link header, until there is none', async () => {
    const seen: string[] = []
    let query: string | undefined = `?limit=3&key_id=${customer.keyId}`
    while (query !== undefined) {
      const response: Response = await csv(query)
      const [, ...rows] = (await response.text()).trimEnd().split('\r\n')
      seen.push(...rows.map((row) => row.split(',')[0] ?? ''))
      query = /\/usage(\?[^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(ids)
  })

  test('pages like the JSON, with a header line on each page', async () => {
    const seen: string[] = []
    for (let after = ''; seen.length < 7; after = `&after=${seen.at(-1)}`) {
      const [header, ...rows] = (await (await csv(`?limit=3${after}`)).text()).trimEnd().split('\r\n')
      expect(header).toBe(HEADER)
      expect(rows.length).toBe(Math.min(3, 7 - seen.length))
      seen.push(...rows.map((row) => row.split(',')[0] ?? ''))
    }
    expect(seen).toEqual(ids)
    expect(await (await csv(`?after=${ids.at(-1)}`)).text()).toBe(`${HEADER}\r\n`)
  })

  test.each([
    ['text/csv, application/json;q=0.5', 'text/csv; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('is what Accept: %s asks for or not', async (accept, type) => {
    expect((await csv('', accept)).headers.get('content-type')).toBe(type)
  })
})
