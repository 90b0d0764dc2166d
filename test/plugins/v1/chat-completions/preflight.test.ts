import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { priceMicros, toUsd } from '../../../../src/domain/ledger/price.ts'
import { FakeClock } from '../../../support/fake-clock.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { newCustomer, type Customer } from '../../admin/operator.ts'
import { readRefusal } from '../refusal.ts'
import { Preflight, type Verdict } from './preflighting.ts'

const clock = new FakeClock()
let service: Service
let upstream: UpstreamServer
let bench: Preflight
beforeAll(async () => {
  upstream = await startUpstream(json(completion('An answer')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, FAST_CONTEXT_WINDOW: '30000' }, { clock })
  bench = new Preflight(service, upstream)
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
afterEach(() => {
  upstream.answer(json(completion('An answer')))
})

const MESSAGES = [{ role: 'user' as const, content: 'Good morning, what can you do for me?' }]
const CALL = { model: 'svc-fast', messages: MESSAGES }
const GROUNDED = { ...CALL, messages: [{ role: 'user' as const, content: 'What is GDPR?' }] }

/** The exact price of `MESSAGES` with so much output, in USD. */
async function price(alias: string, outputTokens: number): Promise<number> {
  const model = service.parts.models.find((one) => one.alias === alias)
  if (!model) throw new Error(alias)
  return toUsd(priceMicros(model, await service.parts.budget.exactPromptTokens([], MESSAGES), outputTokens))
}

interface Row {
  what: string
  body: object
  credit?: number
  /** What the key may spend in a week. */
  cap?: number
  verdict: { status: number; code: string | undefined }
}

const fine = { status: 200, code: undefined }
const ROWS: Row[] = [
  { what: 'a call without modules', body: CALL, verdict: fine },
  { what: 'a call with a detected module', body: GROUNDED, verdict: fine },
  { what: 'a streamed call', body: { ...GROUNDED, stream: true }, verdict: fine },
  { what: 'a call with pins', body: { ...CALL, svc: { frameworks: ['tisax', 'ccpa'] } }, verdict: fine },
  { what: 'a max_tokens above the most', body: { ...CALL, max_tokens: 1_000_000 }, verdict: fine },
  {
    what: 'a max_tokens under the floor',
    body: { ...CALL, model: 'svc-thinking', max_tokens: 5 },
    verdict: fine,
  },
  { what: 'empty credit', body: CALL, credit: 0, verdict: { status: 429, code: 'credit_balance_exhausted' } },
  {
    what: 'too little credit',
    body: CALL,
    credit: 0.000_01,
    verdict: { status: 429, code: 'credit_balance_exhausted' },
  },
  {
    what: 'a cap that refuses',
    body: CALL,
    cap: 0.000_01,
    verdict: { status: 429, code: 'key_spend_limit_exceeded' },
  },
  {
    what: 'a cap of nothing',
    body: GROUNDED,
    cap: 0,
    verdict: { status: 429, code: 'key_spend_limit_exceeded' },
  },
  {
    what: 'an EU alias without an EU path',
    body: { ...GROUNDED, model: 'svc-fast-eu' },
    verdict: { status: 503, code: 'eu_path_unavailable' },
  },
  {
    what: 'an EU alias without an EU path and without credit',
    body: { ...CALL, model: 'svc-thinking-eu' },
    credit: 0,
    verdict: { status: 429, code: 'credit_balance_exhausted' },
  },
  {
    what: 'require_grounding without grounding',
    body: { ...CALL, svc: { require_grounding: true } },
    verdict: { status: 422, code: 'grounding_required' },
  },
  { what: 'a grounded wish', body: { ...GROUNDED, svc: { require_grounding: true } }, verdict: fine },
  {
    what: 'a prompt beyond the window',
    body: { ...CALL, messages: [{ role: 'user', content: 'word '.repeat(40_000) }] },
    verdict: { status: 400, code: 'context_length_exceeded' },
  },
  {
    what: 'pins beyond the window',
    body: { ...CALL, svc: { frameworks: ['iso-27001', 'cis-controls', 'pci-dss'] } },
    verdict: { status: 400, code: 'context_length_exceeded' },
  },
]

describe('the verdict is what the call gets', () => {
  test.each(ROWS)('$what', async ({ body, credit = 1, cap, verdict }) => {
    const customer = await newCustomer(service, credit, cap === undefined ? {} : { week: cap })
    const told = await bench.of(customer, body)
    const real = await bench.call(customer, body)
    expect({ status: told.verdict.status, code: told.verdict.error?.code }).toEqual(verdict)
    expect(told.verdict).toEqual(real.verdict)
    expect(told.max_tokens.effective).toBe(real.given ?? null)
    expect(told.fits).toBe(verdict.code !== 'context_length_exceeded')
    expect(told.svc && real.svc ? told.svc : undefined).toEqual(
      real.svc && { ...real.svc, references: null, cost_usd: null },
    )
  })

  test.each(['credit', 'cap'] as const)('where the %s only covers a lower max_tokens', async (by) => {
    const usd = await price('svc-fast', 600)
    const customer =
      by === 'credit' ? await newCustomer(service, usd) : await newCustomer(service, 1, { day: usd })
    const body = { ...CALL, max_tokens: 2_000 }
    const told = await bench.of(customer, body)
    expect(told.verdict).toEqual({ status: 200, error: null })
    expect(told.max_tokens).toEqual({ requested: 2_000, effective: 600 })
    expect(told.cost_max_usd).toBe(usd)
    expect((await bench.call(customer, body)).given).toBe(600)
  })

  test('where a running call holds the credit', async () => {
    const customer = await newCustomer(service, await price('svc-fast', 600))
    const verdicts = await bench.whileHeld(customer, CALL, async (): Promise<Verdict[]> => [
      (await bench.of(customer, CALL)).verdict,
      (await bench.call(customer, CALL)).verdict,
    ])
    expect(verdicts[0]).toMatchObject({
      status: 429,
      error: { type: 'rate_limit_error', code: 'credit_held' },
    })
    expect(verdicts[1]).toEqual(verdicts[0])
  })
})

describe('the price', () => {
  test.each<[what: string, credit: number, body: object]>([
    ['a call without modules', 1, CALL],
    ['a call with a module', 1, GROUNDED],
    ['a long prompt', 1, { ...CALL, messages: [{ role: 'user', content: 'compliance '.repeat(2_000) }] }],
    ['other scripts', 1, { ...CALL, messages: [{ role: 'user', content: '個人情報の保護 '.repeat(300) }] }],
    ['a lowered max_tokens', 0.001, { ...CALL, max_tokens: 4_000 }],
  ])('is what the call holds: %s', async (_what, credit, body) => {
    const customer = await newCustomer(service, credit)
    const told = await bench.of(customer, body)
    const held = await bench.whileHeld(customer, body, () => bench.held(customer))
    expect(told.verdict.status).toBe(200)
    expect(held).toBeGreaterThan(0)
    expect(told.cost_max_usd).toBe(held)
  })

  test('is the most that any usage of the upstream can cost', async () => {
    const customer = await newCustomer(service, 1)
    const told = await bench.of(customer, GROUNDED)
    upstream.answer(json(completion('Hi', { prompt_tokens: 9_000_000, completion_tokens: 9_000_000 })))
    const { svc } = await bench.call(customer, GROUNDED)
    expect(svc?.cost_usd).toBeLessThanOrEqual(told.cost_max_usd ?? 0)
  })

  test('of the prompt and of each module is told in exact tokens', async () => {
    const customer = await newCustomer(service, 1)
    const body = { ...CALL, svc: { frameworks: ['soc-2', 'gdpr'] } }
    const told = await bench.of(customer, body)
    const modules = ['gdpr', 'soc-2'].flatMap((id) => service.parts.registry.get(id) ?? [])
    expect(told.svc?.frameworks.map(({ id, knowledge_tokens: tokens }) => [id, tokens])).toEqual(
      modules.map(({ id, knowledgeTokens }) => [id, knowledgeTokens]),
    )
    expect(told.svc?.knowledge_tokens).toBe(
      modules.reduce((sum, { knowledgeTokens }) => sum + knowledgeTokens, 0),
    )
    expect(told.prompt_tokens).toBe(await service.parts.budget.exactPromptTokens(modules, MESSAGES))
  })
})

describe('it leaves no trace', () => {
  test.each(ROWS)('$what', async ({ body, credit = 1, cap }) => {
    const customer = await newCustomer(service, credit, cap === undefined ? {} : { week: cap })
    const before = await everything(customer)
    const calls = upstream.calls.length
    clock.advance(1_000)
    await bench.of(customer, body)
    expect(await everything(customer)).toEqual(before)
    expect(upstream.calls.length).toBe(calls)
  })

  test('also of the last use of a key, which only a call changes', async () => {
    const customer = await newCustomer(service, 1)
    await bench.of(customer, CALL)
    expect((await customer.key()).last_used_at).toBeNull()
    await bench.call(customer, CALL)
    const { last_used_at: used } = await customer.key()
    expect(used).not.toBeNull()
    clock.advance(60_000)
    await bench.of(customer, CALL)
    expect((await customer.key()).last_used_at).toBe(used)
  })

  async function everything(customer: Customer): Promise<unknown> {
    const [account, key, usage] = await Promise.all([customer.account(), customer.key(), customer.usage()])
    return {
      account,
      usage,
      spent: key.spend_limits,
      used: key.last_used_at,
      running: service.parts.running.size,
    }
  }
})

test('the verdict on a suspended account is the refusal of its call', async () => {
  const customer = await newCustomer(service, 1)
  await service.parts.store.suspendAccount(customer.accountId, clock.now())
  const { verdict } = await bench.of(customer, CALL)
  expect(verdict).toMatchObject({
    status: 403,
    error: { type: 'permission_error', code: 'account_suspended', param: null },
  })
  expect((await bench.call(customer, CALL)).verdict).toEqual(verdict)
  const refused = await service.call('POST', '/v1/chat/completions', CALL, customer.auth)
  expect(refused.headers.get('x-should-retry')).toBe('false')
  expect((await service.call('GET', '/v1/key', undefined, customer.auth)).status).toBe(200)
  await service.parts.store.suspendAccount(customer.accountId, null)
  expect((await bench.call(customer, CALL)).verdict.status).toBe(200)
})

describe('a body that is wrong in itself gets the very answer of the call', () => {
  test.each<[what: string, status: number, body: object | string]>([
    ['no messages', 400, { model: 'svc-fast' }],
    ['a wrong type', 400, { ...CALL, stream: 'yes' }],
    ['a refused feature', 400, { ...CALL, tools: [{ type: 'function' }] }],
    ['broken JSON', 400, '{"model":'],
    ['an unknown model', 404, { ...CALL, model: 'gpt' }],
    ['an unknown framework', 400, { ...CALL, svc: { frameworks: ['iso27001'] } }],
    ['nine frameworks', 400, { ...CALL, svc: { frameworks: Array.from('abcdefghi') } }],
    ['a list', 400, []],
  ])('%s', async (_what, status, body) => {
    const told = await service.call('POST', '/v1/chat/completions/preflight', body)
    const real = await service.call('POST', '/v1/chat/completions', body)
    expect([told.status, real.status]).toEqual([status, status])
    expect(await told.json()).toEqual(await real.json())
  })
})

describe('the way in', () => {
  test.each(['', 'Bearer sk-svc-nobody', 'Basic dTpw'])('is closed to %j', async (authorization) => {
    const response = await service.call('POST', '/v1/chat/completions/preflight', CALL, { authorization })
    expect(await readRefusal(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('is not %s', async (method) => {
    const response = await service.call(method, '/v1/chat/completions/preflight')
    expect(response.headers.get('allow')).toContain('POST')
    expect(await readRefusal(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  })
})
