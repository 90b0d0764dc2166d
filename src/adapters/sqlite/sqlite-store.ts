import type {
  BookDifference,
  Grant,
  JournalEntry,
  JournalQuery,
  PruneLimits,
} from '../../domain/ledger/books.ts'
import type { KeyChange, KeyRoll } from '../../domain/ledger/key-changes.ts'
import type {
  Account,
  ApiKey,
  FoundKey,
  HoldOutcome,
  HoldRequest,
  KeyList,
  NewKey,
  Page,
  Settled,
  SettleRequest,
  Store,
  UsageQuery,
  UsageRecord,
  WindowSpend,
} from '../../domain/ledger/store.ts'
import type { UsageSum, UsageSumsQuery } from '../../domain/ledger/usage-sums.ts'
import { ACCOUNT_COLUMNS, toAccount, type AccountRow } from '../sql-rows.ts'
import { checkBooks } from './books.ts'
import { Database, type Synchronous } from './database.ts'
import { FileBook } from './file-book.ts'
import { Journal } from './journal.ts'
import { People } from './people.ts'
import { Keys } from './keys.ts'
import { readSums } from './usage-sums.ts'
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
  readonly #keys: Keys
  readonly #book: FileBook
  readonly #usage: Usage

  constructor(path: string, synchronous: Synchronous = 'normal') {
    this.#database = new Database(path, synchronous)
    this.#journal = new Journal(this.#database)
    this.#keys = new Keys(this.#database)
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

  async suspendAccount(id: string, suspendedAt: number | null): Promise<Account | undefined> {
    this.#database.run(
      suspendedAt === null
        ? 'delete from suspensions where account_id = ?'
        : `insert into suspensions (account_id, since) select id, ?2 from accounts where id = ?1
           on conflict do update set since = excluded.since`,
      [id, ...(suspendedAt === null ? [] : [suspendedAt])],
    )
    this.#book.accountChanged(id)
    return this.getAccount(id)
  }

  async createKey(key: NewKey, maxActive: number): Promise<ApiKey | 'limit'> {
    return this.#keys.create(key, maxActive)
  }

  async findKeyByHash(secretHash: Uint8Array): Promise<FoundKey | undefined> {
    return this.#keys.findByHash(secretHash)
  }

  async getKey(accountId: string, keyId: string): Promise<ApiKey | undefined> {
    return this.#keys.get(accountId, keyId)
  }

  async listKeys(query: KeyList): Promise<ApiKey[]> {
    return this.#keys.list(query)
  }

  async updateKey(
    accountId: string,
    keyId: string,
    change: KeyChange,
  ): Promise<ApiKey | 'expired' | undefined> {
    const changed = this.#keys.update(accountId, keyId, change)
    this.#book.keyChanged(keyId)
    return changed
  }

  async rollKey(roll: KeyRoll): Promise<ApiKey | undefined> {
    const rolled = this.#keys.roll(roll)
    this.#book.keyChanged(roll.keyId)
    return rolled
  }

  async revokeKey(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined> {
    const revoked = this.#keys.revoke(accountId, keyId, now)
    this.#book.keyChanged(keyId)
    return revoked
  }

  async revokedAmong(keyIds: readonly string[]): Promise<string[]> {
    return this.#keys.revokedAmong(keyIds)
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

  async usageSums(query: UsageSumsQuery): Promise<UsageSum[]> {
    return readSums(this.#database, query)
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
}
