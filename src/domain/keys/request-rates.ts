import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** How often somebody may ask: `burst` requests at once, and `perSecond` more for each second that passes. */
export interface Rate {
  perSecond: number
  burst: number
}

/** What is left to somebody who has asked. */
export interface Allowance {
  /** Requests that may follow at once; negative where even this one is too many. */
  left: number
  /** Until one more may be made, in milliseconds; 0 while any is left. */
  waitMs: number
}

/** Askers that are counted at one time; those that asked least recently go first, and begin anew. */
const ASKERS_MAX = 10_000

/**
 * Counts requests by who asks: each has a bucket that fills at the rate and is as large as the burst. A request that finds it empty takes
 * nothing out, so whoever goes on asking is served at the rate.
 */
export class RequestRates {
  readonly #rate: Rate
  readonly #clock: Clock
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({ max: ASKERS_MAX })

  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate
    this.#clock = clock
  }

  get rate(): Rate {
    return this.#rate
  }

  /** Takes one request of an asker's. */
  take(asker: string): Allowance {
    const { perSecond, burst } = this.#rate
    const now = this.#clock.now()
    const bucket = this.#buckets.get(asker) ?? { tokens: burst, at: now }
    // A clock that was set back fills nothing.
    const filled = (Math.max(0, now - bucket.at) * perSecond) / 1_000
    bucket.tokens = Math.min(burst, bucket.tokens + filled)
    bucket.at = now
    const served = bucket.tokens >= 1
    if (served) bucket.tokens -= 1
    this.#buckets.set(asker, bucket)
    const left = served ? Math.floor(bucket.tokens) : -1
    return { left, waitMs: bucket.tokens >= 1 ? 0 : Math.ceil(((1 - bucket.tokens) * 1_000) / perSecond) }
  }
}
