import { windowStart } from '../../domain/ledger/spend-windows.ts'
import { PROVISIONAL_MS } from '../../domain/ledger/store.ts'
import type { Connection } from './connection.ts'

/** How many dead holds one sweep ends at most; the next one goes on. */
const SWEPT_MOST = 1_000

/** Ends holds that expired by `now` and says how many. Each in a step of its own, so that a sweep holds no two keys at once. */
export async function sweepHolds(connection: Connection, now: number): Promise<number> {
  const dead = await connection.all<{ id: string }>(
    'select id from calls where ended_at is null and expires_at <= $1 order by expires_at limit $2',
    [now, SWEPT_MOST],
  )
  let swept = 0
  for (const { id } of dead) {
    const [row] = await connection.all<{ ended_now: boolean | null }>(
      "select ended_now from svc_end($1, 0, 0, 0, 'expired', $2, $3, null, $4)",
      [id, now, now - PROVISIONAL_MS, windowStart('day', now)],
    )
    if (row?.ended_now) swept += 1
  }
  return swept
}
