/** Several ids by their first and last number: `Section 1-26`, `AC-2(1-9)`. */
const RANGE = /^(.*?)(\d+)-(\d+)(\)?)$/

/** Every id that is meant: one, or all of a range. */
export function idsOf(undescribed: string): string[] {
  const [, stem = '', first, last, end = ''] = RANGE.exec(undescribed) ?? []
  if (first === undefined || last === undefined) return [undescribed]
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, index) => `${stem}${Number(first) + index}${end}`,
  )
}
