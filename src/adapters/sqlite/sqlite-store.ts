import type {
  BookDifference,
  Grant,
  JournalEntry,
  JournalQuery,
  PruneLimits,
} from '../../domain/ledger/books.ts'
import type { SpendLimits } from '../../domain/ledger/spend-windows.ts'
import type {
  Account,
  ApiKey,
  HoldOutcome,
  HoldRequest,
  NewKey,
  Page,
  Settled,
  SettleRequest,
  Store,
  UsageQuery,
  UsageRecord,
  WindowSpend,
} from '../../domain/ledger/store.ts'
import { ACCOUNT_COLUMNS, KEY_COLUMNS, toAccount, toKey, type AccountRow, type KeyRow } from '../sql-rows.ts'
import { checkBooks } from './books.ts'
import { Database, type Synchronous } from './database.ts'
import { FileBook } from './file-book.ts'
import { Journal } from './journal.ts'
import { People } from './people.ts'
import { Usage } from './usage.ts'
import { windowSpendsOf } from './window-spends.ts'

/** Sixteen pages of the file. A hold or a settlement changes fewer. */
const TRIED_BYTES = 16 * 4_096

/**
 * The store in one file, which belongs to this process alone. Holds and their ends go through the book, many in one transaction.
 * Every other method is one synchronous transaction of its own. So nothing can interleave within any of them, and all of them find
 * in the file what has been answered before.
 */
export class SqliteStore implements Store {
  readonly people: People
  readonly #database: Database
  readonly #journal: Journal
  readonly #book: FileBook
  readonly #usage: Usage

  constructor(path: string, synchronous: Synchronous = 'normal') {
    this.#database = new Database(path, synchronous)
    this.#journal = new Journal(this.#database)
    this.#book = new FileBook(this.#database)
    this.#usage = new Usage(this.#database)
    this.people = new People(this.#database)
  }

  async createAccount(account: {
    id: string
    name: string
    creditMicros: number
    now: number
  }): Promise<Account> {
    this.#journal.open(account)
    return this.#account(account.id)
  }

  async getAccount(id: string): Promise<Account | undefined> {
    const row = this.#database.get<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts where id = ?`, [id])
    return row && toAccount(row)
  }

  async listAccounts({ limit, after }: Page): Promise<Account[]> {
    const rows = this.#database.all<AccountRow>(
      `select ${ACCOUNT_COLUMNS} from accounts
       where (created_at, id) > (select created_at, id from accounts where id = ?1
         union all select -1, '' where ?1 is null)
       order by created_at, id limit ?2`,
      [after ?? null, limit],
    )
    return rows.map(toAccount)
  }

  async addCredit(grant: Grant): Promise<Account | 'conflict' | 'too_large' | 'insufficient' | undefined> {
    const account = this.#journal.add(grant)
    this.#book.accountChanged(grant.accountId)
    return account
  }

  async listJournal(query: JournalQuery): Promise<JournalEntry[]> {
    return this.#journal.list(query)
  }

  async checkBooks(): Promise<BookDifference[]> {
    return checkBooks(this.#database)
  }

  async createKey(key: NewKey, maxActive: number): Promise<ApiKey | 'limit'> {
    return this.#database.transaction(() => {
      const same = this.#database.get<KeyRow>(`select ${KEY_COLUMNS} from api_keys where secret_hash = ?`, [
        key.secretHash,
      ])
      if (same) return toKey(same)
      const active = this.#database.get<{ count: number }>(
        'select count(*) as count from api_keys where account_id = ? and revoked_at is null',
        [key.accountId],
      )
      if (active && active.count >= maxActive) return 'limit'
      const { hour, day, week, month } = key.limits
      this.#database.run(
        `insert into api_keys
           (id, account_id, name, secret_hash, last_four, limit_hour, limit_day, limit_week, limit_month, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [key.id, key.accountId, key.name, key.secretHash, key.lastFour, hour, day, week, month, key.now],
      )
      return this.#key(key.id)
    })
  }

  async findKeyByHash(secretHash: Uint8Array): Promise<ApiKey | undefined> {
    const row = this.#database.get<KeyRow>(`select ${KEY_COLUMNS} from api_keys where secret_hash = ?`, [
      secretHash,
    ])
    return row && toKey(row)
  }

  async listKeys({ accountId, limit, after }: Page & { accountId: string }): Promise<ApiKey[]> {
    const rows = this.#database.all<KeyRow>(
      `select ${KEY_COLUMNS} from api_keys
       where account_id = ?1
         and (created_at, id) > (select created_at, id from api_keys where account_id = ?1 and id = ?2
           union all select -1, '' where ?2 is null)
       order by created_at, id limit ?3`,
      [accountId, after ?? null, limit],
    )
    return rows.map(toKey)
  }

  async updateKey(
    accountId: string,
    keyId: string,
    change: { name?: string; limits?: Partial<SpendLimits> },
  ): Promise<ApiKey | undefined> {
    const changed = this.#database.transaction(() => {
      const row = this.#database.get<KeyRow>(
        `select ${KEY_COLUMNS} from api_keys where account_id = ? and id = ?`,
        [accountId, keyId],
      )
      if (!row) return undefined
      const limits = { ...toKey(row).limits, ...change.limits }
      this.#database.run(
        'update api_keys set name = ?, limit_hour = ?, limit_day = ?, limit_week = ?, limit_month = ? where id = ?',
        [change.name ?? row.name, limits.hour, limits.day, limits.week, limits.month, keyId],
      )
      return this.#key(keyId)
    })
    this.#book.keyChanged(keyId)
    return changed
  }

  async revokeKey(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined> {
    this.#database.run(
      'update api_keys set revoked_at = coalesce(revoked_at, ?) where account_id = ? and id = ?',
      [now, accountId, keyId],
    )
    this.#book.keyChanged(keyId)
    const row = this.#database.get<KeyRow>(
      `select ${KEY_COLUMNS} from api_keys where account_id = ? and id = ?`,
      [accountId, keyId],
    )
    return row && toKey(row)
  }

  async revokedAmong(keyIds: readonly string[]): Promise<string[]> {
    const rows = this.#database.all<{ id: string }>(
      'select id from api_keys where revoked_at is not null and id in (select value from json_each(?))',
      [JSON.stringify(keyIds)],
    )
    return rows.map(({ id }) => id)
  }

  async hold(request: HoldRequest): Promise<HoldOutcome> {
    return this.#book.hold(request)
  }

  async probe(request: HoldRequest): Promise<HoldOutcome> {
    return this.#book.probe(request)
  }

  async settle(request: SettleRequest): Promise<Settled | undefined> {
    return this.#book.settle(request)
  }

  async sweep(now: number): Promise<number> {
    return this.#book.sweep(now)
  }

  async windowSpends(keyId: string, now: number): Promise<WindowSpend[]> {
    return windowSpendsOf(this.#database, [keyId], now).get(keyId) ?? []
  }

  async windowSpendsOf(keyIds: readonly string[], now: number): Promise<Map<string, WindowSpend[]>> {
    return windowSpendsOf(this.#database, keyIds, now)
  }

  async listUsage(query: UsageQuery): Promise<UsageRecord[]> {
    return this.#usage.list(query)
  }

  async getUsage(accountId: string, id: string): Promise<UsageRecord | undefined> {
    return this.#usage.get(accountId, id)
  }

  async prune(limits: PruneLimits, now: number): Promise<number> {
    const pruned = this.#usage.prune(limits, now)
    if (pruned > 0) this.#book.forget()
    return pruned
  }

  async tryWrite(now: number): Promise<void> {
    this.#database.transaction(() => {
      // The new row stands beside the old one for a moment: it needs free room, and more of it than any call does. A row changed
      // in place would need none.
      this.#database.run('insert into readiness (at, room) values (?, zeroblob(?))', [now, TRIED_BYTES])
      this.#database.run('delete from readiness where rowid <> last_insert_rowid()', [])
    })
  }

  async close(): Promise<void> {
    this.#book.finish()
    this.#database.close()
  }

  #account(id: string): Account {
    const row = this.#database.get<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts where id = ?`, [id])
    if (!row) throw new Error('the account does not exist')
    return toAccount(row)
  }

  #key(id: string): ApiKey {
    const row = this.#database.get<KeyRow>(`select ${KEY_COLUMNS} from api_keys where id = ?`, [id])
    if (!row) throw new Error('the key does not exist')
    return toKey(row)
  }
}
