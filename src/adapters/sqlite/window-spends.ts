import { WINDOW_KINDS, windowStart } from '../../domain/ledger/spend-windows.ts'
import type { WindowSpend } from '../../domain/ledger/store.ts'
import { KEY_COLUMNS, toKey, toSpends, type KeyRow } from '../sql-rows.ts'
import type { Database } from './database.ts'

/** The windows that hold `now` of each of the keys that exist, by key id. */
export function windowSpendsOf(
  database: Database,
  keyIds: readonly string[],
  now: number,
): Map<string, WindowSpend[]> {
  const starts = WINDOW_KINDS.map((kind) => [kind, windowStart(kind, now)])
  const rows = database.all<KeyRow & { spent: number; held: number }>(
    `select k.*, coalesce(w.spent_micros, 0) as spent, coalesce(w.held_micros, 0) as held
     from (select ${KEY_COLUMNS} from api_keys where id in (select value from json_each(?1))) k
     join json_each(?2) s
     left join windows w on w.key_id = k.id and w.kind = s.value ->> 0 and w.start = s.value ->> 1
     order by s.key`,
    [JSON.stringify(keyIds), JSON.stringify(starts)],
  )
  const figures = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...figures].map(([id, own]) => [id, own[0] ? toSpends(toKey(own[0]).limits, own, now) : []]),
  )
}
