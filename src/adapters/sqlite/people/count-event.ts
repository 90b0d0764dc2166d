import type { RateLimit } from '../../../domain/people/people-store.ts'
import type { Tables } from '../database.ts'

const COUNT = `
insert into event_counts as c (bucket, count, ends_at) values (?1, 1, ?2)
on conflict (bucket) do update set
  count = case when c.ends_at <= ?3 then 1 else c.count + 1 end,
  ends_at = case when c.ends_at <= ?3 then excluded.ends_at else c.ends_at end`

/** Counts an event in all of the buckets, unless one of them is full. */
export function countEvent(
  tables: Tables,
  limits: readonly RateLimit[],
  now: number,
): { admitted: boolean; retryAt: number } {
  return tables.transaction(() => {
    const full = limits.flatMap(
      ({ bucket, most }) =>
        tables.get<{ ends_at: number }>(
          'select ends_at from event_counts where bucket = ? and ends_at > ? and count >= ?',
          [bucket, now, most],
        ) ?? [],
    )
    if (full.length > 0) return { admitted: false, retryAt: Math.max(...full.map((row) => row.ends_at)) }
    for (const { bucket, windowMs } of limits) tables.run(COUNT, [bucket, now + windowMs, now])
    return { admitted: true, retryAt: now }
  })
}
