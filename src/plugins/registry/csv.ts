import { stringify } from 'csv-stringify/sync'

/** Rows as CSV (RFC 4180) with their columns' names. What a spreadsheet would take for a formula is written as text. */
export function csvOf(
  columns: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
): string {
  return stringify([columns, ...rows] as (string | number | undefined)[][], {
    escape_formulas: true,
    record_delimiter: 'windows',
  })
}
