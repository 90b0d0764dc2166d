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
import { Holds } from './holds.ts'
import { Journal } from './journal.ts'
import { Usage } from './usage.ts'

/** Sixteen pages of the file. A hold or a settlement changes fewer. */
const TRIED_BYTES = 16 * 4_096

/**
 * The store on `node:sqlite`: in memory (`:memory:`) or in one file, for one process. Every method is one synchronous
 * transaction, so nothing can interleave within it.
 */
export class SqliteStore implements Store {
  readonly #database: Database
  readonly #journal: Journal
  readonly #holds: Holds
  readonly #usage: Usage

  constructor(path: string, synchronous: Synchronous = 'normal') {
    this.#database = new Database(path, synchronous)
    this.#journal = new Journal(this.#database)
    this.#holds = new Holds(this.#database)
    this.#usage = new Usage(this.#database)
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
    return this.#journal.add(grant)
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
    return this.#database.transaction(() => {
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
  }

  async revokeKey(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined> {
    this.#database.run(
      'update api_keys set revoked_at = coalesce(revoked_at, ?) where account_id = ? and id = ?',
      [now, accountId, keyId],
    )
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
    return this.#holds.hold(request)
  }

  async probe(request: HoldRequest): Promise<HoldOutcome> {
    return this.#holds.probe(request)
  }

  async settle(request: SettleRequest): Promise<Settled | undefined> {
    return this.#holds.settle(request)
  }

  async sweep(now: number): Promise<number> {
    return this.#holds.sweep(now)
  }

  async windowSpends(keyId: string, now: number): Promise<WindowSpend[]> {
    return this.#holds.windowSpends(keyId, now)
  }

  async windowSpendsOf(keyIds: readonly string[], now: number): Promise<Map<string, WindowSpend[]>> {
    return this.#holds.windowSpendsOf(keyIds, now)
  }

  async listUsage(query: UsageQuery): Promise<UsageRecord[]> {
    return this.#usage.list(query)
  }

  async getUsage(accountId: string, id: string): Promise<UsageRecord | undefined> {
    return this.#usage.get(accountId, id)
  }

  async prune(limits: PruneLimits, now: number): Promise<number> {
    return this.#usage.prune(limits, now)
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
