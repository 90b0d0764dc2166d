import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SqliteStore } from '../../../src/adapters/sqlite/sqlite-store.ts'
import { Ledger } from '../../../src/domain/ledger/ledger.ts'
import { NO_LIMITS } from '../../../src/domain/ledger/spend-windows.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { SimpleLedger } from './simple-ledger.ts'
import { steps, START, HOLD_MS, type Real } from './ledger-steps.ts'

async function newReal(creditMicros: number): Promise<Real> {
  const clock = new FakeClock(START)
  const store = new SqliteStore(':memory:')
  await store.createAccount({ id: 'acct', name: 'A', creditMicros, now: clock.now() })
  for (const [index, id] of ['key0', 'key1'].entries()) {
    const secretHash = new Uint8Array(32).fill(index)
    const key = { id, accountId: 'acct', name: id, secretHash, lastFour: id, limits: NO_LIMITS }
    await store.createKey({ ...key, now: clock.now() }, 20)
  }
  return { clock, store, ledger: new Ledger(store, clock, HOLD_MS) }
}

test('whatever happens in whatever order, every micro-dollar is where a simple ledger says', async () => {
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 10_000 }), steps, async (credit, commands) => {
      const real = await newReal(credit)
      try {
        await fc.asyncModelRun(() => ({ model: new SimpleLedger(credit, Date.parse(START)), real }), commands)
        done += 1
      } finally {
        await real.store.close()
      }
    }),
    { numRuns: 150 },
  )
  expect(done).toBeGreaterThanOrEqual(150)
})
