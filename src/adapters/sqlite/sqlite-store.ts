import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  WINDOW_KINDS,
  windowEnd,
  windowStart,
  type SpendLimits,
  type WindowKind,
} from '../../domain/ledger/spend-windows.ts'
import type {
  Account,
  ApiKey,
  HoldOutcome,
  HoldRequest,
  NewKey,
  SettleRequest,
  Store,
  UsageQuery,
  UsageRecord,
  WindowSpend,
} from '../../domain/ledger/store.ts'
import { refuse } from '../../domain/ledger/refuse.ts'
import { toAccount, toKey, toUsage, type AccountRow, type CallRow, type KeyRow } from './rows.ts'
import { migrate } from './schema.ts'

/**
 * The store on `node:sqlite`: in memory (`:memory:`) or in one file, for one process. Every method is one synchronous
 * transaction, so nothing can interleave within it.
 */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; pragma foreign_keys = on',
    )
    migrate(this.#database)
  }

  async createAccount(account: {
    id: string
    name: string
    creditMicros: number
    now: number
  }): Promise<Account> {
    this.#run('insert into accounts (id, name, balance_micros, created_at) values (?, ?, ?, ?)', [
      account.id,
      account.name,
      account.creditMicros,
      account.now,
    ])
    return this.#account(account.id)
  }

  async getAccount(id: string): Promise<Account | undefined> {
    const row = this.#get<AccountRow>('select * from accounts where id = ?', [id])
    return row && toAccount(row)
  }

  async listAccounts(): Promise<Account[]> {
    return this.#all<AccountRow>('select * from accounts order by created_at, id', []).map(toAccount)
  }

  async addCredit(credit: {
    accountId: string
    amountMicros: number
    idempotencyKey: string | undefined
    now: number
  }): Promise<Account | 'conflict' | undefined> {
    return this.#transaction(() => {
      const { accountId, amountMicros, idempotencyKey, now } = credit
      if (!this.#get('select 1 from accounts where id = ?', [accountId])) return undefined
      if (idempotencyKey !== undefined) {
        const before = this.#get<{ amount_micros: number }>(
          'select amount_micros from credits where account_id = ? and idempotency_key = ?',
          [accountId, idempotencyKey],
        )
        if (before) return before.amount_micros === amountMicros ? this.#account(accountId) : 'conflict'
        this.#run(
          'insert into credits (account_id, idempotency_key, amount_micros, at) values (?, ?, ?, ?)',
          [accountId, idempotencyKey, amountMicros, now],
        )
      }
      this.#run('update accounts set balance_micros = balance_micros + ? where id = ?', [
        amountMicros,
        accountId,
      ])
      return this.#account(accountId)
    })
  }

  async createKey(key: NewKey, maxActive: number): Promise<ApiKey | 'limit'> {
    return this.#transaction(() => {
      const active = this.#get<{ count: number }>(
        'select count(*) as count from api_keys where account_id = ? and revoked_at is null',
        [key.accountId],
      )
      if (active && active.count >= maxActive) return 'limit'
      const { hour, day, week, month } = key.limits
      this.#run(
        `insert into api_keys
           (id, account_id, name, secret_hash, last_four, limit_hour, limit_day, limit_week, limit_month, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [key.id, key.accountId, key.name, key.secretHash, key.lastFour, hour, day, week, month, key.now],
      )
      return this.#key(key.id)
    })
  }

  async findKeyByHash(secretHash: Uint8Array): Promise<ApiKey | undefined> {
    const row = this.#get<KeyRow>('select * from api_keys where secret_hash = ?', [secretHash])
    return row && toKey(row)
  }

  async listKeys(accountId: string): Promise<ApiKey[]> {
    return this.#all<KeyRow>('select * from api_keys where account_id = ? order by created_at, id', [
      accountId,
    ]).map(toKey)
  }

  async updateKey(
    accountId: string,
    keyId: string,
    change: { name?: string; limits?: Partial<SpendLimits> },
  ): Promise<ApiKey | undefined> {
    return this.#transaction(() => {
      const row = this.#get<KeyRow>('select * from api_keys where account_id = ? and id = ?', [
        accountId,
        keyId,
      ])
      if (!row) return undefined
      const limits = { ...toKey(row).limits, ...change.limits }
      this.#run(
        'update api_keys set name = ?, limit_hour = ?, limit_day = ?, limit_week = ?, limit_month = ? where id = ?',
        [change.name ?? row.name, limits.hour, limits.day, limits.week, limits.month, keyId],
      )
      return this.#key(keyId)
    })
  }

  async revokeKey(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined> {
    this.#run('update api_keys set revoked_at = coalesce(revoked_at, ?) where account_id = ? and id = ?', [
      now,
      accountId,
      keyId,
    ])
    const row = this.#get<KeyRow>('select * from api_keys where account_id = ? and id = ?', [
      accountId,
      keyId,
    ])
    return row && toKey(row)
  }

  async hold(request: HoldRequest): Promise<HoldOutcome> {
    return this.#transaction(() => {
      const { id, accountId, keyId, now, floorMicros, ceilingMicros } = request
      const key = this.#get<KeyRow>('select * from api_keys where id = ? and revoked_at is null', [keyId])
      if (!key) return { kind: 'refused', refusal: { kind: 'key_inactive' } }
      const account = this.#account(accountId)
      const spends = this.#windowSpends(key, now)
      const refusal = refuse(account, spends, floorMicros)
      if (refusal) return { kind: 'refused', refusal }
      const headroom = spends.map(({ limitMicros, spentMicros, heldMicros }) =>
        limitMicros === null ? Infinity : limitMicros - spentMicros - heldMicros,
      )
      const amountMicros = Math.min(ceilingMicros, account.balanceMicros - account.heldMicros, ...headroom)
      this.#run(
        `insert into calls (id, account_id, key_id, model, frameworks, status, held_micros, started_at, expires_at)
         values (?, ?, ?, ?, ?, 'running', ?, ?, ?)`,
        [
          id,
          accountId,
          keyId,
          request.model,
          request.frameworks.join(' '),
          amountMicros,
          now,
          request.expiresAt,
        ],
      )
      this.#run('update accounts set held_micros = held_micros + ? where id = ?', [amountMicros, accountId])
      for (const kind of WINDOW_KINDS) {
        this.#run(
          `insert into windows (key_id, kind, start, held_micros) values (?, ?, ?, ?)
           on conflict do update set held_micros = held_micros + excluded.held_micros`,
          [keyId, kind, windowStart(kind, now), amountMicros],
        )
      }
      this.#run('update api_keys set last_used_at = ? where id = ?', [now, keyId])
      return { kind: 'held', amountMicros }
    })
  }

  async settle(request: SettleRequest): Promise<{ costMicros: number } | undefined> {
    return this.#transaction(() => this.#settle(request))
  }

  async sweep(now: number): Promise<number> {
    return this.#transaction(() => {
      const dead = this.#all<{ id: string }>(
        'select id from calls where ended_at is null and expires_at <= ?',
        [now],
      )
      for (const { id } of dead) {
        this.#settle({ id, costMicros: 0, promptTokens: 0, completionTokens: 0, status: 'expired', now })
      }
      return dead.length
    })
  }

  async windowSpends(keyId: string, now: number): Promise<WindowSpend[]> {
    const row = this.#get<KeyRow>('select * from api_keys where id = ?', [keyId])
    return row ? this.#windowSpends(row, now) : []
  }

  async listUsage({ accountId, keyId, limit, after }: UsageQuery): Promise<UsageRecord[]> {
    const rows = this.#all<CallRow>(
      `select * from calls
       where account_id = ?1 and (?2 is null or key_id = ?2)
         and (?3 is null or (started_at, id) < (select started_at, id from calls where id = ?3 and account_id = ?1))
       order by started_at desc, id desc limit ?4`,
      [accountId, keyId ?? null, after ?? null, limit],
    )
    return rows.map(toUsage)
  }

  async getUsage(accountId: string, id: string): Promise<UsageRecord | undefined> {
    const row = this.#get<CallRow>('select * from calls where account_id = ? and id = ?', [accountId, id])
    return row && toUsage(row)
  }

  async ping(): Promise<void> {
    this.#get('select 1', [])
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  /** Ends a hold in the windows it began in, whenever it ends. */
  #settle(request: SettleRequest): { costMicros: number } | undefined {
    const call = this.#get<CallRow>('select * from calls where id = ? and ended_at is null', [request.id])
    if (!call) return undefined
    const costMicros = Math.min(request.costMicros, call.held_micros)
    this.#run(
      `update calls set status = ?, cost_micros = ?, prompt_tokens = ?, completion_tokens = ?, ended_at = ? where id = ?`,
      [request.status, costMicros, request.promptTokens, request.completionTokens, request.now, call.id],
    )
    this.#run(
      'update accounts set held_micros = held_micros - ?, balance_micros = balance_micros - ? where id = ?',
      [call.held_micros, costMicros, call.account_id],
    )
    for (const kind of WINDOW_KINDS) {
      this.#run(
        `update windows set held_micros = held_micros - ?, spent_micros = spent_micros + ?
         where key_id = ? and kind = ? and start = ?`,
        [call.held_micros, costMicros, call.key_id, kind, windowStart(kind, call.started_at)],
      )
    }
    return { costMicros }
  }

  #windowSpends(key: KeyRow, now: number): WindowSpend[] {
    const { limits } = toKey(key)
    return WINDOW_KINDS.map((kind: WindowKind) => {
      const row = this.#get<{ spent_micros: number; held_micros: number }>(
        'select spent_micros, held_micros from windows where key_id = ? and kind = ? and start = ?',
        [key.id, kind, windowStart(kind, now)],
      )
      return {
        window: kind,
        limitMicros: limits[kind],
        spentMicros: row?.spent_micros ?? 0,
        heldMicros: row?.held_micros ?? 0,
        resetsAt: windowEnd(kind, now),
      }
    })
  }

  #account(id: string): Account {
    const row = this.#get<AccountRow>('select * from accounts where id = ?', [id])
    if (!row) throw new Error('the account does not exist')
    return toAccount(row)
  }

  #key(id: string): ApiKey {
    const row = this.#get<KeyRow>('select * from api_keys where id = ?', [id])
    if (!row) throw new Error('the key does not exist')
    return toKey(row)
  }

  #transaction<T>(work: () => T): T {
    this.#database.exec('begin immediate')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (cause) {
      this.#database.exec('rollback')
      throw cause
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  #run(sql: string, values: Value[]): void {
    this.#prepare(sql).run(...values)
  }

  #get<Row>(sql: string, values: Value[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  #all<Row>(sql: string, values: Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }
}

type Value = string | number | null | Uint8Array
