import { DatabaseSync } from 'node:sqlite'
import type { BookDifference } from '../../domain/ledger/books.ts'
import { toDifference, type DifferenceRow } from '../sql-rows.ts'
import { CHECK_ACCOUNTS, CHECK_WINDOWS } from '../check-books.ts'
import type { Database } from './database.ts'
import { refuseOtherVersions } from './schema.ts'

/**
 * What calls spend and hold in their windows. Days, weeks and months in UTC are made of whole hours. Windows are looked up by all three
 * columns only where these have a type.
 */
const COUNTED = `
with hours as (
  select key_id, started_at - started_at % 3600000 as hour, sum(cost_micros) as spent,
    sum(case when ended_at is null then held_micros else 0 end) as held
  from calls group by 1, 2),
starts as (
  select key_id, 'hour' as kind, hour as start, spent, held from hours
  union all select key_id, 'day', hour - hour % 86400000, spent, held from hours
  union all select key_id, 'week', hour - (hour - 345600000) % 604800000, spent, held from hours
  union all
  select key_id, 'month', unixepoch(hour / 1000, 'unixepoch', 'start of month') * 1000, spent, held from hours),
counted as (
  select key_id, cast(kind as text) as kind, cast(start as integer) as start, sum(spent) as spent, sum(held) as held
  from starts group by 1, 2, 3)`

/** How long another program may keep the file from being read, in milliseconds. */
const LOCKED_MS = 5_000

/** Everything that is not what its parts add up to. */
export function checkBooks(database: Pick<Database, 'all'>): BookDifference[] {
  return [
    ...database.all<DifferenceRow>(CHECK_ACCOUNTS),
    ...database.all<DifferenceRow>(COUNTED + CHECK_WINDOWS),
  ].map(toDifference)
}

/**
 * The same of a file, whoever owns it: it is only read.
 * @throws where it cannot be read, is none, or has the tables of another version
 */
export function checkFile(path: string): BookDifference[] {
  const connection = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS })
  try {
    refuseOtherVersions(connection)
    return checkBooks({ all: <Row>(sql: string) => connection.prepare(sql).all() as Row[] })
  } finally {
    connection.close()
  }
}
