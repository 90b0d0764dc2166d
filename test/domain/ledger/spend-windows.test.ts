import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  WINDOW_KINDS,
  windowEnd,
  windowStart,
  type WindowKind,
} from '../../../src/domain/ledger/spend-windows.ts'

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/** A window, and the one before it: the edge between them is its start. */
const WINDOWS: [kind: WindowKind, what: string, start: string, end: string][] = [
  ['hour', 'an ordinary hour', '2026-11-21T12:00:00Z', '2026-11-21T13:00:00Z'],
  ['hour', 'the last hour of a year', '2026-12-31T23:00:00Z', '2027-01-01T00:00:00Z'],
  ['hour', 'the last hour before 1970', '1969-12-31T23:00:00Z', '1970-01-01T00:00:00Z'],
  ['day', 'an ordinary day', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
  ['day', 'a leap day', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
  ['day', 'the day before March in a common year', '2027-02-28T00:00:00Z', '2027-03-01T00:00:00Z'],
  ['day', 'the day on which European clocks change', '2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z'],
  ['day', 'the last day before 1970', '1969-12-31T00:00:00Z', '1970-01-01T00:00:00Z'],
  ['week', 'an ordinary week, Monday to Monday', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
  ['week', 'week 53, across the year end', '2026-12-28T00:00:00Z', '2027-01-04T00:00:00Z'],
  ['week', 'a year that begins on a Monday', '2024-01-01T00:00:00Z', '2024-01-08T00:00:00Z'],
  ['week', 'week 1 that begins in the year before', '2024-12-30T00:00:00Z', '2025-01-06T00:00:00Z'],
  ['week', 'the week of a leap day', '2028-02-28T00:00:00Z', '2028-03-06T00:00:00Z'],
  ['week', 'the week of the epoch, a Thursday', '1969-12-29T00:00:00Z', '1970-01-05T00:00:00Z'],
  ['week', 'a week before 1970', '1969-12-22T00:00:00Z', '1969-12-29T00:00:00Z'],
  ['month', 'a month of 30 days', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ['month', 'the last month of a year', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['month', 'February of a leap year', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  ['month', 'February of 2000, which was a leap year', '2000-02-01T00:00:00Z', '2000-03-01T00:00:00Z'],
  ['month', 'February of 2100, which is none', '2100-02-01T00:00:00Z', '2100-03-01T00:00:00Z'],
  ['month', 'the last month before 1970', '1969-12-01T00:00:00Z', '1970-01-01T00:00:00Z'],
]

describe.each(WINDOWS)('%s: %s', (kind, _what, start, end) => {
  const first = Date.parse(start)
  const next = Date.parse(end)

  test('its first and its last millisecond lie in it', () => {
    expect([iso(windowStart(kind, first)), iso(windowEnd(kind, first))]).toEqual([start, end])
    expect([iso(windowStart(kind, next - 1)), iso(windowEnd(kind, next - 1))]).toEqual([start, end])
  })

  test('the millisecond before it lies in the window before, its end in the window after', () => {
    expect(iso(windowEnd(kind, first - 1))).toBe(start)
    expect(windowStart(kind, first - 1)).toBeLessThan(first)
    expect(iso(windowStart(kind, next))).toBe(end)
  })
})

test('February has 29 days in leap years and 28 in others', () => {
  const days = (year: number): number => {
    const day = Date.UTC(year, 1, 10)
    return (windowEnd('month', day) - windowStart('month', day)) / 86_400_000
  }
  expect([1968, 1969, 1900, 2000, 2024, 2026, 2028, 2100].map(days)).toEqual([29, 28, 28, 29, 29, 28, 29, 28])
})

const anyTime = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) })

test.each(WINDOW_KINDS)('every moment lies in exactly one %s, and the windows leave no gap', (kind) => {
  fc.assert(
    fc.property(anyTime, (now) => {
      const start = windowStart(kind, now)
      const end = windowEnd(kind, now)
      expect(start).toBeLessThanOrEqual(now)
      expect(end).toBeGreaterThan(now)
      expect([windowStart(kind, start), windowStart(kind, end - 1), windowStart(kind, end)]).toEqual([
        start,
        start,
        end,
      ])
      expect([windowEnd(kind, start), windowEnd(kind, end - 1), windowEnd(kind, start - 1)]).toEqual([
        end,
        end,
        start,
      ])
    }),
  )
})

test('hours and days begin on the full hour, weeks on a Monday, months on the first', () => {
  fc.assert(
    fc.property(anyTime, (now) => {
      expect(iso(windowStart('hour', now))).toMatch(/T\d\d:00:00Z$/)
      expect(iso(windowStart('day', now))).toMatch(/T00:00:00Z$/)
      expect(new Date(windowStart('week', now)).getUTCDay()).toBe(1)
      expect(iso(windowStart('week', now))).toMatch(/T00:00:00Z$/)
      expect(iso(windowStart('month', now))).toMatch(/-01T00:00:00Z$/)
    }),
  )
})
