import type { Page } from '../../domain/ledger/store.ts'

/** A page of what is listed oldest first, copied; nothing behind an id that is not there. */
export function pageOf<T extends { id: string; createdAt: number }>(
  all: Iterable<T>,
  { limit, after }: Page,
): T[] {
  const sorted = [...all].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && from === 0) return []
  return sorted.slice(from, from + limit).map((one) => ({ ...one }))
}
