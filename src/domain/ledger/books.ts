import type { WindowKind } from './spend-windows.ts'

/** Money is whole micro-dollars, time milliseconds since the epoch. */

/** Credit that an operator gives, or takes back where the amount is negative. */
export interface Grant {
  accountId: string
  amountMicros: number
  reason?: string
  idempotencyKey: string | undefined
  now: number
}

/** One line of an account's journal. Nothing in it changes; pruned calls are carried over into one line. */
export interface JournalEntry {
  /** Of a charge the call's id. */
  id: string
  kind: 'grant' | 'debit' | 'charge' | 'carried'
  /** What it added to the balance. */
  amountMicros: number
  reason: string | null
  callId: string | null
  at: number
}

export interface JournalQuery {
  accountId: string
  limit: number
  /** The last id of the page before. */
  after?: string
}

/** What may go: calls that ended before a moment, and those that are not among the newest so many. Undefined: none. */
export interface PruneLimits {
  endedBefore: number | undefined
  callsMost: number | undefined
}

/** A figure that is kept, and what its parts add up to. */
export interface BookDifference {
  /** `usage`: what the sums of a key's day say of its cost. */
  figure: 'balance' | 'held' | 'spent' | 'usage'
  accountId: string
  /** The window of a key; undefined where the figure is the account's. */
  window: { keyId: string; kind: WindowKind; start: number } | undefined
  keptMicros: number
  countedMicros: number
}

/** A difference in one line, for an operator. */
export function differenceLine({
  figure,
  accountId,
  window,
  keptMicros,
  countedMicros,
}: BookDifference): string {
  const where = window
    ? `, key ${window.keyId}, ${window.kind} of ${new Date(window.start).toISOString()}`
    : ''
  return `account ${accountId}${where}: ${figure} is ${keptMicros} micro-USD, its parts add up to ${countedMicros}`
}
