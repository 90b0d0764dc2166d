import type { Clock } from '../clock.ts'
import { StoreUnavailable, type Settled, type SettleRequest, type Store } from './store.ts'

/** A settlement without its time: it ends the hold when it lands. */
export type Settlement = Omit<SettleRequest, 'now'>

/** How long the wait before another try grows, in milliseconds. */
export interface RetryDelays {
  first: number
  most: number
}

/** Settlements that are tried at one time once the store is back: it takes them in batches. */
const TOGETHER_MOST = 64

const DELAYS: RetryDelays = { first: 250, most: 5_000 }

/** Who hears of a settlement. */
export interface SettlementListener {
  /** It has landed, perhaps long after its call, and perhaps after the sweep (`late`). */
  settled(outcome: Settled): void
  /** The store is out of reach; it will be tried again. */
  delayed(reason: string): void
  /** It failed for another reason, or the store knows no such call; it will not be tried again: the sweeper will release its hold. */
  lost(cause: unknown): void
}

/**
 * Ends holds whatever becomes of the store meanwhile: a settlement that finds it out of reach is kept in memory (ids and numbers
 * only) and tried again until it lands. A store ends a hold once, so trying again never charges twice.
 */
export class Settlements {
  readonly #store: Store
  readonly #clock: Clock
  readonly #listener: SettlementListener
  readonly #delays: RetryDelays
  #waiting: Settlement[] = []
  #landing: Promise<void> | undefined
  #stopped = false

  constructor(store: Store, clock: Clock, listener: SettlementListener, delays: RetryDelays = DELAYS) {
    this.#store = store
    this.#clock = clock
    this.#listener = listener
    this.#delays = delays
  }

  /** How many wait for the store to come back. */
  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Ends the hold and gives its charge in micro-dollars. Where the store is out of reach that is the most that the hold will be charged:
   * the caller need not wait.
   */
  async end(request: Settlement): Promise<number> {
    try {
      return await this.#attempt(request)
    } catch (cause) {
      if (!(cause instanceof StoreUnavailable)) throw cause
      this.#listener.delayed(cause.reason)
      this.#waiting.push(request)
      this.#landing ??= this.#land()
      return request.costMicros
    }
  }

  /** Resolves once nothing waits any more. */
  async idle(): Promise<void> {
    await this.#landing
  }

  /** Gives up what still waits, and says how many: their holds are swept, free of charge. */
  stop(): number {
    this.#stopped = true
    return this.#waiting.length
  }

  async #attempt(request: Settlement): Promise<number> {
    const outcome = await this.#store.settle({ now: this.#clock.now(), ...request })
    if (outcome) this.#listener.settled(outcome)
    else this.#listener.lost(new Error('the store knows no such call'))
    return outcome?.costMicros ?? 0
  }

  /** One asks whether the store is back. Once it is, the others follow together. */
  async #land(): Promise<void> {
    let delay = this.#delays.first
    let together = 1
    while (this.#waiting.length > 0 && !this.#stopped) {
      const tried = this.#waiting.slice(0, together)
      const over = await Promise.all(tried.map((one) => this.#isOver(one)))
      const left = tried.filter((_, index) => !over[index])
      this.#waiting = [...left, ...this.#waiting.slice(tried.length)]
      if (left.length === 0) {
        delay = this.#delays.first
        together = TOGETHER_MOST
      } else {
        together = 1
        await wait(delay)
        delay = Math.min(delay * 2, this.#delays.most)
      }
    }
    this.#landing = undefined
  }

  /** Tries it once more: true where it has landed or is lost, false where the store is still out of reach. */
  async #isOver(request: Settlement): Promise<boolean> {
    try {
      await this.#attempt(request)
      return true
    } catch (cause) {
      if (cause instanceof StoreUnavailable) return false
      this.#listener.lost(cause)
      return true
    }
  }
}

/** A timer that does not keep a process alive: the shutdown decides how long it waits. */
function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}
