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
import { CONNECT_MS, type Connection } from './connection.ts'
import { Holds } from './holds.ts'
import { Journal } from './journal.ts'
import { Keys, revokedAmong } from './keys.ts'
import { openConnections, type Connections } from './open-connections.ts'
import { People } from './people.ts'
import { sweepHolds } from './sweep.ts'
import { readSums } from './usage-sums.ts'
import { Usage } from './usage.ts'

/**
 * The store on PostgreSQL, for several instances at once. Every method is one statement or one transaction;
 * rows are locked, so no instance can look at money that another is spending.
 */
export class PostgresStore implements Store {
  readonly people: People
  readonly #connection: Connection
  readonly #journal: Journal
  readonly #keys: Keys
  readonly #holds: Holds
  readonly #usage: Usage
  readonly #upkeep: Connection

  private constructor({ calls, upkeep }: Connections, waitMs: number) {
    this.#connection = calls
    this.#journal = new Journal(calls)
    this.#keys = new Keys(calls)
    this.#holds = new Holds(calls, waitMs)
    this.#usage = new Usage(calls)
    this.#upkeep = upkeep
    this.people = new People(calls, upkeep)
  }

  /**
   * Connects and brings the tables up to date. Calls of this instance may use `poolSize` connections at once, and wait at most
   * `connectMs` for one, or for their turn in the next batch.
   * @throws {StoreUnavailable} where the database is out of reach; an Error where a newer service wrote it
   */
  static async open(url: string, poolSize: number, connectMs = CONNECT_MS): Promise<PostgresStore> {
    return new PostgresStore(await openConnections(url, poolSize, connectMs), connectMs)
  }

  async createAccount(account: {
    id: string
    name: string
    creditMicros: number
    now: number
  }): Promise<Account> {
    await this.#journal.open(account)
    const created = await this.getAccount(account.id)
    if (!created) throw new Error('the account does not exist')
    return created
  }

  async getAccount(id: string): Promise<Account | undefined> {
    const [row] = await this.#connection.all<AccountRow>(
      `select ${ACCOUNT_COLUMNS} from accounts where id = $1`,
      [id],
    )
    return row && toAccount(row)
  }

  async listAccounts({ limit, after }: Page): Promise<Account[]> {
    const rows = await this.#connection.all<AccountRow>(
      `select ${ACCOUNT_COLUMNS} from accounts
       where (created_at, id) > (select created_at, id from accounts where id = $1
         union all select -1, '' where $1::text is null)
       order by created_at, id limit $2`,
      [after ?? null, limit],
    )
    return rows.map(toAccount)
  }

  addCredit(grant: Grant): Promise<Account | 'conflict' | 'too_large' | 'insufficient' | undefined> {
    return this.#journal.add(grant)
  }

  listJournal(query: JournalQuery): Promise<JournalEntry[]> {
    return this.#journal.list(query)
  }

  checkBooks(): Promise<BookDifference[]> {
    return checkBooks(this.#connection)
  }

  async suspendAccount(id: string, suspendedAt: number | null): Promise<Account | undefined> {
    await this.#connection.transaction(async (session) => {
      await session.all('select 1 from accounts where id = $1 for update', [id])
      if (suspendedAt === null) await session.all('delete from suspensions where account_id = $1', [id])
      else
        await session.all(
          `insert into suspensions (account_id, since) select id, $2 from accounts where id = $1
           on conflict (account_id) do update set since = excluded.since`,
          [id, suspendedAt],
        )
    })
    return this.getAccount(id)
  }

  createKey(key: NewKey, maxActive: number): Promise<ApiKey | 'limit'> {
    return this.#keys.create(key, maxActive)
  }

  findKeyByHash(secretHash: Uint8Array): Promise<FoundKey | undefined> {
    return this.#keys.findByHash(secretHash)
  }

  getKey(accountId: string, keyId: string): Promise<ApiKey | undefined> {
    return this.#keys.get(accountId, keyId)
  }

  listKeys(query: KeyList): Promise<ApiKey[]> {
    return this.#keys.list(query)
  }

  updateKey(accountId: string, keyId: string, change: KeyChange): Promise<ApiKey | 'expired' | undefined> {
    return this.#keys.update(accountId, keyId, change)
  }

  rollKey(roll: KeyRoll): Promise<ApiKey | undefined> {
    return this.#keys.roll(roll)
  }

  revokeKey(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined> {
    return this.#keys.revoke(accountId, keyId, now)
  }

  revokedAmong(keyIds: readonly string[]): Promise<string[]> {
    return revokedAmong(this.#upkeep, keyIds)
  }

  hold(request: HoldRequest): Promise<HoldOutcome> {
    return this.#holds.hold(request)
  }

  probe(request: HoldRequest): Promise<HoldOutcome> {
    return this.#holds.probe(request)
  }

  settle(request: SettleRequest): Promise<Settled | undefined> {
    return this.#holds.settle(request)
  }

  sweep(now: number): Promise<number> {
    return sweepHolds(this.#upkeep, now)
  }

  async windowSpends(keyId: string, now: number): Promise<WindowSpend[]> {
    return (await this.windowSpendsOf([keyId], now)).get(keyId) ?? []
  }

  windowSpendsOf(keyIds: readonly string[], now: number): Promise<Map<string, WindowSpend[]>> {
    return this.#holds.windowSpendsOf(keyIds, now)
  }

  listUsage(query: UsageQuery): Promise<UsageRecord[]> {
    return this.#usage.list(query)
  }

  getUsage(accountId: string, id: string): Promise<UsageRecord | undefined> {
    return this.#usage.get(accountId, id)
  }

  async usageSums(query: UsageSumsQuery): Promise<UsageSum[]> {
    return readSums(this.#connection, query)
  }

  prune(limits: PruneLimits, now: number): Promise<number> {
    return new Usage(this.#upkeep).prune(limits, now)
  }

  async tryWrite(now: number): Promise<void> {
    await this.#upkeep.all(
      'insert into readiness (id, at) values (1, $1) on conflict (id) do update set at = excluded.at',
      [now],
    )
  }

  async close(): Promise<void> {
    await Promise.all([this.#connection.close(), this.#upkeep.close()])
  }
}
