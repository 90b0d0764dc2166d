import { expect } from 'vitest'
import type { Ledger } from '../../../src/domain/ledger/ledger.ts'
import type { Store } from '../../../src/domain/ledger/store.ts'
import { windowStart } from '../../../src/domain/ledger/spend-windows.ts'
import { DAY_MS, SUMMED_DAYS } from '../../../src/domain/ledger/usage-sums.ts'
import type { FakeClock } from '../../support/fake-clock.ts'
import { KINDS, windowName, type SimpleLedger } from './simple-ledger.ts'

export interface Real {
  clock: FakeClock
  store: Store
  ledger: Ledger
  /** What late settlements could not charge, as it was told. */
  late: number[]
}

/** By how much each capped window of now is above its cap, which lowering a cap may bring about, and no hold. */
export async function overshoot({ now }: SimpleLedger, { store }: Real): Promise<Map<string, number>> {
  const over = new Map<string, number>()
  for (const keyId of ['key0', 'key1']) {
    for (const { window, limitMicros, spentMicros, heldMicros } of await store.windowSpends(keyId, now)) {
      if (limitMicros === null) continue
      over.set(
        `${keyId} ${window} ${windowName(window, now)}`,
        Math.max(0, spentMicros + heldMicros - limitMicros),
      )
    }
  }
  return over
}

export function noHigher(after: Map<string, number>, before: Map<string, number> | undefined): void {
  for (const [window, over] of after) {
    const most = before ? (before.get(window) ?? 0) : over
    expect(over, `${window} was brought above its cap`).toBeLessThanOrEqual(most)
  }
}

/** Everything that the store says is what the paper says, and its books are right. */
export async function compare(paper: SimpleLedger, { store, clock }: Real): Promise<void> {
  const account = await store.getAccount('acct')
  expect(account).toMatchObject({ balanceMicros: paper.balance, heldMicros: paper.held })
  expect(paper.balance - paper.held).toBeGreaterThanOrEqual(0)
  expect(clock.now()).toBe(paper.now)
  // One moment of each hour in which something happened.
  const times = [paper.now, ...paper.calls.map(({ began }) => began)].filter(
    (at) => at >= paper.remembersFrom,
  )
  const moments = [...new Map(times.map((at) => [windowName('hour', at), at])).values()]
  for (const keyId of Object.keys(paper.keys)) {
    for (const at of moments) {
      expect(await store.windowSpends(keyId, at)).toMatchObject(
        KINDS.map((window) => ({
          window,
          limitMicros: paper.keys[keyId]?.caps[window] ?? null,
          spentMicros: paper.spent(keyId, window, at),
          heldMicros: paper.heldIn(keyId, window, at),
        })),
      )
    }
  }
  await compareSums(paper, store)
  expect(await store.checkBooks()).toEqual([])
  const journal = await store.listJournal({ accountId: 'acct', limit: 1_000 })
  expect(journal.reduce((sum, { amountMicros }) => sum + amountMicros, 0)).toBe(paper.balance)
  for (const call of paper.calls) {
    const record = await store.getUsage('acct', call.id)
    if (call.pruned) expect(record).toBeUndefined()
    else
      expect(record).toMatchObject({
        costMicros: call.cost,
        endedAt: call.open ? null : (expect.any(Number) as unknown),
      })
    expect(call.cost).toBeLessThanOrEqual(call.held)
  }
}

/** The sums of each day that is still kept are those of the calls that began on it and have ended, pruned ones too. */
async function compareSums({ calls, now }: SimpleLedger, store: Store): Promise<void> {
  const days = Map.groupBy(calls, ({ began }) => windowStart('day', began))
  for (const [day, begun] of days) {
    if (day < now - SUMMED_DAYS * DAY_MS) continue
    const ended = Map.groupBy(
      begun.filter(({ open }) => !open),
      ({ keyId }) => keyId,
    )
    const sums = await store.usageSums({ accountId: 'acct', from: day, to: day + DAY_MS, by: 'key' })
    expect(sums.map(({ value, calls, costMicros }) => [value, calls, costMicros])).toEqual(
      [...ended]
        .map(([keyId, own]) => [keyId, own.length, own.reduce((sum, { cost }) => sum + cost, 0)])
        .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    )
  }
}
