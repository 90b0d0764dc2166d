import { LRUCache } from 'lru-cache'
import type { Clock } from '../../domain/clock.ts'
import type { RequestLog } from '../../request-log.ts'

/** Wrong tokens that a network may show in a minute before it is told to wait. */
const MOST = 10
const MINUTE_MS = 60_000

/** Networks that are counted at one time; those that tried least recently go first. */
const NETWORKS_MOST = 10_000

/** Counts wrong operator tokens by the network that they come from, and tells the operator of them, no more than once a minute. */
export class WrongTokens {
  readonly #networks = new LRUCache<string, { tokens: number; until: number }>({ max: NETWORKS_MOST })
  readonly #clock: Clock
  readonly #log: Pick<RequestLog, 'warn'>
  #untold = 0
  #tellAt = 0

  constructor({ clock, log }: { clock: Clock; log: Pick<RequestLog, 'warn'> }) {
    this.#clock = clock
    this.#log = log
  }

  /** One more. How long the network has to wait, in milliseconds; undefined while it has not tried too often. */
  count(network: string): number | undefined {
    const now = this.#clock.now()
    this.#tell(now)
    const seen = this.#networks.get(network)
    if (!seen || seen.until <= now) {
      this.#networks.set(network, { tokens: 1, until: now + MINUTE_MS })
      return undefined
    }
    seen.tokens += 1
    return seen.tokens > MOST ? seen.until - now : undefined
  }

  #tell(now: number): void {
    this.#untold += 1
    if (now < this.#tellAt) return
    this.#log.warn('admin_token_refused', { tokens: this.#untold })
    this.#untold = 0
    this.#tellAt = now + MINUTE_MS
  }
}
