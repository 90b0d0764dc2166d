import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { readStream } from '../../support/read-stream.ts'
import { startService, type Service } from '../../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../../support/upstream-server.ts'
import { idOf, MARKER, newCaller, type Caller, type UsageList } from './caller.ts'
import { readRefusal } from './refusal.ts'

const ANSWER = 'a-word-that-only-the-model-said'

let service: Service
let upstream: UpstreamServer
const clock = new FakeClock()
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService(
    {
      UPSTREAM_BASE_URL: upstream.url,
      FAST_INPUT_USD_PER_MTOK: '0.4',
      FAST_OUTPUT_USD_PER_MTOK: '1.6',
      THINKING_INPUT_USD_PER_MTOK: '2',
      THINKING_OUTPUT_USD_PER_MTOK: '8',
    },
    { clock },
  )
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

let caller: Caller
beforeEach(async () => {
  clock.set('2026-11-21T12:34:56Z')
  upstream.answer(json(completion(ANSWER)))
  caller = await newCaller(service, { hour: 0.5, day: null, week: 2, month: 3.25 })
})

describe('GET /v1/key', () => {
  const limits = (spent: number): object => ({
    hour: { limit_usd: 0.5, spent_usd: spent, held_usd: 0, resets_at: '2026-11-21T13:00:00.000Z' },
    day: { limit_usd: null, spent_usd: spent, held_usd: 0, resets_at: '2026-11-22T00:00:00.000Z' },
    week: { limit_usd: 2, spent_usd: spent, held_usd: 0, resets_at: '2026-11-23T00:00:00.000Z' },
    month: { limit_usd: 3.25, spent_usd: spent, held_usd: 0, resets_at: '2026-12-01T00:00:00.000Z' },
  })

  test('tells name, caps, reset times and the balance of the account, and never the secret', async () => {
    const response = await caller.get('/v1/key')
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({
      object: 'key',
      id: caller.keyId,
      name: 'laptop',
      last_four: caller.key.slice(-4),
      created_at: '2026-11-21T12:34:56.000Z',
      last_used_at: null,
      expires_at: null,
      spend_limits: limits(0),
      balance_usd: 5,
      held_usd: 0,
    })
    expect(text).not.toContain(caller.key)
  })

  test('tells what a call has cost, in every window', async () => {
    clock.advance(1_000)
    await (await caller.ask()).text()
    // 100 tokens in at 0.4 and 20 out at 1.6 USD a million.
    expect(await caller.read('/v1/key')).toMatchObject({
      last_used_at: '2026-11-21T12:34:57.000Z',
      spend_limits: limits(0.000072),
      balance_usd: 4.999928,
      held_usd: 0,
    })
  })

  test('tells what a running call holds', async () => {
    upstream.answer(sse([chunk({ role: 'assistant', content: 'One ' })], { hang: true }))
    const response = await caller.ask({ stream: true, max_tokens: 1_000 })
    const { held_usd: held, balance_usd: balance, spend_limits: windows } = await caller.read('/v1/key')
    expect(balance).toBe(5)
    // At least the whole output at 1.6 USD a million.
    expect(held).toBeGreaterThanOrEqual(0.0016)
    expect(windows).toMatchObject({
      hour: { spent_usd: 0, held_usd: held },
      month: { spent_usd: 0, held_usd: held },
    })
    await response.body?.cancel()
  })

  test('begins a window anew once its reset time has come', async () => {
    await (await caller.ask()).text()
    clock.set('2026-11-21T13:00:00Z')
    const { spend_limits: windows } = await caller.read('/v1/key')
    expect(windows).toMatchObject({
      hour: { spent_usd: 0, resets_at: '2026-11-21T14:00:00.000Z' },
      day: { spent_usd: 0.000072, resets_at: '2026-11-22T00:00:00.000Z' },
    })
  })
})

describe('GET /v1/usage', () => {
  test('is empty before the first call, and stays so after refusals', async () => {
    const empty = { object: 'list', data: [], has_more: false }
    expect(await caller.read('/v1/usage')).toEqual(empty)
    expect((await caller.ask({ n: 2 })).status).toBe(400)
    expect((await caller.ask({ model: 'gpt-4' })).status).toBe(404)
    expect(await caller.read('/v1/usage')).toEqual(empty)
  })

  test('tells tokens, cost, model, frameworks and status of a call, under the id of its answer', async () => {
    const id = await idOf(await caller.ask({ model: 'svc-thinking', svc: { frameworks: ['soc-2', 'dora'] } }))
    const record = {
      id,
      object: 'usage',
      key_id: caller.keyId,
      model: 'svc-thinking',
      frameworks: ['dora', 'soc-2'],
      status: 'completed',
      prompt_tokens: 100,
      completion_tokens: 20,
      cost_usd: 0.00036,
      started_at: '2026-11-21T12:34:56.000Z',
      ended_at: '2026-11-21T12:34:56.000Z',
    }
    expect(await caller.read('/v1/usage')).toEqual({ object: 'list', data: [record], has_more: false })
    expect(await caller.read(`/v1/usage/${id}`)).toEqual(record)
  })

  test('tells the same of a stream', async () => {
    upstream.answer(sse(stream([ANSWER])))
    const { chunks } = await readStream(await caller.ask({ stream: true }))
    expect(await caller.read(`/v1/usage/${chunks[0]?.id}`)).toMatchObject({
      id: chunks[0]?.id,
      status: 'completed',
      prompt_tokens: 100,
      completion_tokens: 20,
      cost_usd: 0.000072,
    })
  })

  test('charges nothing for a call that the upstream failed', async () => {
    upstream.answer(json({ error: {} }, 400))
    expect((await caller.ask()).status).toBe(502)
    expect(await caller.read<UsageList>('/v1/usage')).toMatchObject({
      data: [{ status: 'upstream_error', cost_usd: 0, prompt_tokens: 0, completion_tokens: 0 }],
    })
    expect(await caller.read('/v1/key')).toMatchObject({ balance_usd: 5, held_usd: 0 })
  })

  test('never holds a word of what was said', async () => {
    const id = await idOf(await caller.ask())
    for (const path of ['/v1/usage', `/v1/usage/${id}`, '/v1/key']) {
      const text = await (await caller.get(path)).text()
      expect(text).not.toContain(MARKER)
      expect(text).not.toContain(ANSWER)
    }
  })

  test('lists the newest call first, page by page', async () => {
    const ids: string[] = []
    for (let call = 0; call < 5; call += 1) {
      clock.advance(1_000)
      ids.unshift(await idOf(await caller.ask()))
    }
    const pages: [string[], boolean][] = []
    let after = ''
    do {
      const { data, has_more: more } = await caller.read<UsageList>(`/v1/usage?limit=2${after}`)
      pages.push([data.map(({ id }) => id), more])
      after = more ? `&after=${data.at(-1)?.id}` : ''
    } while (after !== '')
    expect(pages).toEqual([
      [ids.slice(0, 2), true],
      [ids.slice(2, 4), true],
      [ids.slice(4), false],
    ])
    expect((await caller.read<UsageList>('/v1/usage')).data.map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit=many'],
    ['limit', 'limit=1&limit=2'],
    ['after', `after=${'a'.repeat(65)}`],
  ])('names %s where it is wrong: %s', async (param, query) => {
    expect(await readRefusal(await caller.get(`/v1/usage?${query}`))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param,
    })
  })
})

describe("another account's usage is invisible", () => {
  test('in the list, by its id, and as a page mark', async () => {
    const id = await idOf(await caller.ask())
    const other = await newCaller(service)
    const own = await idOf(await other.ask())
    expect((await other.read<UsageList>('/v1/usage')).data.map((record) => record.id)).toEqual([own])
    expect(JSON.stringify(await other.read(`/v1/usage?after=${id}`))).not.toContain(id)
    expect(await readRefusal(await other.get(`/v1/usage/${id}`))).toEqual(
      await readRefusal(await other.get('/v1/usage/chatcmpl-00000000000000000000')),
    )
  })

  test('and an id that never was is 404', async () => {
    const refusal = await readRefusal(await caller.get('/v1/usage/chatcmpl-00000000000000000000'))
    expect(refusal).toEqual({
      status: 404,
      type: 'invalid_request_error',
      code: 'not_found',
      param: 'id',
      message: refusal.message,
    })
  })
})
