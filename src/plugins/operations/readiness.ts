import type { Clock } from '../../domain/clock.ts'
import type { Store } from '../../domain/ledger/store.ts'

/** How long an answer is remembered, in milliseconds: whoever asks more often causes no more load. */
const REMEMBER_MS = 1_000

/** Whether the store takes writes, found out by a write. */
export class Readiness {
  readonly #store: Pick<Store, 'tryWrite'>
  readonly #clock: Clock
  #answer: Promise<boolean> | undefined
  #staleAt = 0

  constructor(store: Pick<Store, 'tryWrite'>, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Never throws. All who ask while one write is under way, or within a second of its end, get its answer. */
  isWritable(): Promise<boolean> {
    if (this.#answer && this.#clock.now() < this.#staleAt) return this.#answer
    this.#staleAt = Infinity
    this.#answer = this.#tryWrite()
    return this.#answer
  }

  async #tryWrite(): Promise<boolean> {
    try {
      await this.#store.tryWrite(this.#clock.now())
      return true
    } catch {
      return false
    } finally {
      this.#staleAt = this.#clock.now() + REMEMBER_MS
    }
  }
}
