import type { KeySort } from '../domain/keys/key-sort.ts'
import type { Scope } from '../domain/keys/scopes.ts'
import type { BookDifference, JournalEntry } from '../domain/ledger/books.ts'
import { WINDOW_KINDS, windowEnd, type SpendLimits, type WindowKind } from '../domain/ledger/spend-windows.ts'
import type {
  Account,
  ApiKey,
  CallStatus,
  FoundKey,
  UsageRecord,
  WindowSpend,
} from '../domain/ledger/store.ts'
import { foundKey } from '../domain/ledger/key-changes.ts'

/**
 * The rows of the tables, alike in every SQL store, and what the domain calls them. Statements name their columns: one that takes all
 * of them breaks, once prepared, when a newer service adds one.
 */

export const ACCOUNT_COLUMNS = `id, name, balance_micros, held_micros, funded_micros, created_at,
  coalesce((select max(at) from journal where account_id = accounts.id and kind <> 'carried'), created_at) as funded_at,
  (select since from suspensions where account_id = accounts.id) as suspended_at`

export const KEY_COLUMNS =
  'id, account_id, name, last_four, limit_hour, limit_day, limit_week, limit_month, created_at, last_used_at, revoked_at, expires_at, previous_until, scopes'

/** Which rows of the keys are of a sort. Each sort has its own index, which only these very words find. */
export const OF_SORT: Readonly<Record<KeySort, string>> = {
  key: 'scopes is null',
  token: 'scopes is not null',
}

export const CALL_COLUMNS =
  'id, account_id, key_id, model, frameworks, status, held_micros, cost_micros, prompt_tokens, completion_tokens, started_at, ended_at'

/** A place in a list that is read newest first; a page behind it holds what is older. */
export interface Place {
  at: number
  seq: number
}

/** Before every row: where the first page begins. */
export const NEWEST: Place = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

/** Where a page begins behind which only calls are wanted that began before a moment. */
export function placeBefore(place: Place, to: number | undefined): Place {
  return to !== undefined && place.at >= to ? { at: to, seq: 0 } : place
}

/** How many rows one pruning takes at most, so that it holds nobody up. */
export const PRUNED_MOST = 1_000

export interface AccountRow {
  id: string
  name: string
  balance_micros: number
  held_micros: number
  funded_micros: number
  funded_at: number
  created_at: number
  suspended_at: number | null
}

export interface KeyRow {
  id: string
  account_id: string
  name: string
  last_four: string
  limit_hour: number | null
  limit_day: number | null
  limit_week: number | null
  limit_month: number | null
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  expires_at: number | null
  previous_until: number | null
  scopes: string | null
}

/** A key, and whether it was found by its present secret. */
export interface FoundKeyRow extends KeyRow {
  by_present: number | boolean
}

export interface CallRow {
  id: string
  account_id: string
  key_id: string
  model: string
  frameworks: string
  status: string
  held_micros: number
  cost_micros: number
  prompt_tokens: number
  completion_tokens: number
  started_at: number
  ended_at: number | null
}

export interface JournalRow {
  kind: string
  amount_micros: number
  reason: string | null
  call_id: string | null
  at: number
  seq: number
}

/** One figure that is not what its parts add up to; of an account where the key is null. */
export interface DifferenceRow {
  figure: string
  account_id: string
  key_id: string | null
  kind: string | null
  start: number | null
  kept: number
  counted: number
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    balanceMicros: row.balance_micros,
    heldMicros: row.held_micros,
    fundedMicros: row.funded_micros,
    fundedAt: row.funded_at,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
  }
}

export function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes === null ? null : (row.scopes.split(' ') as Scope[]),
    limits: {
      hour: row.limit_hour,
      day: row.limit_day,
      week: row.limit_week,
      month: row.limit_month,
    },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    previousUntil: row.previous_until,
    revokedAt: row.revoked_at,
  }
}

export function toFoundKey(row: FoundKeyRow): FoundKey {
  return foundKey(toKey(row), Boolean(row.by_present))
}

export function toUsage(row: CallRow): UsageRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    model: row.model,
    frameworks: row.frameworks === '' ? [] : row.frameworks.split(' '),
    status: row.status as CallStatus | 'running',
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    costMicros: row.cost_micros,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

/** The four windows that hold `now`, from what was spent and held in them, shortest first. */
export function toSpends(
  limits: SpendLimits,
  figures: readonly { spent: number; held: number }[],
  now: number,
): WindowSpend[] {
  return WINDOW_KINDS.map((window, index) => ({
    window,
    limitMicros: limits[window],
    spentMicros: figures[index]?.spent ?? 0,
    heldMicros: figures[index]?.held ?? 0,
    resetsAt: windowEnd(window, now),
  }))
}

export function toJournalEntry(row: JournalRow): JournalEntry {
  return {
    id: row.call_id ?? `jrn_${row.seq}`,
    kind: row.kind as JournalEntry['kind'],
    amountMicros: row.amount_micros,
    reason: row.reason,
    callId: row.call_id,
    at: row.at,
  }
}

/** The number of a journal's row by its id; undefined where the id is a call's. */
export function journalSeq(id: string): number | undefined {
  const seq = Number(/^jrn_(\d{1,15})$/.exec(id)?.[1])
  return Number.isNaN(seq) ? undefined : seq
}

/**
 * Where a page of the journal begins among its rows and among the charges. Of one millisecond the charges come first, so behind a
 * charge all rows of its millisecond follow, and behind a row no charge of it.
 */
export function journalBounds(after: (Place & { charge: boolean }) | undefined): {
  rows: Place
  charges: Place
} {
  if (!after) return { rows: NEWEST, charges: NEWEST }
  const { charge, at, seq } = after
  return charge
    ? { rows: { at, seq: NEWEST.seq }, charges: { at, seq } }
    : { rows: { at, seq }, charges: { at, seq: 0 } }
}

export function toDifference(row: DifferenceRow): BookDifference {
  const { key_id: keyId, kind, start } = row
  return {
    figure: row.figure as BookDifference['figure'],
    accountId: row.account_id,
    window: keyId === null || start === null ? undefined : { keyId, kind: kind as WindowKind, start },
    keptMicros: row.kept,
    countedMicros: row.counted,
  }
}
