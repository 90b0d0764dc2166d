import type { KeySort } from '../keys/key-sort.ts'
import type { Scope } from '../keys/scopes.ts'
import type { PeopleStore } from '../people/people-store.ts'
import type { BookDifference, Grant, JournalEntry, JournalQuery, PruneLimits } from './books.ts'
import type { KeyChange, KeyRoll } from './key-changes.ts'
import type { SpendLimits, WindowKind } from './spend-windows.ts'
import type { UsageSum, UsageSumsQuery } from './usage-sums.ts'

/** Money is whole micro-dollars, time milliseconds since the epoch, everywhere in this file. */

export interface Account {
  id: string
  name: string
  balanceMicros: number
  heldMicros: number
  /** The balance right after the last top-up or debit: what alerts on low credit are a share of. */
  fundedMicros: number
  /** When that was; the account's beginning where there was none. */
  fundedAt: number
  createdAt: number
  /** Since when no new call of the account is admitted. */
  suspendedAt: number | null
}

/** A key of the model API, or a personal access token. */
export interface ApiKey {
  /** The public part of the key: safe in logs and lists. */
  id: string
  accountId: string
  name: string
  lastFour: string
  /** What a token may do; null of a key. It stays as it was made. */
  scopes: readonly Scope[] | null
  limits: SpendLimits
  createdAt: number
  lastUsedAt: number | null
  /** From then on it opens nothing, like a revoked one. */
  expiresAt: number | null
  /** Until when the secret before the last roll opens it too; null where that ended with the roll, or the key was never rolled. */
  previousUntil: number | null
  revokedAt: number | null
}

/** A key as one of its secrets finds it. */
export interface FoundKey extends ApiKey {
  /** When this secret no longer opens the key; undefined: no such time is set. */
  validUntil?: number
}

export interface WindowSpend {
  window: WindowKind
  limitMicros: number | null
  spentMicros: number
  heldMicros: number
  resetsAt: number
}

export interface HoldRequest {
  /** The call's id; a hold is opened, settled and found in the usage history under it. */
  id: string
  accountId: string
  keyId: string
  model: string
  frameworks: readonly string[]
  /** The least that makes sense to hold, and the most the call can cost. What is granted lies between. */
  floorMicros: number
  ceilingMicros: number
  now: number
  /** When a hold nobody ended may be swept. */
  expiresAt: number
}

export type HoldRefusal =
  | { kind: 'key_inactive' }
  | { kind: 'account_suspended' }
  | { kind: 'credit'; balanceMicros: number; heldMicros: number; transient: boolean }
  | { kind: 'window'; spend: WindowSpend & { limitMicros: number }; transient: boolean }

export type HoldOutcome = { kind: 'held'; amountMicros: number } | { kind: 'refused'; refusal: HoldRefusal }

/** How a call ended, as the usage history shows it. */
export type CallStatus =
  | 'completed'
  | 'length'
  | 'content_filter'
  | 'empty'
  | 'client_closed'
  | 'client_timeout'
  | 'key_revoked'
  | 'upstream_error'
  | 'server_error'
  | 'expired'

export interface SettleRequest {
  id: string
  /** Zero releases the hold. Never more than the hold is taken. */
  costMicros: number
  promptTokens: number
  completionTokens: number
  status: CallStatus
  /** Where given, an end that costs something is free while fewer than so many of its account were on this UTC day. */
  freePerDay?: number
  now: number
}

/** For so long after the sweep ended a hold its own settlement may still come, in milliseconds. */
export const PROVISIONAL_MS = 86_400_000

/** How a hold ended. */
export interface Settled {
  /** What the call was charged, by this settlement or by the one that came first. */
  costMicros: number
  /**
   * Only where the sweep had ended the hold before its settlement came: what of the call's price was not charged, since credit and
   * caps had been spent meanwhile or the settlement came after `PROVISIONAL_MS`.
   */
  late?: { uncollectedMicros: number }
  /** What the charge left behind: the account, and the windows the hold began in. Undefined where the hold had ended before. */
  after:
    | {
        account: Pick<Account, 'id' | 'balanceMicros' | 'fundedMicros'>
        keyId: string
        spends: readonly WindowSpend[]
      }
    | undefined
}

/** One call in the usage history: tokens, cost, model and status, never content (description 1, 9). */
export interface UsageRecord {
  id: string
  accountId: string
  keyId: string
  model: string
  frameworks: readonly string[]
  /** `running` until the hold ends. */
  status: CallStatus | 'running'
  promptTokens: number
  completionTokens: number
  costMicros: number
  startedAt: number
  endedAt: number | null
}

export interface UsageQuery {
  accountId: string
  keyId?: string
  /** Only calls that began then or later. */
  from?: number
  /** Only calls that began before. */
  to?: number
  limit: number
  /** The last id of the page before. */
  after?: string
}

/** One page of a list, oldest first. */
export interface Page {
  limit: number
  /** The last id of the page before. */
  after?: string
}

/** Which page of an account's keys, or of its tokens. */
export interface KeyList extends Page {
  accountId: string
  /** Keys where it is left out. */
  sort?: KeySort
}

export interface NewKey {
  id: string
  accountId: string
  name: string
  secretHash: Uint8Array
  lastFour: string
  /** At least one makes it a token. */
  scopes?: readonly Scope[] | null
  limits: SpendLimits
  expiresAt?: number | null
  now: number
}

/**
 * The store is out of reach, or cannot take a step now. Whether the step was taken is not known: a settlement may be tried again
 * (it ends a hold once), a hold that nobody knows of is swept.
 */
export class StoreUnavailable extends Error {
  /** The cause's own code (`ECONNREFUSED`, `57P01`), for the log. */
  readonly reason: string

  constructor(reason: string) {
    super(`the store is not available: ${reason}`)
    this.reason = reason
  }
}

/**
 * Accounts, keys, holds and usage in one place, so that one step can look at all of them. Every method is atomic, at any
 * concurrency; the contract tests in `test/adapters/store-contract.ts` say what each promises. Every method throws
 * `StoreUnavailable` where the store is out of reach.
 */
export interface Store {
  /** Who signs in, kept in the same place. It opens and closes with the store, and its tables come forward with the others. */
  readonly people: PeopleStore

  /** An account whose id exists is left as it is: two instances may start at once. */
  createAccount(account: { id: string; name: string; creditMicros: number; now: number }): Promise<Account>
  getAccount(id: string): Promise<Account | undefined>
  /** Oldest first; nothing behind an id that is not there. */
  listAccounts(page: Page): Promise<Account[]>
  /**
   * Adds credit, or takes it where the amount is negative, once per idempotency key. `conflict`: the same key came with another
   * amount; `too_large`: the balance would leave the safe integers; `insufficient`: what running calls do not hold is less than the
   * debit; undefined: there is no such account.
   */
  addCredit(grant: Grant): Promise<Account | 'conflict' | 'too_large' | 'insufficient' | undefined>
  /** What made the balance, newest first: its sum is the balance at every instant. */
  listJournal(query: JournalQuery): Promise<JournalEntry[]>
  /** Everything that is not what its parts add up to; empty where the books are right. */
  checkBooks(): Promise<BookDifference[]>

  /** Undefined: there is no such account. Calls that run go on; null opens it again. */
  suspendAccount(id: string, suspendedAt: number | null): Promise<Account | undefined>

  /**
   * Stores a key or token unless the account has `maxActive` active ones of its sort already. A key with this secret, its present one or
   * the one before, is left as it is; so is the account's key with this id, whose secret may be another by now.
   */
  createKey(key: NewKey, maxActive: number): Promise<ApiKey | 'limit'>
  /** By its secret or the one before, whether or not either still opens it. */
  findKeyByHash(secretHash: Uint8Array): Promise<FoundKey | undefined>
  getKey(accountId: string, keyId: string): Promise<ApiKey | undefined>
  /** The account's keys, or its tokens, oldest first, revoked ones too; nothing behind an id that is none of them. */
  listKeys(query: KeyList): Promise<ApiKey[]>
  /** `expired`: the expiry was to be changed after it had passed; nothing was. */
  updateKey(accountId: string, keyId: string, change: KeyChange): Promise<ApiKey | 'expired' | undefined>
  /**
   * Gives a key a new secret; all else of it stays, and the one before opens it for a while longer. Undefined: the account has no such
   * key, or it is revoked or expired. No secret opens two keys: one that another key has or had last throws.
   */
  rollKey(roll: KeyRoll): Promise<ApiKey | undefined>
  /** Revokes for good, with all its secrets; a second call changes nothing. */
  revokeKey(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined>
  /** Those of the given keys that are revoked. */
  revokedAmong(keyIds: readonly string[]): Promise<string[]>

  /** Looks at the key, its account, the credit and all windows, in this order, and opens the hold, in one step. */
  hold(request: HoldRequest): Promise<HoldOutcome>
  /** What `hold` would say at this moment; nothing is opened. */
  probe(request: HoldRequest): Promise<HoldOutcome>
  /**
   * Ends a hold once: a later settlement changes nothing and tells what the first one charged. The sweep's end is provisional: the
   * call's own settlement still lands, and charges what was held at most and what credit and the caps of its windows leave now.
   * Undefined: no such call.
   */
  settle(request: SettleRequest): Promise<Settled | undefined>
  /** Releases holds that expired by `now`; returns how many. */
  sweep(now: number): Promise<number>
  windowSpends(keyId: string, now: number): Promise<WindowSpend[]>
  /** The windows of each of the keys that exist, by key id. */
  windowSpendsOf(keyIds: readonly string[], now: number): Promise<Map<string, WindowSpend[]>>

  listUsage(query: UsageQuery): Promise<UsageRecord[]>
  getUsage(accountId: string, id: string): Promise<UsageRecord | undefined>
  /**
   * What ended calls add up to, day by day, ordered by day and value; a day without calls has no row. Counted in the step that ends a
   * call, so pruning the history changes nothing in it.
   * @throws {RangeError} as `checkDays`
   */
  usageSums(query: UsageSumsQuery): Promise<UsageSum[]>
  /**
   * Deletes what need not be kept, at most 1,000 rows, and returns how many: calls that ended (never an open one, nor one that may
   * still be settled), with their charges carried over into the journal; windows that ended more than 40 days ago. Beside these it
   * deletes the sums of days more than `SUMMED_DAYS` ago, whole days of a hundred accounts at a time.
   */
  prune(limits: PruneLimits, now: number): Promise<number>

  /** Writes a row of its own, for nothing else than to throw where a hold or a settlement could not be written either. */
  tryWrite(now: number): Promise<void>
  close(): Promise<void>
}
