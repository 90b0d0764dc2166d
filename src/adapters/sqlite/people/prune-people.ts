import { expiriesAt, type Expiry } from '../../people-rows.ts'
import { PRUNED_MOST } from '../../sql-rows.ts'
import type { Tables } from '../database.ts'

/** The oldest rows of a table that ran out. Values: the edge, how many at most. */
export const pruning = ({ table, key, moment }: Expiry): string => `
delete from ${table} where ${key} in (
  select ${key} from ${table} where ${moment} <= ? order by ${moment} limit ?)
returning 1`

/** Deletes what has run out by `now`, and says how much. */
export function prunePeople(tables: Tables, now: number): number {
  return tables.transaction(() => {
    let left = PRUNED_MOST
    for (const expiry of expiriesAt(now)) left -= tables.all(pruning(expiry), [expiry.edge, left]).length
    return PRUNED_MOST - left
  })
}
