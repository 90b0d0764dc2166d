import type { Clock } from '../clock.ts'
import type { Model } from '../models/models.ts'
import { Refusal } from '../refusal.ts'
import { affordableOutputTokens, priceMicros } from './price.ts'
import type { Settlement, Settlements } from './settlements.ts'
import type { SpendAlerts } from './spend-alerts.ts'
import type { CallStatus, HoldOutcome, HoldRefusal, Store } from './store.ts'

/*
 * The ledger's promise, which its tests prove: balance - held >= 0 and, for every window of every key, spent + held is
 * never brought above the cap, at every instant and at any concurrency; what is settled is never more than what was held;
 * every hold ends exactly once; a call refused before the upstream and an answer that failed by our or the upstream's fault cost
 * nothing, nor does an empty answer within a daily number; the balance is the sum of the journal. Where something must lean, it leans to the caller: never charge twice, rather charge less.
 */

/** What a call wants to hold: tokens at its model's rates. */
export interface HoldWish {
  id: string
  accountId: string
  keyId: string
  model: Model
  frameworks: readonly string[]
  promptTokens: number
  /** The most output the call may produce, and the least it may be shortened to. */
  maxTokens: number
  floorTokens: number
}

/** `hold` admits for good; `probe` says what a hold would, and leaves no trace. */
export type Admission = 'hold' | 'probe'

/** An open hold, and the output that it pays for. */
export interface Hold {
  id: string
  amountMicros: number
  maxTokens: number
}

/** What the ledger works with. `holdMs` is how long a hold may stay open before the sweeper takes it for a dead process's. */
export interface LedgerParts {
  store: Store
  clock: Clock
  settlements: Settlements
  alerts: SpendAlerts
  holdMs: number
  /** How many empty answers an account gets for nothing on one UTC day. */
  freeEmptyPerDay: number
}

/** Opens and ends holds. */
export class Ledger {
  readonly #parts: LedgerParts

  constructor(parts: LedgerParts) {
    this.#parts = parts
  }

  /**
   * Admits the call at its whole price, or answers false where credit or a cap does not cover it. Used while the prompt is
   * only bounded: a refusal here decides nothing yet.
   */
  async tryAdmit(wish: HoldWish, admission: Admission): Promise<Hold | false> {
    const ceilingMicros = priceMicros(wish.model, wish.promptTokens, wish.maxTokens)
    const outcome = await this.#ask(wish, ceilingMicros, ceilingMicros, admission)
    return outcome.kind === 'held'
      ? { id: wish.id, amountMicros: outcome.amountMicros, maxTokens: wish.maxTokens }
      : false
  }

  /**
   * Admits the call at what it may cost, with the output shortened to what credit and caps cover, never under its floor.
   * @throws {Refusal} `credit_balance_exhausted`, `key_spend_limit_exceeded`, `credit_held`, `account_suspended`,
   *   `invalid_api_key` (revoked or expired meanwhile)
   */
  async admit(wish: HoldWish, admission: Admission): Promise<Hold> {
    const floorMicros = priceMicros(wish.model, wish.promptTokens, wish.floorTokens)
    const ceilingMicros = priceMicros(wish.model, wish.promptTokens, wish.maxTokens)
    const outcome = await this.#ask(wish, floorMicros, ceilingMicros, admission)
    if (outcome.kind === 'refused') {
      if (admission === 'hold') this.#parts.alerts.refused(wish.accountId, wish.keyId, outcome.refusal)
      throw refusalError(outcome.refusal)
    }
    const affordable = affordableOutputTokens(wish.model, wish.promptTokens, outcome.amountMicros)
    return {
      id: wish.id,
      amountMicros: outcome.amountMicros,
      maxTokens: Math.max(Math.min(wish.maxTokens, affordable), wish.floorTokens),
    }
  }

  /** Ends a hold with what the call really cost, at most what was held; gives the charge in micro-dollars. */
  settle(
    hold: Hold,
    model: Model,
    tokens: { promptTokens: number; completionTokens: number },
    status: CallStatus,
  ): Promise<number> {
    const price = priceMicros(model, tokens.promptTokens, tokens.completionTokens)
    return this.#end({ id: hold.id, costMicros: Math.min(price, hold.amountMicros), status, ...tokens })
  }

  /**
   * Ends the hold of an answer that came back empty: free so often an account and UTC day, past that at the price of its prompt; never free
   * where the caller wanted it empty. Gives the charge in micro-dollars; where the store is out of reach, the most that it can become.
   */
  settleEmpty(
    hold: Hold,
    model: Model,
    tokens: { promptTokens: number; completionTokens: number },
    wanted: boolean,
  ): Promise<number> {
    const price = priceMicros(model, tokens.promptTokens, 0)
    return this.#end({
      id: hold.id,
      costMicros: Math.min(price, hold.amountMicros),
      status: 'empty',
      freePerDay: wanted ? 0 : this.#parts.freeEmptyPerDay,
      ...tokens,
    })
  }

  /** Ends a hold without a charge. */
  async release(hold: Hold, status: CallStatus): Promise<void> {
    await this.#end({ id: hold.id, costMicros: 0, promptTokens: 0, completionTokens: 0, status })
  }

  /** Releases holds whose process died; returns how many. */
  sweep(): Promise<number> {
    return this.#parts.store.sweep(this.#parts.clock.now())
  }

  #end(settlement: Settlement): Promise<number> {
    return this.#parts.settlements.end(settlement)
  }

  #ask(
    wish: HoldWish,
    floorMicros: number,
    ceilingMicros: number,
    admission: Admission,
  ): Promise<HoldOutcome> {
    const now = this.#parts.clock.now()
    return this.#parts.store[admission]({
      id: wish.id,
      accountId: wish.accountId,
      keyId: wish.keyId,
      model: wish.model.alias,
      frameworks: wish.frameworks,
      floorMicros,
      ceilingMicros,
      now,
      expiresAt: now + this.#parts.holdMs,
    })
  }
}

function refusalError(refusal: HoldRefusal): Refusal {
  if (refusal.kind === 'key_inactive') return new Refusal('invalid_api_key')
  if (refusal.kind === 'account_suspended') return new Refusal('account_suspended')
  if (refusal.transient) return new Refusal('credit_held')
  if (refusal.kind === 'credit') return new Refusal('credit_balance_exhausted')
  return new Refusal('key_spend_limit_exceeded', { spend: refusal.spend })
}
