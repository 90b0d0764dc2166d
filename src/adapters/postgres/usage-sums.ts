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
import type { Connection } from './connection.ts'

/** Values: account, first day, day behind the last, key or null. Values are ordered as every store orders them. */
export function sumsBy(by: UsageSumsBy): string {
  const { table, column } = SUMS[by]
  return `
select day, ${column} as value, sum(calls)::bigint as calls, sum(prompt_tokens)::bigint as prompt_tokens,
  sum(completion_tokens)::bigint as completion_tokens, sum(cost_micros)::bigint as cost_micros
from ${table} where account_id = $1 and day >= $2 and day < $3 and ($4::text is null or key_id = $4)
group by day, ${column} having sum(calls) > 0 order by day, ${column} collate "C"`
}

/** Whole days of accounts. Values: the first day that is kept, of how many at most. */
const prune = (table: string): string => `
with old as (select distinct account_id, day + 0 as day from ${table} where day + 0 < $1 order by 2, 1 limit $2),
gone as (delete from ${table} u using old where u.account_id = old.account_id and u.day = old.day returning 1)
select count(*) as count from gone`

/** The sums of an account's days. */
export async function readSums(connection: Connection, query: UsageSumsQuery): Promise<UsageSum[]> {
  checkDays(query)
  const { accountId, from, to, by, keyId } = query
  return (await connection.all<SumRow>(sumsBy(by), [accountId, from, to, keyId ?? null])).map(toSum)
}

/** Deletes sums that are no longer kept; returns how many. */
export async function pruneSums(connection: Connection, now: number): Promise<number> {
  const kept = windowStart('day', now - SUMMED_DAYS * DAY_MS)
  let gone = 0
  for (const table of ['usage_days', 'usage_framework_days']) {
    const [row] = await connection.all<{ count: number }>(prune(table), [kept, PRUNED_DAYS_MOST])
    gone += row?.count ?? 0
  }
  return gone
}
