import { expiriesAt, type Expiry } from '../../people-rows.ts'
import { PRUNED_MOST } from '../../sql-rows.ts'
import type { Connection } from '../connection.ts'

/**
 * The oldest rows of a table that ran out. Values: the edge, how many at most. What is in use, or another instance is pruning, is left
 * to them.
 */
export const pruning = ({ table, key, moment }: Expiry): string => `
with old as (
  select ${key} as key from ${table} where ${moment} <= $1 order by ${moment} limit $2 for update skip locked),
gone as (delete from ${table} t using old where t.${key} = old.key returning 1)
select count(*) as count from gone`

/** Deletes what has run out by `now`, and says how much. */
export async function prunePeople(connection: Connection, now: number): Promise<number> {
  let left = PRUNED_MOST
  for (const expiry of expiriesAt(now)) {
    const [gone] = await connection.all<{ count: number }>(pruning(expiry), [expiry.edge, left])
    left -= gone?.count ?? 0
  }
  return PRUNED_MOST - left
}
