import { Ledger } from '../../src/domain/ledger/ledger.ts'
import { Settlements } from '../../src/domain/ledger/settlements.ts'
import { SpendAlerts, type SpendAlert } from '../../src/domain/ledger/spend-alerts.ts'
import type { Store } from '../../src/domain/ledger/store.ts'
import type { Clock } from '../../src/domain/clock.ts'

/** A ledger over a store as the service wires it; what it tells goes into `alerts`. */
export function testLedger(
  store: Store,
  clock: Clock,
  holdMs: number,
): { ledger: Ledger; settlements: Settlements; alerts: SpendAlert[]; delayed: string[] } {
  const alerts: SpendAlert[] = []
  const delayed: string[] = []
  const tell = new SpendAlerts((alert) => alerts.push(alert))
  const settlements = new Settlements(
    store,
    {
      settled: (outcome) => tell.charged(outcome),
      delayed: (reason) => delayed.push(reason),
      lost: (cause) => {
        throw cause
      },
    },
    { first: 1, most: 5 },
  )
  return {
    ledger: new Ledger({ store, clock, settlements, alerts: tell, holdMs }),
    settlements,
    alerts,
    delayed,
  }
}
