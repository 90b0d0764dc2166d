import { beforeEach, describe, expect, test } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import type { Ledger } from '../../../src/domain/ledger/ledger.ts'
import type { SpendAlert } from '../../../src/domain/ledger/spend-alerts.ts'
import { NO_LIMITS, type SpendLimits } from '../../../src/domain/ledger/spend-windows.ts'
import type { Model } from '../../../src/domain/models/models.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { testLedger } from '../../support/test-ledger.ts'

/** A token costs a micro-dollar. */
const MODEL = { alias: 'svc-fast', inputRate: 1_000_000, outputRate: 1_000_000 } as Model

let clock: FakeClock
let store: MemoryStore
let ledger: Ledger
let alerts: SpendAlert[]
beforeEach(() => {
  clock = new FakeClock('2026-11-21T12:00:00Z')
  store = new MemoryStore()
  ;({ ledger, alerts } = testLedger(store, clock, 600_000))
})

async function open(creditMicros: number, limits: Partial<SpendLimits> = {}): Promise<void> {
  const now = clock.now()
  await store.createAccount({ id: 'acct', name: 'A', creditMicros, now })
  const key = { id: 'key', accountId: 'acct', name: 'K', secretHash: new Uint8Array(32), lastFour: 'kkkk' }
  await store.createKey({ ...key, limits: { ...NO_LIMITS, ...limits }, now }, 20)
}

let calls = 0
async function spend(micros: number): Promise<void> {
  const wish = { id: `call-${(calls += 1)}`, accountId: 'acct', keyId: 'key', model: MODEL, frameworks: [] }
  const hold = await ledger.admit(
    { ...wish, promptTokens: 0, maxTokens: micros, floorTokens: micros },
    'hold',
  )
  await ledger.settle(hold, MODEL, { promptTokens: 0, completionTokens: micros }, 'completed')
}

function told(): string[] {
  return alerts
    .splice(0)
    .map(({ kind, window, percent }) => [kind, window, percent].filter(Boolean).join(' '))
}

test('credit is told at 50, 80 and 100 % of the balance after the last top-up, each once', async () => {
  await open(1_000)
  await spend(499)
  expect(told()).toEqual([])
  await spend(1)
  expect(told()).toEqual(['credit 50'])
  await spend(299)
  expect(told()).toEqual([])
  await spend(1)
  expect(told()).toEqual(['credit 80'])
  await spend(200)
  expect(told()).toEqual(['credit 100'])
})

test('a charge that goes over several marks tells the highest', async () => {
  await open(1_000)
  await spend(900)
  expect(told()).toEqual(['credit 80'])
})

test('a top-up begins the count anew', async () => {
  await open(1_000)
  await spend(600)
  await store.addCredit({ accountId: 'acct', amountMicros: 600, idempotencyKey: undefined, now: clock.now() })
  expect(told()).toEqual(['credit 50'])
  await spend(499)
  expect(told()).toEqual([])
  await spend(1)
  expect(told()).toEqual(['credit 50'])
})

test('a cap is told by its window, and again in the next one', async () => {
  await open(1_000_000, { hour: 100, day: 400 })
  await spend(50)
  expect(alerts).toEqual([
    { kind: 'spend_limit', percent: 50, accountId: 'acct', keyId: 'key', window: 'hour' },
  ])
  await spend(50)
  expect(told()).toEqual(['spend_limit hour 50', 'spend_limit hour 100'])
  clock.advance(3_600_000)
  await spend(100)
  expect(told()).toEqual(['spend_limit hour 100', 'spend_limit day 50'])
})

describe('what is left under the price of a call counts as used up with the first refusal', () => {
  test('of credit', async () => {
    await open(1_000)
    await spend(995)
    told()
    await expect(spend(6)).rejects.toMatchObject({ code: 'credit_balance_exhausted' })
    await expect(spend(6)).rejects.toMatchObject({ code: 'credit_balance_exhausted' })
    expect(told()).toEqual(['credit 100'])
  })

  test('of a cap', async () => {
    await open(1_000, { month: 100 })
    await spend(95)
    told()
    await expect(spend(6)).rejects.toMatchObject({ code: 'key_spend_limit_exceeded' })
    await expect(spend(6)).rejects.toMatchObject({ code: 'key_spend_limit_exceeded' })
    expect(told()).toEqual(['spend_limit month 100'])
  })

  test('but not where running calls hold it', async () => {
    await open(1_000)
    const wish = { id: 'running', accountId: 'acct', keyId: 'key', model: MODEL, frameworks: [] }
    await ledger.admit({ ...wish, promptTokens: 0, maxTokens: 990, floorTokens: 990 }, 'hold')
    await expect(spend(20)).rejects.toMatchObject({ code: 'credit_held' })
    expect(told()).toEqual([])
  })
})

test('a preflight that would be refused tells nothing', async () => {
  await open(10)
  const wish = { id: 'asked', accountId: 'acct', keyId: 'key', model: MODEL, frameworks: [] }
  const asked = ledger.admit({ ...wish, promptTokens: 0, maxTokens: 99, floorTokens: 99 }, 'probe')
  await expect(asked).rejects.toMatchObject({ code: 'credit_balance_exhausted' })
  expect(told()).toEqual([])
})
