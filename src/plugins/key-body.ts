import { toUsd } from '../domain/ledger/price.ts'
import type { ApiKey, UsageRecord, WindowSpend } from '../domain/ledger/store.ts'

/** A key in JSON: everything but its secret, which nobody has any more. */
export function keyBody(key: ApiKey): Record<string, unknown> {
  return {
    object: 'key',
    id: key.id,
    name: key.name,
    last_four: key.lastFour,
    created_at: isoTime(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : isoTime(key.lastUsedAt),
  }
}

/** Caps and spend of a key's current windows, by window. */
export function limitsBody(spends: readonly WindowSpend[]): Record<string, unknown> {
  return Object.fromEntries(
    spends.map(({ window, limitMicros, spentMicros, heldMicros, resetsAt }) => [
      window,
      {
        limit_usd: limitMicros === null ? null : toUsd(limitMicros),
        spent_usd: toUsd(spentMicros),
        held_usd: toUsd(heldMicros),
        resets_at: isoTime(resetsAt),
      },
    ]),
  )
}

/** One call of the usage history in JSON: figures and names, never content. */
export function usageRecordBody(record: UsageRecord) {
  return {
    id: record.id,
    object: 'usage',
    key_id: record.keyId,
    model: record.model,
    frameworks: record.frameworks,
    status: record.status,
    prompt_tokens: record.promptTokens,
    completion_tokens: record.completionTokens,
    cost_usd: toUsd(record.costMicros),
    started_at: isoTime(record.startedAt),
    ended_at: record.endedAt === null ? null : isoTime(record.endedAt),
  }
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
