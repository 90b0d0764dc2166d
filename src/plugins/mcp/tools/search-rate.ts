import type { Clock } from '../../../domain/clock.ts'
import type { TokenCaller } from '../../../domain/keys/key-service.ts'
import { RequestRates } from '../../../domain/keys/request-rates.ts'
import { SEARCHES } from '../../registry/rate-limits.ts'
import { ToolFailure } from '../tool-failure.ts'

/** Holds each token to the rate of checks and of searches over everything, which cost more than other calls. */
export class SearchRate {
  readonly #rates: RequestRates

  constructor(clock: Clock) {
    this.#rates = new RequestRates(SEARCHES, clock)
  }

  /** @throws {ToolFailure} where it is too often */
  take({ id }: TokenCaller): void {
    const { left, waitMs } = this.#rates.take(id)
    if (left >= 0) return
    throw new ToolFailure(
      `Too many checks and searches over everything: ${SEARCHES.perSecond} a second. Wait ${Math.max(1, Math.ceil(waitMs / 1_000))} s and call again, or name frameworks.`,
    )
  }
}
