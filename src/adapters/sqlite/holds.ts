import { decideHold } from '../../domain/ledger/decide-hold.ts'
import { WINDOW_KINDS, windowStart } from '../../domain/ledger/spend-windows.ts'
import type {
  HoldOutcome,
  HoldRequest,
  Settled,
  SettleRequest,
  WindowSpend,
} from '../../domain/ledger/store.ts'
import type { Database } from './database.ts'
import { toAccount, toKey, toSpends, type AccountRow, type CallRow, type KeyRow } from '../sql-rows.ts'

/** Opens and ends holds: the part of the store where credit, caps and calls meet, each step one transaction. */
export class Holds {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  hold(request: HoldRequest): HoldOutcome {
    return this.#database.transaction(() => {
      const outcome = this.probe(request)
      if (outcome.kind === 'held') this.#open(request, outcome.amountMicros)
      return outcome
    })
  }

  probe({ accountId, keyId, now, floorMicros, ceilingMicros }: HoldRequest): HoldOutcome {
    const key = this.#database.get<KeyRow>('select * from api_keys where id = ? and revoked_at is null', [
      keyId,
    ])
    const account = this.#database.get<AccountRow>('select * from accounts where id = ?', [accountId])
    if (!key || !account) return { kind: 'refused', refusal: { kind: 'key_inactive' } }
    return decideHold(toAccount(account), this.#windowSpends(key, now), floorMicros, ceilingMicros)
  }

  settle(request: SettleRequest): Settled | undefined {
    return this.#database.transaction(() => this.#settle(request))
  }

  sweep(now: number): number {
    return this.#database.transaction(() => {
      const dead = this.#database.all<{ id: string }>(
        'select id from calls where ended_at is null and expires_at <= ?',
        [now],
      )
      for (const { id } of dead) {
        this.#settle({ id, costMicros: 0, promptTokens: 0, completionTokens: 0, status: 'expired', now })
      }
      return dead.length
    })
  }

  windowSpends(keyId: string, now: number): WindowSpend[] {
    const row = this.#database.get<KeyRow>('select * from api_keys where id = ?', [keyId])
    return row ? this.#windowSpends(row, now) : []
  }

  windowSpendsOf(keyIds: readonly string[], now: number): Map<string, WindowSpend[]> {
    const starts = WINDOW_KINDS.map((kind) => [kind, windowStart(kind, now)])
    const rows = this.#database.all<KeyRow & { spent: number; held: number }>(
      `select k.*, coalesce(w.spent_micros, 0) as spent, coalesce(w.held_micros, 0) as held
       from api_keys k
       join json_each(?2) s
       left join windows w on w.key_id = k.id and w.kind = s.value ->> 0 and w.start = s.value ->> 1
       where k.id in (select value from json_each(?1))
       order by s.key`,
      [JSON.stringify(keyIds), JSON.stringify(starts)],
    )
    const figures = Map.groupBy(rows, ({ id }) => id)
    return new Map(
      [...figures].map(([id, own]) => [id, own[0] ? toSpends(toKey(own[0]).limits, own, now) : []]),
    )
  }

  #open(request: HoldRequest, amountMicros: number): void {
    const { id, accountId, keyId, model, frameworks, now, expiresAt } = request
    this.#database.run(
      `insert into calls (id, account_id, key_id, model, frameworks, status, held_micros, started_at, expires_at)
       values (?, ?, ?, ?, ?, 'running', ?, ?, ?)`,
      [id, accountId, keyId, model, frameworks.join(' '), amountMicros, now, expiresAt],
    )
    this.#database.run('update accounts set held_micros = held_micros + ? where id = ?', [
      amountMicros,
      accountId,
    ])
    for (const kind of WINDOW_KINDS) {
      this.#database.run(
        `insert into windows (key_id, kind, start, held_micros) values (?, ?, ?, ?)
         on conflict do update set held_micros = held_micros + excluded.held_micros`,
        [keyId, kind, windowStart(kind, now), amountMicros],
      )
    }
    this.#database.run('update api_keys set last_used_at = ? where id = ?', [now, keyId])
  }

  /** Ends a hold in the windows it began in, whenever it ends. */
  #settle(request: SettleRequest): Settled | undefined {
    const call = this.#database.get<CallRow>('select * from calls where id = ?', [request.id])
    if (!call) return undefined
    if (call.ended_at !== null) return { costMicros: call.cost_micros, after: undefined }
    const costMicros = Math.min(request.costMicros, call.held_micros)
    this.#database.run(
      `update calls set status = ?, cost_micros = ?, prompt_tokens = ?, completion_tokens = ?, ended_at = ? where id = ?`,
      [request.status, costMicros, request.promptTokens, request.completionTokens, request.now, call.id],
    )
    this.#database.run(
      'update accounts set held_micros = held_micros - ?, balance_micros = balance_micros - ? where id = ?',
      [call.held_micros, costMicros, call.account_id],
    )
    for (const kind of WINDOW_KINDS) {
      this.#database.run(
        `update windows set held_micros = held_micros - ?, spent_micros = spent_micros + ?
         where key_id = ? and kind = ? and start = ?`,
        [call.held_micros, costMicros, call.key_id, kind, windowStart(kind, call.started_at)],
      )
    }
    return { costMicros, after: this.#left(call) }
  }

  #left({ account_id: accountId, key_id: keyId, started_at: startedAt }: CallRow): Settled['after'] {
    const account = this.#database.get<AccountRow>('select * from accounts where id = ?', [accountId])
    return account && { account: toAccount(account), keyId, spends: this.windowSpends(keyId, startedAt) }
  }

  #windowSpends(key: KeyRow, now: number): WindowSpend[] {
    const figures = WINDOW_KINDS.map((kind) => {
      const row = this.#database.get<{ spent: number; held: number }>(
        'select spent_micros as spent, held_micros as held from windows where key_id = ? and kind = ? and start = ?',
        [key.id, kind, windowStart(kind, now)],
      )
      return row ?? { spent: 0, held: 0 }
    })
    return toSpends(toKey(key).limits, figures, now)
  }
}
