import type { Book } from '../../domain/ledger/book/book.ts'
import { WINDOWS_KEPT_MS, windowStart } from '../../domain/ledger/spend-windows.ts'

/** Forgets windows that ended long ago and hold nothing, at most so many; returns how many. */
export function pruneWindows(book: Book, now: number, most: number): number {
  const kept = now - WINDOWS_KEPT_MS
  const edges = {
    hour: windowStart('hour', kept),
    day: windowStart('day', kept),
    week: windowStart('week', kept),
    month: windowStart('month', kept),
  }
  let pruned = 0
  for (const page of book.keys) {
    for (const window of page.windows) {
      if (pruned === most) return pruned
      if (window.heldMicros !== 0 || window.start >= edges[window.kind]) continue
      page.drop(window)
      pruned += 1
    }
  }
  return pruned
}
