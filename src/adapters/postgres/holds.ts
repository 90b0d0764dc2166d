import { WINDOW_KINDS } from '../../domain/ledger/spend-windows.ts'
import type {
  HoldOutcome,
  HoldRequest,
  Settled,
  SettleRequest,
  WindowSpend,
} from '../../domain/ledger/store.ts'
import type { Connection } from './connection.ts'
import { StepLanes } from './step-lanes.ts'
import {
  starts,
  toHoldOutcome,
  toSettled,
  toWindowSpends,
  type EndRow,
  type HoldRow,
  type WindowColumns,
} from './steps.ts'

/** Opens and ends holds, and tells what they leave. */
export class Holds {
  readonly #connection: Connection
  readonly #lanes: StepLanes

  /** A hold or a settlement waits for at most `waitMs` until it is sent. */
  constructor(connection: Connection, waitMs: number) {
    this.#connection = connection
    this.#lanes = new StepLanes(connection, waitMs)
  }

  async hold(request: HoldRequest): Promise<HoldOutcome> {
    const row = await new Promise<HoldRow>((tell, fail) => {
      this.#lanes.add({ kind: 'hold', request, tell, fail })
    })
    return toHoldOutcome(row, request)
  }

  async settle(request: SettleRequest): Promise<Settled | undefined> {
    const row = await new Promise<EndRow>((tell, fail) => {
      this.#lanes.add({ kind: 'end', request, tell, fail })
    })
    return toSettled(row)
  }

  /** Locks nothing and so need not wait for others. */
  async probe(request: HoldRequest): Promise<HoldOutcome> {
    const { id, accountId, keyId, model, floorMicros, ceilingMicros, now, expiresAt } = request
    const [row] = await this.#connection.all<HoldRow>(
      `select amount, balance, held, limits, spents, helds
       from svc_hold($1, $2, $3, $4, '', $5, $6, $7, $8, $9, false)`,
      [id, accountId, keyId, model, floorMicros, ceilingMicros, now, expiresAt, starts(now)],
    )
    return toHoldOutcome(row, request)
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
    return new Map(rows.map((row) => [row.id, toWindowSpends(row, now)]))
  }
}
