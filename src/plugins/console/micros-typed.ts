/** The largest amount that a form takes, in USD. */
const USD_MOST = 1_000_000

/**
 * What a person typed as an amount of dollars, in micro-dollars: digits with at most six decimals, a `$` in front and blanks around it do
 * not matter. Undefined where it is none.
 */
export function microsTyped(text: string): number | undefined {
  const digits = /^\$?\s*(\d{1,7})(?:\.(\d{1,6}))?$/.exec(text.trim().replaceAll(',', ''))
  if (!digits) return undefined
  const micros = Number(digits[1]) * 1_000_000 + Number((digits[2] ?? '').padEnd(6, '0'))
  return micros <= USD_MOST * 1_000_000 ? micros : undefined
}
