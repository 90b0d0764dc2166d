import type { Reason } from '../measure/outcome.ts'
import type { Row, Summary } from './summary.ts'

/** Lines of cells for a terminal: the first column to the left, figures to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return rows.map((row) => `  ${line(row)}\n`).join('')
}

/** A workload as the terminal shows it. */
export function summaryTable({ id, title, unit, connections, rows, ...rest }: Summary): string {
  const slow = rows.some(({ lateness }) => lateness)
  const head = ['', `CPU us a ${unit}`, 'times floor', `${unit}s/s`, 'p50 ms', 'p99 ms']
  if (slow) head.push('late p50', 'late p99', 'KiB a stream')
  head.push('done', 'failed')
  const cells = rows.toSorted((a, b) => a.cpuMicros - b.cpuMicros).map((row) => cellsOf(row, slow))
  const what = unit === 'chunk' ? 'p50 and p99 to the first event' : 'p50 and p99 to the whole answer'
  const heading = `\n${id}  ${title}, ${connections.toLocaleString('en')} at one time; ${what}\n`
  return heading + (rows.length > 0 ? table([head, ...cells]) : '') + remarks(rest)
}

function cellsOf(row: Row, slow: boolean): string[] {
  const { latency, lateness } = row
  return [
    row.target,
    figure(row.cpuMicros),
    figure(row.ratio, 2),
    figure(row.unitsPerSecond, 0),
    figure(latency?.p50),
    figure(latency?.p99),
    ...(slow ? [figure(lateness?.p50), figure(lateness?.p99), figure(row.streamKib, 0)] : []),
    figure(row.done, 0),
    figure(row.failed, 0),
  ]
}

export function remarks({
  skipped,
  failed,
  othersCores,
}: Pick<Summary, 'skipped' | 'failed' | 'othersCores'>): string {
  const line =
    (what: string) =>
    ({ target, reason }: Reason): string =>
      `  ${target} ${what}: ${reason}\n`
  const busy =
    othersCores > 1 / 3 ? `  other programs used ${figure(othersCores)} cores: trust the ratios alone\n` : ''
  return busy + skipped.map(line('left out')).join('') + failed.map(line('FAILED')).join('')
}

/** A figure with its thousands apart; a dash where there is none. */
export function figure(value: number | undefined, digits = 1): string {
  if (value === undefined || !Number.isFinite(value)) return '-'
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
