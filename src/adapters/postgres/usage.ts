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
import type { Connection } from './connection.ts'
import { pruneSums } from './usage-sums.ts'

const page = (of: string, from = ''): string =>
  `select ${CALL_COLUMNS} from calls where ${of} ${from} and (started_at, seq) < ($2, $3)
   order by started_at desc, seq desc limit $4`

/** A page of an account's calls, newest first. Values: account, where the page begins (time, row), how many. */
export const ACCOUNT_PAGE = page('account_id = $1')

/** The same of one key, the last value. Its account is no way to look: that of an idle key has the calls of the busy ones. */
export const KEY_PAGE = page("key_id = $5 and account_id || '' = $1")

/** The same, with the first moment at which a call may have begun as the last value. */
export const ACCOUNT_RANGE = page('account_id = $1', 'and started_at >= $5')
export const KEY_RANGE = page("key_id = $5 and account_id || '' = $1", 'and started_at >= $6')

/**
 * Ended calls among the oldest, by how old they are in the table, and their charges carried over, in one step. Values: how many to look
 * at; when a sweep may no longer be followed by a settlement; the moment before which calls must have ended, or how many may stay; how
 * many at most. What another instance is pruning is left to it; accounts are taken in their order, so that no two can wait in a circle.
 */
const PRUNE_CALLS = `
with old as (
  select id from calls
  where seq <= (select max(front.seq) from (select seq from calls order by seq limit $1) as front)
    and ended_at is not null and (status <> 'expired' or ended_at <= $2)
    and (ended_at < $3 or seq <= (select max(seq) from calls) - $4)
  order by seq limit $5 for update skip locked),
gone as (
  delete from calls c using old where c.id = old.id
  returning c.account_id, c.cost_micros, greatest(c.started_at, c.ended_at) as at),
carried as (
  insert into journal as j (account_id, kind, amount_micros, at)
  select account_id, 'carried', -sum(cost_micros)::bigint, max(at) from gone
  where cost_micros > 0 group by account_id order by account_id
  on conflict (account_id) where kind = 'carried'
  do update set amount_micros = j.amount_micros + excluded.amount_micros, at = greatest(j.at, excluded.at))
select count(*) as count from gone`

const PRUNE_WINDOWS = `
with old as (
  select w.key_id, w.kind, w.start from windows w
  join unnest($1::text[], $2::bigint[]) as edge (kind, start) on w.kind = edge.kind and w.start + 0 < edge.start
  where w.held_micros = 0 limit $3 for update of w skip locked),
gone as (
  delete from windows w using old where w.key_id = old.key_id and w.kind = old.kind and w.start = old.start returning 1)
select count(*) as count from gone`

/** The usage history: its pages, and what becomes of the old ones. */
export class Usage {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async list({ accountId, keyId, from, to, limit, after }: UsageQuery): Promise<UsageRecord[]> {
    const last = after === undefined ? NEWEST : await this.#place(accountId, after)
    if (!last) return []
    const place = placeBefore(last, to)
    const [whole, part] = keyId === undefined ? [ACCOUNT_PAGE, ACCOUNT_RANGE] : [KEY_PAGE, KEY_RANGE]
    const more = [...(keyId === undefined ? [] : [keyId]), ...(from === undefined ? [] : [from])]
    const values = [accountId, place.at, place.seq, limit, ...more]
    const rows = await this.#connection.all<CallRow>(from === undefined ? whole : part, values)
    return rows.map(toUsage)
  }

  async get(accountId: string, id: string): Promise<UsageRecord | undefined> {
    const [row] = await this.#connection.all<CallRow>(
      `select ${CALL_COLUMNS} from calls where account_id = $1 and id = $2`,
      [accountId, id],
    )
    return row && toUsage(row)
  }

  async prune({ endedBefore, callsMost }: PruneLimits, now: number): Promise<number> {
    const calls = await this.#count(PRUNE_CALLS, [
      PRUNED_MOST * 2,
      now - PROVISIONAL_MS,
      endedBefore ?? 0,
      callsMost ?? Number.MAX_SAFE_INTEGER,
      PRUNED_MOST,
    ])
    const edges = WINDOW_KINDS.map((kind) => windowStart(kind, now - WINDOWS_KEPT_MS))
    const windows = await this.#count(PRUNE_WINDOWS, [WINDOW_KINDS, edges, PRUNED_MOST - calls])
    await this.#connection.all('delete from free_answers where day < $1', [
      windowStart('day', now - PROVISIONAL_MS),
    ])
    return calls + windows + (await pruneSums(this.#connection, now))
  }

  async #count(sql: string, values: Parameters<Connection['all']>[1]): Promise<number> {
    const [row] = await this.#connection.all<{ count: number }>(sql, values)
    return row?.count ?? 0
  }

  async #place(accountId: string, id: string): Promise<Place | undefined> {
    const [place] = await this.#connection.all<Place>(
      'select started_at as at, seq from calls where id = $1 and account_id = $2',
      [id, accountId],
    )
    return place
  }
}
