import { decideHold } from '../../domain/ledger/decide-hold.ts'
import { WINDOW_KINDS, windowStart, type SpendLimits } from '../../domain/ledger/spend-windows.ts'
import {
  PROVISIONAL_MS,
  type HoldOutcome,
  type HoldRequest,
  type Settled,
  type SettleRequest,
  type WindowSpend,
} from '../../domain/ledger/store.ts'
import { toSpends } from '../sql-rows.ts'
import type { Connection } from './connection.ts'

/** Limits, spent and held of hour, day, week and month, as the functions give them. */
interface WindowColumns {
  limits: (number | null)[]
  spents: number[]
  helds: number[]
}

type HoldRow = WindowColumns & { amount: number | null; balance: number | null; held: number }

type SettleRow = WindowColumns & {
  cost: number | null
  uncollected: number | null
  ended_now: boolean
  started_at: number
  account: string
  key: string
  balance: number
  funded: number
}

/** How many dead holds one sweep ends at most; the next one goes on. */
const SWEPT_MOST = 1_000

/** Opens and ends holds: each step is one call of a function in the database. */
export class Holds {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * The function takes the amount or takes nothing; why it took nothing is read from its figures by the rule that every store
   * shares.
   */
  async ask(request: HoldRequest, open: boolean): Promise<HoldOutcome> {
    const { id, accountId, keyId, model, frameworks, floorMicros, ceilingMicros, now, expiresAt } = request
    const [row] = await this.#connection.all<HoldRow>(
      'select amount, balance, held, limits, spents, helds from svc_hold($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [
        id,
        accountId,
        keyId,
        model,
        frameworks.join(' '),
        floorMicros,
        ceilingMicros,
        now,
        expiresAt,
        starts(now),
        open,
      ],
    )
    if (!row || row.balance === null) return { kind: 'refused', refusal: { kind: 'key_inactive' } }
    if (row.amount !== null) return { kind: 'held', amountMicros: row.amount }
    const funds = { balanceMicros: row.balance, heldMicros: row.held }
    const outcome = decideHold(funds, spendsOf(row, now), floorMicros, ceilingMicros)
    if (outcome.kind === 'held') throw new Error('svc_hold refused what the rule grants')
    return outcome
  }

  async settle(request: SettleRequest): Promise<Settled | undefined> {
    const { id, costMicros, promptTokens, completionTokens, status, freePerDay, now } = request
    const [row] = await this.#connection.all<SettleRow>(
      `select cost, uncollected, ended_now, started_at, account, key, balance, funded, limits, spents, helds
       from svc_end($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        costMicros,
        promptTokens,
        completionTokens,
        status,
        now,
        now - PROVISIONAL_MS,
        freePerDay ?? null,
        windowStart('day', now),
      ],
    )
    if (!row || row.cost === null) return undefined
    const late = row.uncollected !== null && { late: { uncollectedMicros: row.uncollected } }
    if (!row.ended_now) return { costMicros: row.cost, ...late, after: undefined }
    const account = { id: row.account, balanceMicros: row.balance, fundedMicros: row.funded }
    const spends = spendsOf(row, row.started_at)
    return { costMicros: row.cost, ...late, after: { account, keyId: row.key, spends } }
  }

  /** Each dead hold is ended in a step of its own, so that a sweep holds no two keys at once. */
  async sweep(now: number): Promise<number> {
    const dead = await this.#connection.all<{ id: string }>(
      'select id from calls where ended_at is null and expires_at <= $1 order by expires_at limit $2',
      [now, SWEPT_MOST],
    )
    let swept = 0
    for (const { id } of dead) {
      const settled = await this.settle({
        id,
        costMicros: 0,
        promptTokens: 0,
        completionTokens: 0,
        status: 'expired',
        now,
      })
      if (settled?.after) swept += 1
    }
    return swept
  }

  async windowSpendsOf(keyIds: readonly string[], now: number): Promise<Map<string, WindowSpend[]>> {
    const rows = await this.#connection.all<WindowColumns & { id: string }>(
      `select k.id, array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month] as limits,
         array_agg(coalesce(w.spent_micros, 0) order by s.place) as spents,
         array_agg(coalesce(w.held_micros, 0) order by s.place) as helds
       from api_keys k
       cross join unnest($2::text[], $3::bigint[]) with ordinality as s (kind, start, place)
       left join windows w on w.key_id = k.id and w.kind = s.kind and w.start = s.start
       where k.id = any ($1)
       group by k.id`,
      [keyIds, WINDOW_KINDS, starts(now)],
    )
    return new Map(rows.map((row) => [row.id, spendsOf(row, now)]))
  }
}

/** Where the four windows that hold `now` begin. */
function starts(now: number): number[] {
  return WINDOW_KINDS.map((kind) => windowStart(kind, now))
}

function spendsOf({ limits, spents, helds }: WindowColumns, now: number): WindowSpend[] {
  const named = Object.fromEntries(WINDOW_KINDS.map((kind, index) => [kind, limits[index] ?? null]))
  const figures = WINDOW_KINDS.map((_, index) => ({ spent: spents[index] ?? 0, held: helds[index] ?? 0 }))
  return toSpends(named as SpendLimits, figures, now)
}
