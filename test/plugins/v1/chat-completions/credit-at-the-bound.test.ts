import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { priceMicros, toUsd } from '../../../../src/domain/ledger/price.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { newCustomer } from '../../admin/operator.ts'

const MESSAGES = [
  { role: 'user', content: 'Good morning, what can you do for me today? '.repeat(200) },
] as const
/** Letters that are one token in pairs, of which the bound knows only that. */
const RARE = [{ role: 'user', content: 'pseudonymisers reauthorisable '.repeat(200) }] as const
const MAX_TOKENS = 300

let upstream: UpstreamServer
let service: Service
beforeAll(async () => {
  upstream = await startUpstream((response, call) => json(completion('An answer'))(response, call))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service.close()
  await upstream.close()
})

/** The answer to a call whose account has credit for so many prompt tokens and the whole output, and whether it was counted. */
async function ask(
  messages: readonly object[],
  promptTokens: number,
): Promise<{ status: number; counted: boolean }> {
  const [model] = service.parts.models
  if (!model) throw new Error('no model')
  const customer = await newCustomer(service, toUsd(priceMicros(model, promptTokens, MAX_TOKENS)))
  const counts = vi.spyOn(service.parts.budget, 'exactPromptTokens')
  counts.mockClear()
  const body = { model: model.alias, messages, max_tokens: MAX_TOKENS }
  const { status } = await service.call('POST', '/v1/chat/completions', body, customer.auth)
  return { status, counted: counts.mock.calls.length > 0 }
}

beforeEach(() => {
  vi.restoreAllMocks()
})

test('credit that covers the bound and not the bytes is enough, without a count', async () => {
  const bound = await service.parts.budget.boundPromptTokens([], MESSAGES)
  expect(await ask(MESSAGES, bound)).toEqual({ status: 200, counted: false })
})

test('credit that covers the count and not the bound is enough too', async () => {
  const exact = await service.parts.budget.exactPromptTokens([], RARE)
  expect(await service.parts.budget.boundPromptTokens([], RARE)).toBeGreaterThan(exact)
  expect(await ask(RARE, exact)).toEqual({ status: 200, counted: true })
})
