import type { Clock } from '../clock.ts'
import type { SpendAlert } from '../ledger/spend-alerts.ts'
import type { Store } from '../ledger/store.ts'
import { capMail, creditMail } from './alert-mail.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Mails about spending that one account gets in a day at most: caps of an hour come round often. */
const A_DAY = { most: 60, windowMs: 86_400_000 }

export interface AlertMailsParts {
  store: Store
  clock: Clock
  mailer: Mailer
  /** The console's address, which links begin with. */
  consoleUrl: string
  /** Hears of an alert that became no mail since the store could not be asked. */
  failed: (cause: unknown) => void
}

/**
 * Tells the owner of an account by mail of caps and credit that run low. Each occasion is told once: a share of a cap in one of its
 * windows, a share of the credit after one top-up. The store remembers what was told, for all instances.
 */
export class AlertMails {
  readonly #parts: AlertMailsParts

  constructor(parts: AlertMailsParts) {
    this.#parts = parts
  }

  /** Settles once the mail is on its way, or it is clear that none will be; never rejects. */
  async send(alert: SpendAlert): Promise<void> {
    const { store, clock, mailer, failed } = this.#parts
    const { people } = store
    const { accountId } = alert
    try {
      const owner = await people.findByAccount(accountId)
      const written = owner && (await this.#write(alert, owner.email))
      if (!written) return
      const now = clock.now()
      if (!(await people.once(`alert:${accountId}:${alert.percent}:${written.occasion}`, now))) return
      const { admitted } = await people.countEvent([{ bucket: `alerts:${accountId}`, ...A_DAY }], now)
      if (admitted) mailer.send(written.mail)
    } catch (cause) {
      failed(cause)
    }
  }

  /**
   * The mail with the figures of this moment, and what tells its occasion from the next. Undefined where less than half is used by now:
   * the window has begun anew or credit was added since, or there was none to begin with.
   */
  async #write(
    { accountId, keyId, window, percent }: SpendAlert,
    to: string,
  ): Promise<{ mail: Mail; occasion: string } | undefined> {
    const { store, clock, consoleUrl } = this.#parts
    if (keyId === undefined || window === undefined) {
      const account = await store.getAccount(accountId)
      if (!account || halfIsLeft(account.fundedMicros - account.balanceMicros, account.fundedMicros)) return
      return {
        mail: creditMail({ to, percent, account, consoleUrl }),
        occasion: `credit:${account.fundedAt}:${account.fundedMicros}`,
      }
    }
    const key = await store.getKey(accountId, keyId)
    const spends = await store.windowSpends(keyId, clock.now())
    const spend = spends.find((one) => one.window === window)
    const limitMicros = spend?.limitMicros ?? null
    if (!key || !spend || limitMicros === null || halfIsLeft(spend.spentMicros, limitMicros)) return
    return {
      mail: capMail({ to, percent, key, spend, limitMicros, consoleUrl }),
      occasion: `${keyId}:${window}:${spend.resetsAt}:${limitMicros}`,
    }
  }
}

function halfIsLeft(usedMicros: number, ofMicros: number): boolean {
  return usedMicros * 2 < ofMicros || ofMicros <= 0
}
