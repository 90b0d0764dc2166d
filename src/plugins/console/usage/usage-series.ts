import { group, rollup, sum } from 'd3-array'
import { DAY_MS, type UsageSum } from '../../../domain/ledger/usage-sums.ts'
import type { Measure, UsageRange } from './usage-query.ts'

/** Values that a chart tells apart by colour; all others are one. */
const TOLD_APART = 7

/** Above so many days a bar is a week. */
const DAYS_APART = 92

export interface Figures {
  calls: number
  promptTokens: number
  completionTokens: number
  costMicros: number
}

/** All calls with one model, framework, key or status. */
export interface ValueTotal extends Figures {
  value: string
}

/** One bar of the chart. */
export interface Bar {
  /** The start of its first UTC day. */
  from: number
  days: number
  /** How much of each series, in their order. */
  parts: readonly number[]
}

export interface UsageSeries {
  /** The largest first. */
  totals: readonly ValueTotal[]
  /** What the chart tells apart, the largest first; `null` is all others together. */
  shown: readonly (string | null)[]
  bars: readonly Bar[]
}

/** What a measure counts. Cost in micro-dollars. */
export function measured(
  { calls, promptTokens, completionTokens, costMicros }: Figures,
  measure: Measure,
): number {
  if (measure === 'calls') return calls
  return measure === 'cost' ? costMicros : promptTokens + completionTokens
}

/** All together. */
export function addUp(rows: Iterable<Figures>): Figures {
  const total = { calls: 0, promptTokens: 0, completionTokens: 0, costMicros: 0 }
  for (const row of rows) {
    total.calls += row.calls
    total.promptTokens += row.promptTokens
    total.completionTokens += row.completionTokens
    total.costMicros += row.costMicros
  }
  return total
}

/** Each day that had calls, the latest first. */
export function byDay(sums: readonly UsageSum[]): (Figures & { day: number })[] {
  return [...group(sums, ({ day }) => day)]
    .map(([day, rows]) => ({ day, ...addUp(rows) }))
    .toSorted((a, b) => b.day - a.day)
}

/** Sums of days as totals and as bars. */
export function usageSeries(
  sums: readonly UsageSum[],
  { from, to }: UsageRange,
  measure: Measure,
): UsageSeries {
  const totals = [...group(sums, ({ value }) => value)]
    .map(([value, rows]) => ({ value, ...addUp(rows) }))
    .toSorted((a, b) => measured(b, measure) - measured(a, measure) || (a.value < b.value ? -1 : 1))
  const apart = totals.length > TOLD_APART + 1 ? totals.slice(0, TOLD_APART) : totals
  const shown = [...apart.map(({ value }) => value), ...(apart.length < totals.length ? [null] : [])]
  const place = new Map(shown.map((value, index) => [value, index]))
  const days = (to - from) / DAY_MS <= DAYS_APART ? 1 : 7
  const amounts = rollup(
    sums,
    (rows) => sum(rows, (row) => measured(row, measure)),
    ({ day }) => Math.floor((day - from) / DAY_MS / days),
    ({ value }) => place.get(value) ?? shown.length - 1,
  )
  const count = Math.ceil((to - from) / DAY_MS / days)
  const bars = Array.from({ length: count }, (_, index) => {
    const start = from + index * days * DAY_MS
    return {
      from: start,
      days: Math.min(days, (to - start) / DAY_MS),
      parts: shown.map((_value, part) => amounts.get(index)?.get(part) ?? 0),
    }
  })
  return { totals, shown, bars }
}
