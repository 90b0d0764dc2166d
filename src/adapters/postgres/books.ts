import type { BookDifference } from '../../domain/ledger/books.ts'
import { CHECK_ACCOUNTS, CHECK_WINDOWS } from '../check-books.ts'
import { toDifference, type DifferenceRow } from '../sql-rows.ts'
import type { Connection } from './connection.ts'

/** What calls spend and hold in their windows. */
const COUNTED = `
with counted as (
  select c.key_id, s.kind, s.start, sum(c.cost_micros) as spent,
    sum(case when c.ended_at is null then c.held_micros else 0 end) as held
  from calls c
  cross join lateral unnest(array['hour', 'day', 'week', 'month'], c.windows) as s (kind, start)
  group by 1, 2, 3)`

/** Everything that is not what its parts add up to; each half sees the books of one moment, whatever is spent meanwhile. */
export async function checkBooks(connection: Connection): Promise<BookDifference[]> {
  const accounts = await connection.all<DifferenceRow>(CHECK_ACCOUNTS)
  const windows = await connection.all<DifferenceRow>(COUNTED + CHECK_WINDOWS)
  return [...accounts, ...windows].map(toDifference)
}
