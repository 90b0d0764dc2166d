import { decideHold, headroom } from '../../domain/ledger/decide-hold.ts'
import { WINDOW_KINDS, windowStart } from '../../domain/ledger/spend-windows.ts'
import {
  PROVISIONAL_MS,
  type Account,
  type HoldOutcome,
  type HoldRequest,
  type Settled,
  type SettleRequest,
  type WindowSpend,
} from '../../domain/ledger/store.ts'
import {
  ACCOUNT_COLUMNS,
  CALL_COLUMNS,
  KEY_COLUMNS,
  toAccount,
  toKey,
  toSpends,
  type AccountRow,
  type CallRow,
  type KeyRow,
} from '../sql-rows.ts'
import type { Database } from './database.ts'

/** An account, and the windows that a call began in. */
type Left = NonNullable<Settled['after']> & { account: Account }

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
    const key = this.#database.get<KeyRow>(
      `select ${KEY_COLUMNS} from api_keys where id = ? and revoked_at is null`,
      [keyId],
    )
    const account = this.#database.get<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts where id = ?`, [
      accountId,
    ])
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
    const row = this.#database.get<KeyRow>(`select ${KEY_COLUMNS} from api_keys where id = ?`, [keyId])
    return row ? this.#windowSpends(row, now) : []
  }

  windowSpendsOf(keyIds: readonly string[], now: number): Map<string, WindowSpend[]> {
    const starts = WINDOW_KINDS.map((kind) => [kind, windowStart(kind, now)])
    const rows = this.#database.all<KeyRow & { spent: number; held: number }>(
      `select k.*, coalesce(w.spent_micros, 0) as spent, coalesce(w.held_micros, 0) as held
       from (select ${KEY_COLUMNS} from api_keys where id in (select value from json_each(?1))) k
       join json_each(?2) s
       left join windows w on w.key_id = k.id and w.kind = s.value ->> 0 and w.start = s.value ->> 1
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

  #settle(request: SettleRequest): Settled | undefined {
    const call = this.#database.get<CallRow>(`select ${CALL_COLUMNS} from calls where id = ?`, [request.id])
    if (!call) return undefined
    if (call.ended_at === null) {
      return this.#end(call, request, this.#cost(call, request), call.held_micros)
    }
    if (call.status !== 'expired' || request.status === 'expired') {
      return { costMicros: call.cost_micros, after: undefined }
    }
    if (request.now >= call.ended_at + PROVISIONAL_MS) {
      const uncollectedMicros = request.freePerDay === undefined ? costOf(call, request) : 0
      return { costMicros: 0, late: { uncollectedMicros }, after: undefined }
    }
    return this.#endLate(call, request)
  }

  /** The sweep gave back what was held, so only what is free now can be charged. */
  #endLate(call: CallRow, request: SettleRequest): Settled {
    const wanted = this.#cost(call, request)
    const left = this.#left(call)
    const costMicros = left ? Math.max(0, Math.min(wanted, headroom(left.account, left.spends))) : 0
    return {
      ...this.#end(call, request, costMicros, 0),
      late: { uncollectedMicros: wanted - costMicros },
    }
  }

  /** Ends a call in the windows it began in, whenever it ends, and gives back what of its hold is still held. */
  #end(call: CallRow, request: SettleRequest, costMicros: number, heldMicros: number): Settled {
    this.#database.run(
      `update calls set status = ?, cost_micros = ?, prompt_tokens = ?, completion_tokens = ?, ended_at = ? where id = ?`,
      [request.status, costMicros, request.promptTokens, request.completionTokens, request.now, call.id],
    )
    this.#database.run(
      'update accounts set held_micros = held_micros - ?, balance_micros = balance_micros - ? where id = ?',
      [heldMicros, costMicros, call.account_id],
    )
    for (const kind of WINDOW_KINDS) {
      this.#database.run(
        `update windows set held_micros = held_micros - ?, spent_micros = spent_micros + ?
         where key_id = ? and kind = ? and start = ?`,
        [heldMicros, costMicros, call.key_id, kind, windowStart(kind, call.started_at)],
      )
    }
    return { costMicros, after: this.#left(call) }
  }

  /** What the end costs; nothing where it is one of those that are free today, which it then uses up. */
  #cost(call: CallRow, request: SettleRequest): number {
    const costMicros = costOf(call, request)
    const { freePerDay, now } = request
    if (freePerDay === undefined || freePerDay === 0 || costMicros === 0) return costMicros
    const free = this.#database.get(
      `insert into free_answers (account_id, day, used) values (?, ?, 1)
       on conflict do update set used = used + 1 where used < ? returning used`,
      [call.account_id, windowStart('day', now), freePerDay],
    )
    return free ? 0 : costMicros
  }

  #left({ account_id: accountId, key_id: keyId, started_at: startedAt }: CallRow): Left | undefined {
    const account = this.#database.get<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts where id = ?`, [
      accountId,
    ])
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

/** Never more than was held is taken. */
function costOf(call: CallRow, request: SettleRequest): number {
  return Math.min(request.costMicros, call.held_micros)
}
