import type { EarlyEndSignal } from '../../domain/early-end.ts'
import { Refusal } from '../../domain/refusal.ts'

/**
 * At most so many calls at one time; the others wait for their turn, first come, first served, and not for ever. It stands before the
 * pool, whose own queue could neither be left nor be told from an upstream that is slow.
 */
export class ConnectionTurns {
  readonly #waitMs: number
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(most: number, waitMs: number) {
    this.#free = most
    this.#waitMs = waitMs
  }

  /**
   * Takes a turn: at once, and then it gives undefined, or as soon as what it gives resolves. Whoever has a turn calls `giveBack` once, when the
   * connection is free again.
   * @throws {Refusal} `server_overloaded` where it takes too long; the signal's reason once aborted
   */
  take(signal: EarlyEndSignal): Promise<void> | undefined {
    signal.throwIfAborted()
    if (this.#free === 0) return this.#wait(signal)
    this.#free -= 1
    return undefined
  }

  giveBack(): void {
    const [next] = this.#waiting
    if (next) next()
    else this.#free += 1
  }

  #wait(signal: EarlyEndSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = (): void => {
        this.#waiting.delete(take)
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
      const take = (): void => {
        over()
        resolve()
      }
      const leave = (): void => {
        over()
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        over()
        reject(new Refusal('server_overloaded', { reason: 'connections_max' }))
      }, this.#waitMs)
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.add(take)
    })
  }
}
