import { LRUCache } from 'lru-cache'
import type { WindowKind } from './spend-windows.ts'
import type { HoldRefusal, Settled } from './store.ts'

/** Shares of a cap, or of the credit after the last top-up, at which an operator hears of the spend. */
export const PERCENTS = [100, 80, 50] as const

/** `credit`: of an account's balance after its last top-up; `spend_limit`: of one window's cap of one key. */
export const ALERT_KINDS = ['credit', 'spend_limit'] as const

export interface SpendAlert {
  kind: (typeof ALERT_KINDS)[number]
  percent: (typeof PERCENTS)[number]
  accountId: string
  keyId?: string
  window?: WindowKind
}

/** Refusals that have been told already; more subjects than this are not exhausted at one time. */
const TOLD_MOST = 10_000

/**
 * Tells each time a charge takes credit or a cap over 50, 80 or 100 %. The store serialises the charges, so each crossing is
 * told once, on whichever instance it happens. What is left under the price of the smallest call counts as used up with the
 * first call that it refuses; that is told once an instance.
 */
export class SpendAlerts {
  readonly #tell: (alert: SpendAlert) => void
  readonly #told = new LRUCache<string, true>({ max: TOLD_MOST })

  constructor(tell: (alert: SpendAlert) => void) {
    this.#tell = tell
  }

  /** After a charge. */
  charged({ costMicros, after }: Settled): void {
    if (!after) return
    const { account, keyId, spends } = after
    const { id: accountId, balanceMicros, fundedMicros } = account
    const credit = crossed(fundedMicros - balanceMicros, costMicros, fundedMicros)
    if (credit) this.#tellOnce({ kind: 'credit', percent: credit, accountId }, `${balanceMicros}`)
    for (const { window, limitMicros, spentMicros, resetsAt } of spends) {
      const cap = limitMicros === null ? undefined : crossed(spentMicros, costMicros, limitMicros)
      if (cap)
        this.#tellOnce(
          { kind: 'spend_limit', percent: cap, accountId, keyId, window },
          `${resetsAt} ${limitMicros}`,
        )
    }
  }

  /** After a refusal that time or a top-up alone can mend. */
  refused(accountId: string, keyId: string, refusal: HoldRefusal): void {
    if (refusal.kind === 'key_inactive' || refusal.kind === 'account_suspended' || refusal.transient) return
    if (refusal.kind === 'credit') {
      this.#tellOnce({ kind: 'credit', percent: 100, accountId }, `${refusal.balanceMicros}`)
    } else {
      const { window, resetsAt, limitMicros } = refusal.spend
      const occasion = `${resetsAt} ${limitMicros}`
      this.#tellOnce({ kind: 'spend_limit', percent: 100, accountId, keyId, window }, occasion)
    }
  }

  /** `occasion` tells one balance, or one window and its cap, from the next: a refusal is told once for each. */
  #tellOnce(alert: SpendAlert, occasion: string): void {
    const { accountId, keyId, window, percent } = alert
    const subject = [accountId, keyId, window, percent, occasion].join(' ')
    if (this.#told.has(subject)) return
    this.#told.set(subject, true)
    this.#tell(alert)
  }
}

/** The highest share that the last charge went over. */
function crossed(
  usedMicros: number,
  chargeMicros: number,
  ofMicros: number,
): SpendAlert['percent'] | undefined {
  const before = usedMicros - chargeMicros
  return PERCENTS.find((percent) => {
    const mark = (ofMicros * percent) / 100
    return ofMicros > 0 && usedMicros >= mark && before < mark
  })
}
