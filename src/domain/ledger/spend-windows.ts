/** The windows a key's spend may be limited in (description 2.4), shortest first. */
export const WINDOW_KINDS = ['hour', 'day', 'week', 'month'] as const

export type WindowKind = (typeof WINDOW_KINDS)[number]

/** A limit per window in micro-dollars; null: no limit. Zero: nothing may be spent. */
export type SpendLimits = Record<WindowKind, number | null>

export const NO_LIMITS: SpendLimits = { hour: null, day: null, week: null, month: null }

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** For so long windows are kept after their end: alerts, late settlements and a look back at the last month need them. */
export const WINDOWS_KEPT_MS = 40 * DAY

/** 1970-01-01 was a Thursday; the ISO week begins on Monday. */
const EPOCH_TO_MONDAY = 4 * DAY

/**
 * Where the window that holds `now` begins, in milliseconds since the epoch. Windows are computed, never reset: UTC
 * hours and days, ISO weeks from Monday, calendar months.
 */
export function windowStart(kind: WindowKind, now: number): number {
  switch (kind) {
    case 'hour':
      return now - modulo(now, HOUR)
    case 'day':
      return now - modulo(now, DAY)
    case 'week':
      return now - modulo(now - EPOCH_TO_MONDAY, 7 * DAY)
    case 'month': {
      const date = new Date(now)
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
    }
  }
}

/** Where the window that holds `now` ends, which is where the next begins. */
export function windowEnd(kind: WindowKind, now: number): number {
  const start = windowStart(kind, now)
  switch (kind) {
    case 'hour':
      return start + HOUR
    case 'day':
      return start + DAY
    case 'week':
      return start + 7 * DAY
    case 'month': {
      const date = new Date(start)
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    }
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
