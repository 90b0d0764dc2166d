import type { UsageSum, UsageSumsBy } from '../domain/ledger/usage-sums.ts'

/* The tables that hold the sums of days, alike in every SQL store. */

/** Of how many accounts' days the sums go at most: a day goes whole, so what is left of the sums is right. */
export const PRUNED_DAYS_MOST = 100

/** What calls of one day add up to. */
export interface SumRow {
  day: number
  value: string
  calls: number
  prompt_tokens: number
  completion_tokens: number
  cost_micros: number
}

/** Where the sums stand that are told apart by this, and the column that tells. */
export const SUMS: { readonly [By in UsageSumsBy]: { table: string; column: string } } = {
  model: { table: 'usage_days', column: 'model' },
  key: { table: 'usage_days', column: 'key_id' },
  status: { table: 'usage_days', column: 'status' },
  framework: { table: 'usage_framework_days', column: 'framework' },
}

export function toSum(row: SumRow): UsageSum {
  return {
    day: row.day,
    value: row.value,
    calls: row.calls,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    costMicros: row.cost_micros,
  }
}
