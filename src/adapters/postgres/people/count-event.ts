import type { RateLimit } from '../../../domain/people/people-store.ts'
import type { Connection } from '../connection.ts'

/** Buckets are taken in one order, so that no two events can wait in a circle. Values: buckets, when each ends if it begins now, now. */
const COUNT = `
insert into event_counts as c (bucket, count, ends_at)
select bucket, 1, ends_at from unnest($1::text[], $2::bigint[]) as limits (bucket, ends_at) order by bucket
on conflict (bucket) do update set
  count = case when c.ends_at <= $3 then 1 else c.count + 1 end,
  ends_at = case when c.ends_at <= $3 then excluded.ends_at else c.ends_at end
returning bucket, count, ends_at`

/** Undoes what was counted: a bucket was full. */
class Full extends Error {
  readonly retryAt: number

  constructor(retryAt: number) {
    super('a bucket is full')
    this.retryAt = retryAt
  }
}

/** Counts an event in all of the buckets, and undoes that where it was one too many for one of them. */
export async function countEvent(
  connection: Connection,
  limits: readonly RateLimit[],
  now: number,
): Promise<{ admitted: boolean; retryAt: number }> {
  const most = new Map(limits.map((limit) => [limit.bucket, limit.most]))
  const ends = limits.map(({ windowMs }) => now + windowMs)
  try {
    return await connection.transaction(async (session) => {
      const counted = await session.all<{ bucket: string; count: number; ends_at: number }>(COUNT, [
        limits.map(({ bucket }) => bucket),
        ends,
        now,
      ])
      const full = counted.filter(({ bucket, count }) => count > (most.get(bucket) ?? 0))
      if (full.length > 0) throw new Full(Math.max(...full.map((row) => row.ends_at)))
      return { admitted: true, retryAt: now }
    })
  } catch (cause) {
    if (cause instanceof Full) return { admitted: false, retryAt: cause.retryAt }
    throw cause
  }
}
