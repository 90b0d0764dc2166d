import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import type { Ledger, HoldWish } from '../../../src/domain/ledger/ledger.ts'
import { decideHold } from '../../../src/domain/ledger/decide-hold.ts'
import {
  NO_LIMITS,
  windowEnd,
  WINDOW_KINDS,
  type SpendLimits,
} from '../../../src/domain/ledger/spend-windows.ts'
import type { Model } from '../../../src/domain/models/models.ts'
import type { ApiError } from '../../../src/plugins/json-surface/api-error.ts'
import { toApiError } from '../../../src/plugins/json-surface/error-handling.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { testLedger } from '../../support/test-ledger.ts'

const MODEL: Model = {
  alias: 'svc-fast',
  kind: 'fast',
  region: 'global',
  contextWindowTokens: 131_072,
  defaultMaxTokens: 4_096,
  maxOutputTokens: 16_384,
  inputRate: 400_000,
  outputRate: 1_600_000,
  floorTokens: 256,
}
const HOLD_MS = 600_000

/** How a call that is not admitted is answered. */
async function refusal(admission: Promise<unknown>): Promise<ApiError> {
  return toApiError(
    await admission.then(
      () => new Error('it was admitted'),
      (cause: unknown) => cause,
    ),
  )
}

let clock: FakeClock
let store: MemoryStore
let ledger: Ledger
beforeEach(() => {
  clock = new FakeClock('2026-11-21T12:00:00Z')
  store = new MemoryStore()
  ledger = testLedger(store, clock, HOLD_MS).ledger
})
afterEach(() => store.close())

async function open(creditMicros: number, limits: Partial<SpendLimits> = {}): Promise<void> {
  const now = clock.now()
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros, now })
  const key = {
    id: 'key_a',
    accountId: 'acct_a',
    name: 'A',
    secretHash: new Uint8Array(32),
    lastFour: 'aaaa',
  }
  await store.createKey({ ...key, limits: { ...NO_LIMITS, ...limits }, now }, 20)
}

/** 1,000 prompt tokens cost 400 micro-dollars, 1,000 of output 1,600; the floor of 256 costs 409.6. */
function wish(id: string, more: Partial<HoldWish> = {}): HoldWish {
  const tokens = { promptTokens: 1_000, maxTokens: 1_000, floorTokens: 256 }
  return { id, accountId: 'acct_a', keyId: 'key_a', model: MODEL, frameworks: [], ...tokens, ...more }
}

async function money(): Promise<unknown> {
  const account = await store.getAccount('acct_a')
  return { balance: account?.balanceMicros, held: account?.heldMicros }
}

describe('a hold', () => {
  test('is the price of the prompt and all the output that may come', async () => {
    await open(10_000)
    expect(await ledger.admit(wish('call'), 'hold')).toEqual({
      id: 'call',
      amountMicros: 2_000,
      maxTokens: 1_000,
    })
    expect(await money()).toEqual({ balance: 10_000, held: 2_000 })
  })

  test.each([
    { what: 'credit', credit: 1_360, limits: {}, maxTokens: 600 },
    { what: 'a cap', credit: 10_000, limits: { week: 1_360 }, maxTokens: 600 },
    { what: 'credit for the floor alone', credit: 810, limits: {}, maxTokens: 256 },
  ])('shortens the output to what $what covers', async ({ credit, limits, maxTokens }) => {
    await open(credit, limits)
    const hold = await ledger.admit(wish('call'), 'hold')
    expect(hold).toEqual({ id: 'call', amountMicros: Math.min(credit, 1_360), maxTokens })
  })

  test('is refused one micro-dollar under the price of the floor', async () => {
    await open(809)
    await expect(ledger.admit(wish('call'), 'hold')).rejects.toMatchObject({
      code: 'credit_balance_exhausted',
    })
  })

  test('that is only tried takes the whole price or nothing', async () => {
    await open(3_999)
    expect(await ledger.tryAdmit(wish('first'), 'hold')).toEqual({
      id: 'first',
      amountMicros: 2_000,
      maxTokens: 1_000,
    })
    expect(await ledger.tryAdmit(wish('second'), 'hold')).toBe(false)
    expect(await money()).toEqual({ balance: 3_999, held: 2_000 })
  })

  test('of a free model needs a positive balance and takes nothing of it', async () => {
    const free = { model: { ...MODEL, inputRate: 0, outputRate: 0 } }
    await open(0)
    await expect(ledger.admit(wish('call', free), 'hold')).rejects.toMatchObject({
      code: 'credit_balance_exhausted',
    })
    await store.addCredit({ accountId: 'acct_a', amountMicros: 1, idempotencyKey: undefined, now: 0 })
    expect(await ledger.admit(wish('call', free), 'hold')).toEqual({
      id: 'call',
      amountMicros: 0,
      maxTokens: 1_000,
    })
  })
})

describe('a refusal', () => {
  test('names the cap, what was spent and held in it, and when it resets', async () => {
    await open(10_000, { day: 2_700 })
    await ledger.settle(
      await ledger.admit(wish('spent'), 'hold'),
      MODEL,
      { promptTokens: 1_000, completionTokens: 1_000 },
      'completed',
    )
    await ledger.admit(wish('running', { promptTokens: 10, maxTokens: 1, floorTokens: 1 }), 'hold')
    expect(await refusal(ledger.admit(wish('call'), 'hold'))).toMatchObject({
      code: 'key_spend_limit_exceeded',
      message: expect.stringMatching(
        /exceeded your current quota.* day .*0\.0027 USD.*2026-11-22T00:00:00/,
      ) as unknown,
      svc: {
        window: 'day',
        limit_usd: 0.0027,
        spent_usd: 0.002,
        held_usd: 0.000_006,
        resets_at: '2026-11-22T00:00:00.000Z',
      },
    })
  })

  test('is "held" while only running calls stand in the way, and passes when they end', async () => {
    await open(10_000, { hour: 2_500 })
    const running = await ledger.admit(wish('running'), 'hold')
    expect(await refusal(ledger.admit(wish('call'), 'hold'))).toMatchObject({
      code: 'credit_held',
      svc: undefined,
    })
    await ledger.release(running, 'empty')
    expect(await ledger.admit(wish('call'), 'hold')).toMatchObject({ amountMicros: 2_000 })
  })

  test('of a key that was revoked after it was read is that of a wrong key', async () => {
    await open(10_000)
    await store.revokeKey('acct_a', 'key_a', clock.now())
    await expect(ledger.admit(wish('call'), 'hold')).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(await ledger.tryAdmit(wish('call'), 'hold')).toBe(false)
  })

  /** Spent and held per window against caps of 100, for a call whose floor is 10. */
  const order = (now: string, windows: Partial<Record<keyof SpendLimits, [spent: number, held: number]>>) => {
    const outcome = decideHold(
      { balanceMicros: 1_000, heldMicros: 0 },
      WINDOW_KINDS.map((window) => ({
        window,
        limitMicros: windows[window] ? 100 : null,
        spentMicros: windows[window]?.[0] ?? 0,
        heldMicros: windows[window]?.[1] ?? 0,
        resetsAt: windowEnd(window, Date.parse(now)),
      })),
      10,
      10,
    )
    return outcome.kind === 'refused' ? outcome.refusal : undefined
  }

  test.each([
    ['no window in the way', { hour: [90, 0], month: [0, 90] }, undefined, undefined],
    ['two that are spent: the one that resets last', { hour: [91, 0], month: [91, 0] }, 'month', false],
    ['a spent one before one that is only held', { hour: [91, 0], month: [0, 91] }, 'hour', false],
    ['two that are only held: the one that resets last', { day: [0, 91], week: [0, 91] }, 'week', true],
    ['spent and held together: only held', { day: [50, 41] }, 'day', true],
  ] as const)('%s', (_what, windows, window, transient) => {
    const refusal = order(
      '2026-11-18T12:00:00Z',
      Object.fromEntries(Object.entries(windows).map(([kind, [spent, held]]) => [kind, [spent, held]])),
    )
    expect(refusal?.kind === 'window' ? [refusal.spend.window, refusal.transient] : []).toEqual(
      window ? [window, transient] : [],
    )
  })

  test('names the week where the month resets before it', () => {
    const refusal = order('2026-11-30T12:00:00Z', { week: [91, 0], month: [91, 0] })
    expect(refusal).toMatchObject({ spend: { window: 'week', resetsAt: Date.parse('2026-12-07T00:00:00Z') } })
  })
})

describe('the end of a hold', () => {
  test('costs the price of what was used', async () => {
    await open(10_000)
    const hold = await ledger.admit(wish('call'), 'hold')
    expect(await ledger.settle(hold, MODEL, { promptTokens: 100, completionTokens: 20 }, 'completed')).toBe(
      72,
    )
    expect(await money()).toEqual({ balance: 9_928, held: 0 })
  })

  test('costs at most what was held, whatever the upstream says', async () => {
    await open(10_000)
    const hold = await ledger.admit(wish('call'), 'hold')
    const used = { promptTokens: 10_000_000, completionTokens: 10_000_000 }
    expect(await ledger.settle(hold, MODEL, used, 'completed')).toBe(2_000)
    expect(await money()).toEqual({ balance: 8_000, held: 0 })
    expect(await store.getUsage('acct_a', 'call')).toMatchObject({ ...used, costMicros: 2_000 })
  })

  test('comes once: a second settlement or release costs and changes nothing', async () => {
    await open(10_000)
    const hold = await ledger.admit(wish('call'), 'hold')
    const used = { promptTokens: 100, completionTokens: 20 }
    await ledger.settle(hold, MODEL, used, 'completed')
    expect(await ledger.settle(hold, MODEL, used, 'completed')).toBe(72)
    await ledger.release(hold, 'server_error')
    expect(await money()).toEqual({ balance: 9_928, held: 0 })
    expect(await store.getUsage('acct_a', 'call')).toMatchObject({ status: 'completed', costMicros: 72 })
  })

  test('by release is free', async () => {
    await open(10_000)
    await ledger.release(await ledger.admit(wish('call'), 'hold'), 'upstream_error')
    expect(await money()).toEqual({ balance: 10_000, held: 0 })
    expect(await store.getUsage('acct_a', 'call')).toMatchObject({ status: 'upstream_error', costMicros: 0 })
  })

  test('is counted in the window in which the hold began', async () => {
    await open(10_000, { hour: 2_000 })
    clock.set('2026-11-21T12:59:59.999Z')
    const hold = await ledger.admit(wish('call'), 'hold')
    clock.set('2026-11-21T13:00:00Z')
    await ledger.settle(hold, MODEL, { promptTokens: 1_000, completionTokens: 1_000 }, 'completed')
    expect(await ledger.admit(wish('next'), 'hold')).toMatchObject({ amountMicros: 2_000 })
    clock.set('2026-11-21T12:59:59.999Z')
    await expect(ledger.admit(wish('back'), 'hold')).rejects.toMatchObject({
      code: 'key_spend_limit_exceeded',
    })
  })

  test('comes by the sweeper for a hold that nobody ended in its time, and not a millisecond before', async () => {
    await open(10_000)
    const hold = await ledger.admit(wish('call'), 'hold')
    clock.advance(HOLD_MS - 1)
    expect(await ledger.sweep()).toBe(0)
    clock.advance(1)
    expect(await ledger.sweep()).toBe(1)
    expect(await ledger.sweep()).toBe(0)
    expect(await money()).toEqual({ balance: 10_000, held: 0 })
    expect(await store.getUsage('acct_a', 'call')).toMatchObject({ status: 'expired' })
    expect(await ledger.settle(hold, MODEL, { promptTokens: 100, completionTokens: 20 }, 'completed')).toBe(
      72,
    )
    expect(await money()).toEqual({ balance: 9_928, held: 0 })
    expect(await store.getUsage('acct_a', 'call')).toMatchObject({ status: 'completed' })
  })

  test('tells what a late settlement could not charge', async () => {
    const { ledger: late, late: uncollected } = testLedger(store, clock, HOLD_MS)
    await open(2_000)
    const hold = await late.admit(wish('call'), 'hold')
    clock.advance(HOLD_MS)
    await late.sweep()
    const other = await late.admit(wish('other'), 'hold')
    await late.settle(other, MODEL, { promptTokens: 1_000, completionTokens: 980 }, 'completed')
    expect(await late.settle(hold, MODEL, { promptTokens: 100, completionTokens: 20 }, 'completed')).toBe(32)
    expect(uncollected).toEqual([40])
  })

  test('of an empty answer is free so often a day, then it costs its prompt and never its output', async () => {
    ledger = testLedger(store, clock, HOLD_MS, 2).ledger
    await open(10_000)
    const costs = []
    for (const id of ['one', 'two', 'three']) {
      const hold = await ledger.admit(wish(id), 'hold')
      costs.push(await ledger.settleEmpty(hold, MODEL, { promptTokens: 1_000, completionTokens: 900 }, false))
    }
    expect(costs).toEqual([0, 0, 400])
    expect(await money()).toEqual({ balance: 9_600, held: 0 })
    expect(await store.getUsage('acct_a', 'three')).toMatchObject({
      status: 'empty',
      promptTokens: 1_000,
      completionTokens: 900,
      costMicros: 400,
    })
    clock.advance(24 * 3_600_000)
    const hold = await ledger.admit(wish('tomorrow'), 'hold')
    expect(await ledger.settleEmpty(hold, MODEL, { promptTokens: 1_000, completionTokens: 0 }, false)).toBe(0)
  })

  test('of an empty answer costs its prompt at once where none are free', async () => {
    ledger = testLedger(store, clock, HOLD_MS, 0).ledger
    await open(10_000)
    const hold = await ledger.admit(wish('call'), 'hold')
    expect(await ledger.settleEmpty(hold, MODEL, { promptTokens: 1_000, completionTokens: 0 }, false)).toBe(
      400,
    )
  })
})
