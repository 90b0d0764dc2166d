import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askUntilDecided } from '../../../support/ask-until-decided.ts'
import { FakeClock } from '../../../support/fake-clock.ts'
import { schemaErrors } from '../../../support/openai-schema.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { newCustomer, type Customer, type ErrorBody } from '../../admin/operator.ts'

const MESSAGES = [{ role: 'user' as const, content: 'Good morning, what can you do for me?' }]
/** Asks for less than the floor, so that its output is never shortened and each call holds the same. */
const FIXED = { model: 'svc-fast', max_tokens: 200, messages: MESSAGES }

const answered = json(completion('An answer'))
let upstream: UpstreamServer
let service: Service
beforeAll(async () => {
  upstream = await startUpstream(answered)
  service = await startService(
    { UPSTREAM_BASE_URL: upstream.url },
    { clock: new FakeClock('2026-11-21T12:34:56Z') },
  )
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const ask = (customer: Customer, body: object = FIXED): Promise<Response> =>
  service.call('POST', '/v1/chat/completions', body, customer.auth)

/** From now on answers wait until they are told to go; `arrived` hears of each call that waits. */
function closeGate(arrived: () => void = () => undefined): () => void {
  const gate = Promise.withResolvers<void>()
  upstream.answer(async (response, call) => {
    arrived()
    await gate.promise
    await answered(response, call)
  })
  return () => {
    upstream.answer(answered)
    gate.resolve()
  }
}

/** A call that has reached the upstream and waits there. */
async function running(customer: Customer, body?: object): Promise<{ end: () => Promise<Response> }> {
  const arrived = Promise.withResolvers<void>()
  const openGate = closeGate(arrived.resolve)
  const response = ask(customer, body)
  await arrived.promise
  return {
    end: () => {
      openGate()
      return response
    },
  }
}

/** What one call of `FIXED` holds, in USD. */
async function heldByOne(): Promise<number> {
  const customer = await newCustomer(service, 1)
  const call = await running(customer)
  const { held_usd: held } = await customer.account()
  expect((await (await call.end()).json()) as object).toHaveProperty('choices')
  return held
}

/** A USD amount less some micro-dollars. */
const less = (usd: number, micros: number): number => Math.round(usd * 1e6 - micros) / 1e6

describe('200 calls at once', () => {
  test.each(['a cap of the key', 'the credit'] as const)(
    '%s that covers seven admits seven',
    async (which) => {
      const room = less((await heldByOne()) * 7, 0)
      const customer =
        which === 'the credit'
          ? await newCustomer(service, room)
          : await newCustomer(service, 1, { day: room })
      const credit = which === 'the credit' ? room : 1

      const decided = Promise.withResolvers<void>()
      let admitted = 0
      let refused = 0
      const decide = (): void => {
        if (admitted + refused === 200) decided.resolve()
      }
      const openGate = closeGate(() => {
        admitted += 1
        decide()
      })
      const calls = Array.from({ length: 200 }, async () => {
        const response = await askUntilDecided(() => ask(customer))
        if (response.status !== 200) {
          refused += 1
          decide()
        }
        const body = (await response.json()) as ErrorBody
        return `${response.status} ${body.error?.code} ${response.headers.get('retry-after')}`
      })
      await decided.promise
      expect([admitted, refused]).toEqual([7, 193])
      expect(await customer.account()).toMatchObject({ balance_usd: credit, held_usd: room })
      expect((await customer.key()).spend_limits.day).toMatchObject({ spent_usd: 0, held_usd: room })

      openGate()
      expect((await Promise.all(calls)).sort()).toEqual([
        ...Array.from({ length: 7 }, () => '200 undefined null'),
        ...Array.from({ length: 193 }, () => '429 credit_held 1'),
      ])
      const spent = less(0.000_072 * 7, 0)
      expect(await customer.account()).toMatchObject({ balance_usd: less(credit, spent * 1e6), held_usd: 0 })
      expect((await customer.key()).spend_limits.day).toMatchObject({ spent_usd: spent, held_usd: 0 })
      expect((await customer.usage()).map(({ status }) => status)).toEqual(
        Array.from({ length: 7 }, () => 'completed'),
      )
    },
  )
})

/** A refusal whole: status, the headers that steer retries, and the body. */
async function refusal(response: Response): Promise<unknown> {
  const body = (await response.json()) as ErrorBody
  expect(schemaErrors('ErrorResponse', { error: body.error })).toEqual([])
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  const { headers, status } = response
  return [status, headers.get('x-should-retry'), headers.get('retry-after'), body]
}

const quota = (code: string, svc?: object): unknown => [
  429,
  'false',
  null,
  {
    error: {
      message: expect.stringContaining(
        svc ? 'spend limit of this API key (' : 'your current quota',
      ) as unknown,
      type: 'insufficient_quota',
      param: null,
      code,
    },
    ...(svc && { svc }),
  },
]
const held = [
  429,
  null,
  '1',
  {
    error: {
      message: expect.stringContaining('held by calls that are still running') as unknown,
      type: 'rate_limit_error',
      param: null,
      code: 'credit_held',
    },
  },
]

describe.each([{ stream: false }, { stream: true }])(
  'a refusal of a call with $stream as stream',
  ({ stream }) => {
    const body = { ...FIXED, stream }

    test.each([0, 0.000_01])(
      'credit of %d USD is credit_balance_exhausted, not to be retried',
      async (credit) => {
        const customer = await newCustomer(service, credit)
        const before = upstream.calls.length
        expect(await refusal(await ask(customer, body))).toEqual(quota('credit_balance_exhausted'))
        expect(upstream.calls).toHaveLength(before)
        expect(await customer.usage()).toEqual([])
      },
    )

    test.each([
      ['hour', '2026-11-21T13:00:00.000Z'],
      ['day', '2026-11-22T00:00:00.000Z'],
      ['week', '2026-11-23T00:00:00.000Z'],
      ['month', '2026-12-01T00:00:00.000Z'],
    ] as const)('a cap of zero on the %s is key_spend_limit_exceeded', async (window, resets) => {
      const customer = await newCustomer(service, 1, { [window]: 0 })
      expect(await refusal(await ask(customer, body))).toEqual(
        quota('key_spend_limit_exceeded', {
          window,
          limit_usd: 0,
          spent_usd: 0,
          held_usd: 0,
          resets_at: resets,
        }),
      )
      expect((await customer.account()).held_usd).toBe(0)
    })

    test('a cap that is spent says what was spent and held, and when it resets', async () => {
      const cap = less((await heldByOne()) * 2, 0)
      const customer = await newCustomer(service, 1, { hour: cap })
      const used = { prompt_tokens: 1_000_000, completion_tokens: 1_000_000 }
      upstream.answer(json(completion('Much', used)))
      await (await ask(customer)).text()
      const spent = (await customer.key()).spend_limits.hour.spent_usd
      expect(spent).toBe(less(cap / 2, 0))
      const call = await running(customer)
      expect(await refusal(await ask(customer, body))).toEqual(held)
      await (await call.end()).text()
      expect((await customer.key()).spend_limits.hour).toMatchObject({
        spent_usd: less(spent, -72),
        held_usd: 0,
      })
      const longer = { ...body, model: 'svc-thinking', max_tokens: 2_000 }
      expect(await refusal(await ask(customer, longer))).toEqual(
        quota('key_spend_limit_exceeded', {
          window: 'hour',
          limit_usd: cap,
          spent_usd: less(spent, -72),
          held_usd: 0,
          resets_at: '2026-11-21T13:00:00.000Z',
        }),
      )
    })

    test('credit that a running call holds is credit_held, to be retried in a second, and free again after it', async () => {
      const customer = await newCustomer(service, await heldByOne())
      const call = await running(customer)
      expect(await refusal(await ask(customer, body))).toEqual(held)
      await (await call.end()).text()
      await service.admin('POST', `/accounts/${customer.accountId}/credit`, { amount_usd: 0.000_072 })
      expect((await ask(customer)).status).toBe(200)
    })
  },
)
