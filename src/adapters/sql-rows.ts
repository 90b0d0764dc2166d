import { WINDOW_KINDS, windowEnd, type SpendLimits } from '../domain/ledger/spend-windows.ts'
import type { Account, ApiKey, CallStatus, UsageRecord, WindowSpend } from '../domain/ledger/store.ts'

/** The rows of the tables, alike in every SQL store, and what the domain calls them. */

export interface AccountRow {
  id: string
  name: string
  balance_micros: number
  held_micros: number
  funded_micros: number
  created_at: number
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

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    balanceMicros: row.balance_micros,
    heldMicros: row.held_micros,
    fundedMicros: row.funded_micros,
    createdAt: row.created_at,
  }
}

export function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    lastFour: row.last_four,
    limits: {
      hour: row.limit_hour,
      day: row.limit_day,
      week: row.limit_week,
      month: row.limit_month,
    },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
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
