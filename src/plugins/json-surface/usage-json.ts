import { toUsd } from '../../domain/ledger/price.ts'
import type { UsageRecord } from '../../domain/ledger/store.ts'
import { isoTime } from './iso-time.ts'

/** One call of the usage history in JSON: figures and names, never content. */
export function usageJson(record: UsageRecord) {
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
