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
import { CONNECT_MS, type Connection, type Session } from './connection.ts'
import { Holds } from './holds.ts'
import { Journal } from './journal.ts'
import { openConnections, type Connections } from './open-connections.ts'
import { People } from './people.ts'
import { sweepHolds } from './sweep.ts'
import { Usage } from './usage.ts'

/**
 * The store on PostgreSQL, for several instances at once. Every method is one statement or one transaction;
 * rows are locked, so no instance can look at money that another is spending.
 */
export class PostgresStore implements Store {
  readonly people: People
  readonly #connection: Connection
  readonly #journal: Journal
  readonly #holds: Holds
  readonly #usage: Usage
  readonly #upkeep: Connection

  private constructor({ calls, upkeep }: Connections, waitMs: number) {
    this.#connection = calls
    this.#journal = new Journal(calls)
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

  async createKey(key: NewKey, maxActive: number): Promise<ApiKey | 'limit'> {
    return this.#connection.transaction(async (session) => {
      await lockedAccount(session, key.accountId)
      const [same] = await session.all<KeyRow>(`select ${KEY_COLUMNS} from api_keys where secret_hash = $1`, [
        key.secretHash,
      ])
      if (same) return toKey(same)
      const [active] = await session.all<{ count: number }>(
        'select count(*) as count from api_keys where account_id = $1 and revoked_at is null',
        [key.accountId],
      )
      if (active && active.count >= maxActive) return 'limit'
      const { hour, day, week, month } = key.limits
      const [row] = await session.all<KeyRow>(
        `insert into api_keys
           (id, account_id, name, secret_hash, last_four, limit_hour, limit_day, limit_week, limit_month, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${KEY_COLUMNS}`,
        [key.id, key.accountId, key.name, key.secretHash, key.lastFour, hour, day, week, month, key.now],
      )
      if (!row) throw new Error('the key does not exist')
      return toKey(row)
    })
  }

  async findKeyByHash(secretHash: Uint8Array): Promise<ApiKey | undefined> {
    const [row] = await this.#connection.all<KeyRow>(
      `select ${KEY_COLUMNS} from api_keys where secret_hash = $1`,
      [secretHash],
    )
    return row && toKey(row)
  }

  async listKeys({ accountId, limit, after }: Page & { accountId: string }): Promise<ApiKey[]> {
    const rows = await this.#connection.all<KeyRow>(
      `select ${KEY_COLUMNS} from api_keys
       where account_id = $1
         and (created_at, id) > (select created_at, id from api_keys where account_id = $1 and id = $2
           union all select -1, '' where $2::text is null)
       order by created_at, id limit $3`,
      [accountId, after ?? null, limit],
    )
    return rows.map(toKey)
  }

  async updateKey(
    accountId: string,
    keyId: string,
    change: { name?: string; limits?: Partial<SpendLimits> },
  ): Promise<ApiKey | undefined> {
    return this.#connection.transaction(async (session) => {
      const [row] = await session.all<KeyRow>(
        `select ${KEY_COLUMNS} from api_keys where account_id = $1 and id = $2 for update`,
        [accountId, keyId],
      )
      if (!row) return undefined
      const { hour, day, week, month } = { ...toKey(row).limits, ...change.limits }
      const [after] = await session.all<KeyRow>(
        `update api_keys set name = $2, limit_hour = $3, limit_day = $4, limit_week = $5, limit_month = $6
         where id = $1 returning ${KEY_COLUMNS}`,
        [keyId, change.name ?? row.name, hour, day, week, month],
      )
      return after && toKey(after)
    })
  }

  async revokeKey(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined> {
    const [row] = await this.#connection.all<KeyRow>(
      `update api_keys set revoked_at = coalesce(revoked_at, $3) where account_id = $1 and id = $2 returning ${KEY_COLUMNS}`,
      [accountId, keyId, now],
    )
    return row && toKey(row)
  }

  async revokedAmong(keyIds: readonly string[]): Promise<string[]> {
    const rows = await this.#upkeep.all<{ id: string }>(
      'select id from api_keys where revoked_at is not null and id = any ($1)',
      [keyIds],
    )
    return rows.map(({ id }) => id)
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

/** The account's row, which nobody else changes until the transaction is over. */
async function lockedAccount(session: Session, id: string): Promise<AccountRow | undefined> {
  const [row] = await session.all<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from accounts where id = $1 for update`,
    [id],
  )
  return row
}
