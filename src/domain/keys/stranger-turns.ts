import { Refusal } from '../refusal.ts'

/** Look-ups that may wait for their turn, and for how long, in milliseconds: a store that is slow or gone must not hold them. */
const WAITING_MOST = 10_000
const WAIT_MS = 2_000

/**
 * Look-ups of keys that were not met before: few at one time, the others first come, first served. Anybody can make up keys without end;
 * so these never take all connections to the store, nor a place in the line before a key that is known to be one.
 */
export class StrangerTurns {
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(most: number) {
    this.#free = most
  }

  /**
   * Does the work in its turn.
   * @throws {Refusal} `server_overloaded` where too many wait already, or its turn does not come in time
   */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      this.#giveBack()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= WAITING_MOST) throw tooMany()
    return new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(next)
        reject(tooMany())
      }, WAIT_MS)
      this.#waiting.add(next)
    })
  }

  /** The next one goes on in this one's place. */
  #giveBack(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next)
      next()
      return
    }
    this.#free += 1
  }
}

function tooMany(): Refusal {
  return new Refusal('server_overloaded', { reason: 'unknown_keys' })
}
