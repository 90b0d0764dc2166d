import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceMicros, toUsd } from '../../../../src/domain/ledger/price.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  completion,
  json,
  sse,
  startUpstream,
  stream as streamed,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { newCustomer, type ErrorBody } from '../../admin/operator.ts'

const MESSAGES = [{ role: 'user' as const, content: 'Good morning, what can you do for me?' }]

let upstream: UpstreamServer
let service: Service
beforeAll(async () => {
  upstream = await startUpstream((response, call) =>
    (call.body.stream ? sse(streamed(['An answer'])) : json(completion('An answer')))(response, call),
  )
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

/** The exact price of `MESSAGES` with so much output, in micro-dollars. */
async function price(alias: string, outputTokens: number): Promise<number> {
  const model = service.parts.models.find((one) => one.alias === alias)
  if (!model) throw new Error(alias)
  return priceMicros(model, await service.parts.budget.exactPromptTokens([], MESSAGES), outputTokens)
}

interface Outcome {
  /** What the upstream was given; undefined where it was not asked. */
  given: number | undefined
  requested: string | null
  effective: string | null
  code: string | undefined
}

/** A call that may spend `micros`, by credit or by a cap. */
async function ask(by: 'credit' | 'cap', micros: number, body: object): Promise<Outcome> {
  const usd = toUsd(micros)
  const customer =
    by === 'credit' ? await newCustomer(service, usd) : await newCustomer(service, 1, { week: usd })
  const before = upstream.calls.length
  const response = await service.call(
    'POST',
    '/v1/chat/completions',
    { messages: MESSAGES, ...body },
    customer.auth,
  )
  const text = await response.text()
  return {
    given: upstream.calls[before]?.body.max_tokens,
    requested: response.headers.get('x-svc-max-tokens-requested'),
    effective: response.headers.get('x-svc-max-tokens-effective'),
    code: response.status === 200 ? undefined : (JSON.parse(text) as ErrorBody).error.code,
  }
}

const refused = { given: undefined, requested: null, effective: null }

describe.each([
  { by: 'credit', code: 'credit_balance_exhausted' },
  { by: 'cap', code: 'key_spend_limit_exceeded' },
] as const)('where the $by does not cover max_tokens', ({ by, code }) => {
  test.each([
    { model: 'svc-fast', asked: 2_000, covered: 600, stream: false },
    { model: 'svc-fast', asked: 2_000, covered: 600, stream: true },
    { model: 'svc-fast', asked: 257, covered: 256, stream: false },
    { model: 'svc-thinking', asked: 2_000, covered: 1_500, stream: false },
    { model: 'svc-thinking', asked: 2_000, covered: 1_024, stream: true },
  ])('$asked of $model become $covered, and headers say so (stream $stream)', async (row) => {
    const { model, asked, covered, stream } = row
    expect(await ask(by, await price(model, covered), { model, max_tokens: asked, stream })).toEqual({
      given: covered,
      requested: String(asked),
      effective: String(covered),
      code: undefined,
    })
  })

  test.each([
    { model: 'svc-fast', asked: 2_000, floor: 256 },
    { model: 'svc-thinking', asked: 2_000, floor: 1_024 },
    { model: 'svc-thinking', asked: 5, floor: 1_024 },
    { model: 'svc-fast', asked: 100, floor: 100 },
    { model: 'svc-fast', asked: 1, floor: 1 },
  ])('$asked of $model are never less than $floor: one micro-dollar less refuses', async (row) => {
    const { model, asked, floor } = row
    const least = await price(model, floor)
    expect((await ask(by, least, { model, max_tokens: asked })).given).toBe(floor)
    expect(await ask(by, least - 1, { model, max_tokens: asked })).toEqual({ ...refused, code })
  })

  test('an omitted max_tokens is shortened likewise, and the server default counts as what was asked', async () => {
    const omitted = { given: 600, requested: '4096', effective: '600', code: undefined }
    expect(await ask(by, await price('svc-fast', 600), { model: 'svc-fast' })).toEqual(omitted)
  })
})

test.each([
  { model: 'svc-fast', asked: 700, given: 700 },
  { model: 'svc-fast', asked: 100, given: 100 },
  { model: 'svc-thinking', asked: 1_024, given: 1_024 },
])(
  '$asked of $model that are covered to the micro-dollar stay, and no header speaks of them',
  async (row) => {
    const { model, asked, given } = row
    expect(await ask('credit', await price(model, asked), { model, max_tokens: asked })).toEqual({
      given,
      requested: null,
      effective: null,
      code: undefined,
    })
  },
)

test.each([false, true])(
  'the most a call can cost stands in a header before the first token, as its preflight says (stream %s)',
  async (isStream) => {
    const customer = await newCustomer(service, 1)
    const body = { model: 'svc-fast', messages: MESSAGES, max_tokens: 500, stream: isStream }
    const send = (path: string): Promise<Response> => service.call('POST', path, body, customer.auth)
    const preflight = (await (await send('/v1/chat/completions/preflight')).json()) as {
      cost_max_usd: number
    }
    const response = await send('/v1/chat/completions')
    const most = Number(response.headers.get('x-svc-cost-max'))
    expect(most).toBe(preflight.cost_max_usd)
    await response.text()
    const [record] = await customer.usage()
    expect(record?.cost_usd).toBeGreaterThan(0)
    expect(record?.cost_usd).toBeLessThanOrEqual(most)
  },
)
