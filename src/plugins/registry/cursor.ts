import { hash } from 'node:crypto'

/** A page of a list, and where the next one begins. */
export interface Page<T> {
  items: T[]
  /** Its place in the list. */
  start: number
  /** Undefined behind the last one. */
  next: string | undefined
}

/**
 * One page of a list that is the same at each request, while the content is. A cursor names the list (`of`, everything that it was asked
 * with) and a place in it, so it outlives a restart and fits no other list.
 *
 * @returns undefined for a cursor that is not of this list
 */
export function pageOf<T>(
  all: readonly T[],
  { of, limit, cursor }: { of: unknown; limit: number; cursor?: string | undefined },
): Page<T> | undefined {
  // Most lists are one page: their name is never needed.
  const name = cursor !== undefined || limit < all.length ? nameOf(of) : ''
  const start = cursor === undefined ? 0 : placeIn(name, cursor)
  if (start === undefined || start > all.length) return undefined
  const end = start + limit
  return {
    items: all.slice(start, end),
    start,
    next: end < all.length ? `${name}${end.toString(36)}` : undefined,
  }
}

const NAME_LENGTH = 11

function nameOf(list: unknown): string {
  return hash('sha256', JSON.stringify(list), 'base64url').slice(0, NAME_LENGTH)
}

function placeIn(name: string, cursor: string): number | undefined {
  const place = /^[0-9a-z]{1,6}$/.exec(cursor.slice(NAME_LENGTH))?.[0]
  return cursor.startsWith(name) && place !== undefined ? Number.parseInt(place, 36) : undefined
}
