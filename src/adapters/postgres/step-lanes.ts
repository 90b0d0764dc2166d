import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from '../../domain/ledger/store.ts'
import type { Connection } from './connection.ts'
import { Lane } from './lane.ts'
import { takeSteps, type Step } from './steps.ts'

/** How long the batch of all accounts waits for a lock. Batches of other instances are done long before. */
const LOCK_WAIT = '250ms'

/** What PostgreSQL calls a lock that did not come in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Of so many holds it is known whose they are: twice as many as run at once by default. */
const HOLDS_KNOWN = 16_384

/**
 * Sends holds and settlements to the database, together where they wait together. All accounts share one lane. When a batch finds a row
 * locked for long, each of its accounts gets a lane of its own until nothing of it waits: there it may wait as long as a statement
 * may take, and holds nobody else up.
 */
export class StepLanes {
  readonly #connection: Connection
  readonly #waitMs: number
  readonly #shared: Lane
  readonly #own = new Map<string, Lane>()
  readonly #accounts = new LRUCache<string, string>({ max: HOLDS_KNOWN })

  /** A step waits for at most `waitMs` until its batch is sent. */
  constructor(connection: Connection, waitMs: number) {
    this.#connection = connection
    this.#waitMs = waitMs
    this.#shared = new Lane(waitMs, (batch) => this.#takeShared(batch))
  }

  add(step: Step): void {
    if (step.kind === 'hold') this.#accounts.set(step.request.id, step.request.accountId)
    const lane = this.#own.get(this.#owner(step)) ?? this.#shared
    lane.add(step)
  }

  /** The account that a step locks; a settlement whose hold is not known stands for itself. */
  #owner({ kind, request }: Step): string {
    return kind === 'hold' ? request.accountId : (this.#accounts.get(request.id) ?? request.id)
  }

  async #takeShared(batch: readonly Step[]): Promise<void> {
    try {
      await takeSteps(this.#connection, batch, LOCK_WAIT)
    } catch (cause) {
      if (cause instanceof StoreUnavailable && cause.reason === LOCK_NOT_AVAILABLE) this.#part(batch)
      else await this.#failed(batch, cause)
    }
  }

  async #takeOwn(batch: readonly Step[]): Promise<void> {
    try {
      await takeSteps(this.#connection, batch, null)
    } catch (cause) {
      await this.#failed(batch, cause)
    }
  }

  /** Gives each account of the batch its own lane, and what waits of it elsewhere follows. */
  #part(batch: readonly Step[]): void {
    for (const owner of new Set(batch.map((step) => this.#owner(step)))) {
      if (this.#own.has(owner)) continue
      const lane = new Lane(
        this.#waitMs,
        (steps) => this.#takeOwn(steps),
        () => this.#own.delete(owner),
      )
      this.#own.set(owner, lane)
    }
    const followers = this.#shared.withdraw((step) => this.#own.has(this.#owner(step)))
    for (const step of [...batch, ...followers]) this.#own.get(this.#owner(step))?.add(step)
  }

  /**
   * An outage is everyone's. Anything else is one step's own fault and left nothing behind, so each goes by itself, and only that one
   * fails.
   */
  async #failed(batch: readonly Step[], cause: unknown): Promise<void> {
    if (cause instanceof StoreUnavailable || batch.length === 1) {
      for (const { fail } of batch) fail(cause)
    } else {
      await Promise.all(batch.map((step) => this.#takeOwn([step])))
    }
  }
}
