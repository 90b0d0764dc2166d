import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../domain/clock.ts'
import { RequestRates, type Rate } from '../../domain/keys/request-rates.ts'
import { ApiError } from '../json-surface/api-error.ts'

/** Reads of the registry, per key. */
export const READS: Rate = { perSecond: 10, burst: 50 }

/** Checks of texts and searches over all frameworks, per key. */
export const SEARCHES: Rate = { perSecond: 2, burst: 10 }

/** Holds each caller of the registry to its rate, and says in the `RateLimit` headers what is left. */
export class RateLimits {
  readonly #reads: RequestRates
  readonly #searches: RequestRates

  constructor(clock: Clock) {
    this.#reads = new RequestRates(READS, clock)
    this.#searches = new RequestRates(SEARCHES, clock)
  }

  /** Takes one read of the caller's. @throws {ApiError} `rate_limit_exceeded` */
  read(request: FastifyRequest, reply: FastifyReply): void {
    take('reads', this.#reads, request, reply)
  }

  /** Takes one check or search over everything. @throws {ApiError} `rate_limit_exceeded` */
  search(request: FastifyRequest, reply: FastifyReply): void {
    take('searches', this.#searches, request, reply)
  }
}

function take(name: string, rates: RequestRates, { caller }: FastifyRequest, reply: FastifyReply): void {
  const { perSecond, burst } = rates.rate
  const { left, waitMs } = rates.take(caller.id)
  const seconds = Math.ceil(waitMs / 1_000)
  reply.headers({
    'ratelimit-policy': `"${name}";q=${burst};w=${burst / perSecond}`,
    ratelimit: `"${name}";r=${Math.max(0, left)};t=${seconds}`,
  })
  if (left >= 0) return
  throw new ApiError('rate_limit_exceeded', {
    message: `Too many requests at once: ${perSecond} a second, ${burst} at once. Try again in ${Math.max(1, seconds)} s.`,
    headers: { 'retry-after': String(Math.max(1, seconds)), 'x-should-retry': 'true' },
  })
}
