import { Ledger } from '../../src/domain/ledger/ledger.ts'
import { Settlements } from '../../src/domain/ledger/settlements.ts'
import { SpendAlerts, type SpendAlert } from '../../src/domain/ledger/spend-alerts.ts'
import type { Store } from '../../src/domain/ledger/store.ts'
import type { Clock } from '../../src/domain/clock.ts'

/** A ledger over a store as the service wires it; what it tells goes into `alerts`, `delayed` and `late` (what was not collected). */
export function testLedger(
  store: Store,
  clock: Clock,
  holdMs: number,
  freeEmptyPerDay = 20,
): { ledger: Ledger; settlements: Settlements; alerts: SpendAlert[]; delayed: string[]; late: number[] } {
  const alerts: SpendAlert[] = []
  const delayed: string[] = []
  const late: number[] = []
  const tell = new SpendAlerts((alert) => alerts.push(alert))
  const settlements = new Settlements(
    store,
    clock,
    {
      settled: (outcome) => {
        tell.charged(outcome)
        if (outcome.late) late.push(outcome.late.uncollectedMicros)
      },
      delayed: (reason) => delayed.push(reason),
      lost: (cause) => {
        throw cause
      },
    },
    { first: 1, most: 5 },
  )
  return {
    ledger: new Ledger({ store, clock, settlements, alerts: tell, holdMs, freeEmptyPerDay }),
    settlements,
    alerts,
    delayed,
    late,
  }
}
