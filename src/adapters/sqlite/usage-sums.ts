import type { DaySums } from '../../domain/ledger/book/day-sums.ts'
import { windowStart } from '../../domain/ledger/spend-windows.ts'
import {
  checkDays,
  DAY_MS,
  SUMMED_DAYS,
  type UsageSum,
  type UsageSumsBy,
  type UsageSumsQuery,
} from '../../domain/ledger/usage-sums.ts'
import { PRUNED_DAYS_MOST, SUMS, toSum, type SumRow } from '../sum-rows.ts'
import type { Database } from './database.ts'

/** Values: account, first day, day behind the last, key or null. */
export function sumsBy(by: UsageSumsBy): string {
  const { table, column } = SUMS[by]
  return `
select day, ${column} as value, sum(calls) as calls, sum(prompt_tokens) as prompt_tokens,
  sum(completion_tokens) as completion_tokens, sum(cost_micros) as cost_micros
from ${table} where account_id = ?1 and day >= ?2 and day < ?3 and (?4 is null or key_id = ?4)
group by day, ${column} having sum(calls) > 0 order by day, ${column}`
}

const ADD = `
on conflict do update set calls = calls + excluded.calls, prompt_tokens = prompt_tokens + excluded.prompt_tokens,
  completion_tokens = completion_tokens + excluded.completion_tokens, cost_micros = cost_micros + excluded.cost_micros`

const ADD_CALLS = `
insert into usage_days (account_id, day, key_id, model, status, calls, prompt_tokens, completion_tokens, cost_micros)
values (?, ?, ?, ?, ?, ?, ?, ?, ?) ${ADD}`

const ADD_FRAMEWORKS = `
insert into usage_framework_days (account_id, day, key_id, framework, calls, prompt_tokens, completion_tokens, cost_micros)
values (?, ?, ?, ?, ?, ?, ?, ?) ${ADD}`

/** Whole days of accounts. Values: the first day that is kept, of how many at most. */
const prune = (table: string): string => `
delete from ${table} where (account_id, day) in (
  select distinct account_id, day from ${table} where day < ? order by day, account_id limit ?)
returning 1`

/** The sums of an account's days. */
export function readSums(database: Database, query: UsageSumsQuery): UsageSum[] {
  checkDays(query)
  const { accountId, from, to, by, keyId } = query
  return database.all<SumRow>(sumsBy(by), [accountId, from, to, keyId ?? null]).map(toSum)
}

/** Adds what a turn has counted to the tables, into the transaction that is open: one row each, however many calls it counts. */
export function addSums(database: Database, { calls, frameworks }: DaySums): void {
  for (const { accountId, day, keyId, model, status, ...figures } of calls) {
    const { calls, promptTokens, completionTokens, costMicros } = figures
    const values = [accountId, day, keyId, model, status, calls, promptTokens, completionTokens, costMicros]
    database.run(ADD_CALLS, values)
  }
  for (const { accountId, day, keyId, framework, ...figures } of frameworks) {
    const { calls, promptTokens, completionTokens, costMicros } = figures
    const values = [accountId, day, keyId, framework, calls, promptTokens, completionTokens, costMicros]
    database.run(ADD_FRAMEWORKS, values)
  }
}

/** Deletes sums that are no longer kept, into the transaction that is open; returns how many. */
export function pruneSums(database: Database, now: number): number {
  const kept = windowStart('day', now - SUMMED_DAYS * DAY_MS)
  const gone = ['usage_days', 'usage_framework_days'].map(
    (table) => database.all(prune(table), [kept, PRUNED_DAYS_MOST]).length,
  )
  return gone.reduce((sum, count) => sum + count)
}
