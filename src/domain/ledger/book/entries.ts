import type { WindowKind } from '../spend-windows.ts'
import type { Account, ApiKey, UsageRecord } from '../store.ts'

/** What a book is made of. Money is whole micro-dollars, time milliseconds since the epoch. */

/** A call from its hold on: what the history shows of it, and what it held. */
export interface Call extends UsageRecord {
  heldMicros: number
  /** When its hold may be swept. */
  expiresAt: number
}

/** One spend window of one key. */
export interface Window {
  readonly keyId: string
  readonly kind: WindowKind
  readonly start: number
  /** When it ends. */
  readonly resetsAt: number
  spentMicros: number
  heldMicros: number
  /** Whether a call was ever held in it. Before that it is zeros which nobody keeps, and none after it was pruned. */
  begun: boolean
}

/** How many ends of an account were free on one UTC day. */
export interface FreeAnswers {
  readonly accountId: string
  readonly day: number
  used: number
}

/** All that one step may have changed. */
export interface Change {
  call: Call
  account: Account
  key: ApiKey
  windows: readonly Window[]
}

/** What a book reads that it does not have at hand, and what hears of its changes. Undefined: there is no such thing. */
export interface Archive {
  account(id: string): Account | undefined
  key(id: string): ApiKey | undefined
  window(keyId: string, kind: WindowKind, start: number): Figures | undefined
  call(id: string): Call | undefined
  /** How many ends of the account were free on that day. */
  freeAnswers(accountId: string, day: number): number

  opened(change: Change): void
  ended(change: Change): void
  usedFreeAnswer(used: FreeAnswers): void
}

export type Figures = Pick<Window, 'spentMicros' | 'heldMicros'>
