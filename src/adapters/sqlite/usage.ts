import type { PruneLimits } from '../../domain/ledger/books.ts'
import { WINDOW_KINDS, WINDOWS_KEPT_MS, windowStart } from '../../domain/ledger/spend-windows.ts'
import { PROVISIONAL_MS, type UsageQuery, type UsageRecord } from '../../domain/ledger/store.ts'
import {
  CALL_COLUMNS,
  NEWEST,
  placeBefore,
  PRUNED_MOST,
  toUsage,
  type CallRow,
  type Place,
} from '../sql-rows.ts'
import type { Database } from './database.ts'
import { pruneSums } from './usage-sums.ts'

const page = (of: string, from = ''): string =>
  `select ${CALL_COLUMNS} from calls where ${of} ${from} and (started_at, rowid) < (?, ?)
   order by started_at desc, rowid desc limit ?`

/** A page of an account's calls, newest first. Values: account, where the page begins (time, row), how many. */
export const ACCOUNT_PAGE = page('account_id = ?')

/**
 * The same of one key. Its account is no way to look (`+`): that of an idle key has the calls of the busy ones. Values: account, key,
 * where the page begins (time, row), how many.
 */
export const KEY_PAGE = page('+account_id = ? and key_id = ?')

/** The same, with the first moment at which a call may have begun before the place. */
export const ACCOUNT_RANGE = page('account_id = ?', 'and started_at >= ?')
export const KEY_RANGE = page('+account_id = ? and key_id = ?', 'and started_at >= ?')

/**
 * Ended calls among the oldest, by how old they are in the file. Values: how many to look at; when a sweep may no longer be followed by
 * a settlement; the moment before which calls must have ended, or how many may stay; how many at most.
 */
const PRUNE_CALLS = `
delete from calls where rowid in (
  select rowid from calls
  where rowid <= (select max(rowid) from (select rowid from calls order by rowid limit ?1))
    and ended_at is not null and (status <> 'expired' or ended_at <= ?2)
    and (ended_at < ?3 or rowid <= (select max(rowid) from calls) - ?4)
  order by rowid limit ?5)
returning account_id, cost_micros, max(started_at, ended_at) as at`

const CARRY = `
insert into journal (account_id, kind, amount_micros, at) values (?, 'carried', ?, ?)
on conflict (account_id) where kind = 'carried'
do update set amount_micros = amount_micros + excluded.amount_micros, at = max(at, excluded.at)`

const PRUNE_WINDOWS = `
delete from windows where (key_id, kind, start) in (
  select key_id, kind, start from windows where kind = ? and start < ? and held_micros = 0 limit ?)
returning 1`

/** The usage history: its pages, and what becomes of the old ones. */
export class Usage {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  list({ accountId, keyId, from, to, limit, after }: UsageQuery): UsageRecord[] {
    const last = after === undefined ? NEWEST : this.#place(accountId, after)
    if (!last) return []
    const place = placeBefore(last, to)
    const [whole, part] = keyId === undefined ? [ACCOUNT_PAGE, ACCOUNT_RANGE] : [KEY_PAGE, KEY_RANGE]
    const values = [accountId, ...(keyId === undefined ? [] : [keyId]), ...(from === undefined ? [] : [from])]
    return this.#database
      .all<CallRow>(from === undefined ? whole : part, [...values, place.at, place.seq, limit])
      .map(toUsage)
  }

  get(accountId: string, id: string): UsageRecord | undefined {
    const row = this.#database.get<CallRow>(
      `select ${CALL_COLUMNS} from calls where account_id = ? and id = ?`,
      [accountId, id],
    )
    return row && toUsage(row)
  }

  prune(limits: PruneLimits, now: number): number {
    return this.#database.transaction(() => {
      let left = PRUNED_MOST - this.#pruneCalls(limits, now)
      for (const kind of WINDOW_KINDS) {
        const edge = windowStart(kind, now - WINDOWS_KEPT_MS)
        left -= this.#database.all(PRUNE_WINDOWS, [kind, edge, left]).length
      }
      this.#database.run('delete from free_answers where day < ?', [windowStart('day', now - PROVISIONAL_MS)])
      return PRUNED_MOST - left + pruneSums(this.#database, now)
    })
  }

  #pruneCalls({ endedBefore, callsMost }: PruneLimits, now: number): number {
    const gone = this.#database.all<{ account_id: string; cost_micros: number; at: number }>(PRUNE_CALLS, [
      PRUNED_MOST * 2,
      now - PROVISIONAL_MS,
      endedBefore ?? 0,
      callsMost ?? Number.MAX_SAFE_INTEGER,
      PRUNED_MOST,
    ])
    const charged = gone.filter((call) => call.cost_micros > 0)
    for (const [accountId, calls] of Map.groupBy(charged, (call) => call.account_id)) {
      const costMicros = calls.reduce((sum, call) => sum + call.cost_micros, 0)
      this.#database.run(CARRY, [accountId, -costMicros, Math.max(...calls.map(({ at }) => at))])
    }
    return gone.length
  }

  #place(accountId: string, id: string): Place | undefined {
    return this.#database.get<Place>(
      'select started_at as at, rowid as seq from calls where id = ? and account_id = ?',
      [id, accountId],
    )
  }
}
