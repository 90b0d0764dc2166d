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
import type { Database } from './database.ts'

/**
 * A page of an account's journal, newest first: grants, debits and what was carried over are rows of their own, a charge is the call
 * that ended with a cost. Values: account, where the page begins in either list (time, row), how many.
 */
export const JOURNAL_PAGE = `
select kind, amount_micros, reason, call_id, at, seq from (
  select * from (
    select kind, amount_micros, reason, null as call_id, at, seq, 0 as list from journal
    where account_id = ?1 and (at, seq) < (?2, ?3) order by at desc, seq desc limit ?6)
  union all
  select * from (
    select 'charge', -cost_micros, null, id, ended_at, rowid, 1 from calls
    where account_id = ?1 and cost_micros > 0 and (ended_at, rowid) < (?4, ?5) order by ended_at desc, rowid desc limit ?6)
) order by at desc, list desc, seq desc limit ?6`

/** What gives accounts their credit, and the journal that tells of it. */
export class Journal {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  open(account: { id: string; name: string; creditMicros: number; now: number }): void {
    const { id, name, creditMicros, now } = account
    this.#database.transaction(() => {
      const created = this.#database.get(
        `insert into accounts (id, name, balance_micros, funded_micros, created_at) values (?1, ?2, ?3, ?3, ?4)
         on conflict do nothing returning id`,
        [id, name, creditMicros, now],
      )
      if (!created || creditMicros === 0) return
      this.#write({
        accountId: id,
        amountMicros: creditMicros,
        reason: 'opening',
        idempotencyKey: undefined,
        now,
      })
    })
  }

  add(grant: Grant): Account | 'conflict' | 'too_large' | 'insufficient' | undefined {
    return this.#database.transaction(() => {
      const { accountId, amountMicros, idempotencyKey } = grant
      const row = this.#account(accountId)
      if (!row) return undefined
      if (idempotencyKey !== undefined) {
        const before = this.#database.get<{ amount_micros: number }>(
          'select amount_micros from journal where account_id = ? and idempotency_key = ?',
          [accountId, idempotencyKey],
        )
        if (before) return before.amount_micros === amountMicros ? toAccount(row) : 'conflict'
      }
      if (!Number.isSafeInteger(row.balance_micros + amountMicros)) return 'too_large'
      if (row.balance_micros - row.held_micros + amountMicros < 0) return 'insufficient'
      this.#write(grant)
      this.#database.run(
        'update accounts set balance_micros = balance_micros + ?1, funded_micros = balance_micros + ?1 where id = ?2',
        [amountMicros, accountId],
      )
      const after = this.#account(accountId)
      return after && toAccount(after)
    })
  }

  list({ accountId, limit, after }: JournalQuery): JournalEntry[] {
    const cursor = after === undefined ? undefined : this.#cursor(accountId, after)
    if (after !== undefined && !cursor) return []
    const { rows, charges } = journalBounds(cursor)
    return this.#database
      .all<JournalRow>(JOURNAL_PAGE, [accountId, rows.at, rows.seq, charges.at, charges.seq, limit])
      .map(toJournalEntry)
  }

  #write({ accountId, amountMicros, reason, idempotencyKey, now }: Grant): void {
    this.#database.run(
      `insert into journal (account_id, kind, amount_micros, reason, idempotency_key, at) values (?, ?, ?, ?, ?, ?)`,
      [
        accountId,
        amountMicros < 0 ? 'debit' : 'grant',
        amountMicros,
        reason ?? null,
        idempotencyKey ?? null,
        now,
      ],
    )
  }

  /** Where the line with this id stands. */
  #cursor(accountId: string, id: string): (Place & { charge: boolean }) | undefined {
    const seq = journalSeq(id)
    const found =
      seq === undefined
        ? this.#database.get<Place>(
            'select ended_at as at, rowid as seq from calls where id = ? and account_id = ? and ended_at is not null',
            [id, accountId],
          )
        : this.#database.get<Place>('select at, seq from journal where seq = ? and account_id = ?', [
            seq,
            accountId,
          ])
    return found && { charge: seq === undefined, ...found }
  }

  #account(id: string): AccountRow | undefined {
    return this.#database.get<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts where id = ?`, [id])
  }
}
