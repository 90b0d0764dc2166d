/** Money is whole micro-dollars, time milliseconds since the epoch. */

/** For so many UTC days the sums of a day are kept, and so many one query may span. */
export const SUMMED_DAYS = 400

export const DAY_MS = 86_400_000

/** What the calls of a day are told apart by. */
export type UsageSumsBy = 'model' | 'key' | 'status' | 'framework'

export interface UsageSumsQuery {
  accountId: string
  /** The start of the first UTC day. */
  from: number
  /** The start of the UTC day behind the last one. */
  to: number
  by: UsageSumsBy
  /** Only the calls of this key. */
  keyId?: string
}

/** What the calls add up to that began on one UTC day and have ended. */
export interface UsageSum {
  day: number
  /** The model, key id, status or framework id; empty for calls without a framework. A call with two counts under both. */
  value: string
  calls: number
  promptTokens: number
  completionTokens: number
  costMicros: number
}

/** @throws {RangeError} where the bounds are not the starts of UTC days, or span more than `SUMMED_DAYS` */
export function checkDays({ from, to }: Pick<UsageSumsQuery, 'from' | 'to'>): void {
  if (from % DAY_MS !== 0 || to % DAY_MS !== 0) throw new RangeError('sums are asked for by whole UTC days')
  if (to - from > SUMMED_DAYS * DAY_MS) {
    throw new RangeError(`sums are asked for at most ${SUMMED_DAYS} days at a time`)
  }
}
