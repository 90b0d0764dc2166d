import type { Grant, JournalEntry, JournalQuery } from '../../domain/ledger/books.ts'
import type { Account } from '../../domain/ledger/store.ts'
import {
  ACCOUNT_COLUMNS,
  journalBounds,
  journalSeq,
  toAccount,
  toJournalEntry,
  type AccountRow,
  type JournalRow,
  type Place,
} from '../sql-rows.ts'
import type { Connection } from './connection.ts'

/**
 * A page of an account's journal, newest first: grants, debits and what was carried over are rows of their own, a charge is the call
 * that ended with a cost. Values: account, where the page begins in either list (time, row), how many.
 */
export const JOURNAL_PAGE = `
select kind, amount_micros, reason, call_id, at, seq from (
  (select kind, amount_micros, reason, null as call_id, at, seq, 0 as list from journal
   where account_id = $1 and (at, seq) < ($2, $3) order by at desc, seq desc limit $6)
  union all
  (select 'charge', -cost_micros, null, id, ended_at, seq, 1 from calls
   where account_id = $1 and cost_micros > 0 and (ended_at, seq) < ($4, $5) order by ended_at desc, seq desc limit $6)
) as entries order by at desc, list desc, seq desc limit $6`

/** What gives accounts their credit, and the journal that tells of it. */
export class Journal {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async open(account: { id: string; name: string; creditMicros: number; now: number }): Promise<void> {
    await this.#connection.all(
      `with created as (
         insert into accounts (id, name, balance_micros, funded_micros, created_at) values ($1, $2, $3, $3, $4)
         on conflict do nothing returning id, balance_micros, created_at)
       insert into journal (account_id, kind, amount_micros, reason, at)
       select id, 'grant', balance_micros, 'opening', created_at from created where balance_micros <> 0`,
      [account.id, account.name, account.creditMicros, account.now],
    )
  }

  add(grant: Grant): Promise<Account | 'conflict' | 'too_large' | 'insufficient' | undefined> {
    const { accountId, amountMicros, reason, idempotencyKey, now } = grant
    return this.#connection.transaction(async (session) => {
      const [row] = await session.all<AccountRow>(
        `select ${ACCOUNT_COLUMNS} from accounts where id = $1 for update`,
        [accountId],
      )
      if (!row) return undefined
      if (idempotencyKey !== undefined) {
        const [before] = await session.all<{ amount_micros: number }>(
          'select amount_micros from journal where account_id = $1 and idempotency_key = $2',
          [accountId, idempotencyKey],
        )
        if (before) return before.amount_micros === amountMicros ? toAccount(row) : 'conflict'
      }
      if (!Number.isSafeInteger(row.balance_micros + amountMicros)) return 'too_large'
      if (row.balance_micros - row.held_micros + amountMicros < 0) return 'insufficient'
      const kind = amountMicros < 0 ? 'debit' : 'grant'
      await session.all(
        `insert into journal (account_id, kind, amount_micros, reason, idempotency_key, at)
         values ($1, $2, $3, $4, $5, $6)`,
        [accountId, kind, amountMicros, reason ?? null, idempotencyKey ?? null, now],
      )
      const [after] = await session.all<AccountRow>(
        `update accounts set balance_micros = balance_micros + $2, funded_micros = balance_micros + $2
         where id = $1 returning ${ACCOUNT_COLUMNS}`,
        [accountId, amountMicros],
      )
      return after && toAccount(after)
    })
  }

  async list({ accountId, limit, after }: JournalQuery): Promise<JournalEntry[]> {
    const cursor = after === undefined ? undefined : await this.#cursor(accountId, after)
    if (after !== undefined && !cursor) return []
    const { rows, charges } = journalBounds(cursor)
    const values = [accountId, rows.at, rows.seq, charges.at, charges.seq, limit]
    return (await this.#connection.all<JournalRow>(JOURNAL_PAGE, values)).map(toJournalEntry)
  }

  /** Where the line with this id stands. */
  async #cursor(accountId: string, id: string): Promise<(Place & { charge: boolean }) | undefined> {
    const seq = journalSeq(id)
    const [found] =
      seq === undefined
        ? await this.#connection.all<Place & { charge: boolean }>(
            `select ended_at as at, seq, true as charge from calls
             where id = $1 and account_id = $2 and ended_at is not null`,
            [id, accountId],
          )
        : await this.#connection.all<Place & { charge: boolean }>(
            'select at, seq, false as charge from journal where seq = $1 and account_id = $2',
            [seq, accountId],
          )
    return found
  }
}
