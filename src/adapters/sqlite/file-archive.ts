import type { DaySums } from '../../domain/ledger/book/day-sums.ts'
import type { Archive, Call, Change, Figures, FreeAnswers, Window } from '../../domain/ledger/book/entries.ts'
import type { WindowKind } from '../../domain/ledger/spend-windows.ts'
import type { Account, ApiKey } from '../../domain/ledger/store.ts'
import {
  ACCOUNT_COLUMNS,
  CALL_COLUMNS,
  KEY_COLUMNS,
  toAccount,
  toKey,
  toUsage,
  type AccountRow,
  type CallRow,
  type KeyRow,
} from '../sql-rows.ts'
import type { Database } from './database.ts'
import { addSums } from './usage-sums.ts'

const INSERT_CALL = `
insert into calls (id, account_id, key_id, model, frameworks, status, held_micros, cost_micros, prompt_tokens,
  completion_tokens, started_at, expires_at, ended_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const END_CALL = `
update calls set status = ?, cost_micros = ?, prompt_tokens = ?, completion_tokens = ?, ended_at = ? where id = ?`

const WRITE_WINDOW = `
insert into windows (key_id, kind, start, spent_micros, held_micros) values (?, ?, ?, ?, ?)
on conflict do update set spent_micros = excluded.spent_micros, held_micros = excluded.held_micros`

const WRITE_FREE_ANSWERS = `
insert into free_answers (account_id, day, used) values (?, ?, ?) on conflict do update set used = excluded.used`

/**
 * What the book of a file has in its tables. Changes are collected and written together, each row once however many steps changed it:
 * whoever runs steps writes them in the same transaction.
 */
export class FileArchive implements Archive {
  readonly #database: Database
  readonly #accounts = new Set<Account>()
  readonly #keys = new Set<ApiKey>()
  readonly #windows = new Set<Window>()
  readonly #opened = new Set<Call>()
  readonly #closed = new Set<Call>()
  readonly #freeAnswers = new Set<FreeAnswers>()
  readonly #sums: DaySums

  #reads = 0

  /** In `sums` the book counts the ends that are collected. */
  constructor(database: Database, sums: DaySums) {
    this.#database = database
    this.#sums = sums
  }

  /** How often the book has asked since it forgot everything. What it has at hand is no more than that. */
  get reads(): number {
    return this.#reads
  }

  /** The calls whose ends are collected. */
  get closed(): Iterable<Call> {
    return this.#closed
  }

  account(id: string): Account | undefined {
    this.#reads += 1
    const row = this.#database.get<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts where id = ?`, [id])
    return row && toAccount(row)
  }

  key(id: string): ApiKey | undefined {
    this.#reads += 1
    const row = this.#database.get<KeyRow>(`select ${KEY_COLUMNS} from api_keys where id = ?`, [id])
    return row && toKey(row)
  }

  window(keyId: string, kind: WindowKind, start: number): Figures | undefined {
    this.#reads += 1
    return this.#database.get<Figures>(
      `select spent_micros as spentMicros, held_micros as heldMicros from windows
       where key_id = ? and kind = ? and start = ?`,
      [keyId, kind, start],
    )
  }

  call(id: string): Call | undefined {
    this.#reads += 1
    const row = this.#database.get<CallRow & { expires_at: number }>(
      `select ${CALL_COLUMNS}, expires_at from calls where id = ?`,
      [id],
    )
    return row && { ...toUsage(row), heldMicros: row.held_micros, expiresAt: row.expires_at }
  }

  freeAnswers(accountId: string, day: number): number {
    this.#reads += 1
    const row = this.#database.get<{ used: number }>(
      'select used from free_answers where account_id = ? and day = ?',
      [accountId, day],
    )
    return row?.used ?? 0
  }

  opened(change: Change): void {
    this.#opened.add(change.call)
    this.#keys.add(change.key)
    this.#note(change)
  }

  ended(change: Change): void {
    this.#closed.add(change.call)
    this.#note(change)
  }

  usedFreeAnswer(used: FreeAnswers): void {
    this.#freeAnswers.add(used)
  }

  /** Writes all that changed, into the transaction that is open. */
  write(): void {
    for (const call of this.#opened) this.#insert(call)
    for (const call of this.#closed) {
      if (!this.#opened.has(call)) this.#end(call)
    }
    for (const { id, balanceMicros, heldMicros } of this.#accounts) {
      this.#database.run('update accounts set balance_micros = ?, held_micros = ? where id = ?', [
        balanceMicros,
        heldMicros,
        id,
      ])
    }
    for (const { keyId, kind, start, spentMicros, heldMicros } of this.#windows) {
      this.#database.run(WRITE_WINDOW, [keyId, kind, start, spentMicros, heldMicros])
    }
    for (const { id, lastUsedAt } of this.#keys) {
      this.#database.run('update api_keys set last_used_at = ? where id = ?', [lastUsedAt, id])
    }
    for (const { accountId, day, used } of this.#freeAnswers) {
      this.#database.run(WRITE_FREE_ANSWERS, [accountId, day, used])
    }
    addSums(this.#database, this.#sums)
  }

  /** The book has forgotten everything, and what it had changed with it. */
  forget(): void {
    this.#reads = 0
    this.clear()
  }

  /** What was collected is written. */
  clear(): void {
    this.#accounts.clear()
    this.#keys.clear()
    this.#windows.clear()
    this.#opened.clear()
    this.#closed.clear()
    this.#freeAnswers.clear()
    this.#sums.clear()
  }

  #note({ account, windows }: Change): void {
    this.#accounts.add(account)
    for (const window of windows) {
      if (window.begun) this.#windows.add(window)
    }
  }

  #insert(call: Call): void {
    this.#database.run(INSERT_CALL, [
      call.id,
      call.accountId,
      call.keyId,
      call.model,
      call.frameworks.join(' '),
      call.status,
      call.heldMicros,
      call.costMicros,
      call.promptTokens,
      call.completionTokens,
      call.startedAt,
      call.expiresAt,
      call.endedAt,
    ])
  }

  #end(call: Call): void {
    const { id, status, costMicros, promptTokens, completionTokens, endedAt } = call
    this.#database.run(END_CALL, [status, costMicros, promptTokens, completionTokens, endedAt, id])
  }
}
