import { AND } from '../detection/and-words.ts'
import type { PlacedTokens } from '../text/placed-tokens.ts'
import { LARGE } from './id-reader.ts'
import { isNumber } from '../text/tokens.ts'

/** What stands before an id in a table, a list, a bracket, or behind a colon. */
const OPENING = /[|([\]\n\t•:;"“„«]/u

/** Between two members of a list. */
const COMMA = /^\)?[,;/|]\s*$/

/**
 * Whether a mere number may be an id by its place: not behind a name, as versions stand ("Node 18.2.1"); and one of two numbers only
 * ("8.2") at the beginning of a line, a cell or a bracket, or in a list with an id before it, which ended at `ended`. One of two numbers
 * that does not exist is an id in such a list only, or as a section of law.
 */
export function isIdPlace(
  placed: PlacedTokens,
  { known, from, to, ended }: { known: boolean; from: number; to: number; ended: number },
): boolean {
  const { tokens } = placed
  const [before, first, next] = [tokens[from - 1], tokens[from], tokens[to]]
  if (!first || next?.gap === 'none') return false
  const opens = OPENING.test(first.between) || first.gap === 'hard'
  const listed = ended > 0 && from - ended <= 1 && (COMMA.test(first.between) || AND.has(before?.text ?? ''))
  const large = Number(first.text) >= LARGE
  if (listed) return true
  if (!known && !large && to - from < 3) return false
  const telling = to - from > 2 || large || !isNumber(tokens[to - 1])
  if (PRODUCTS.has(before?.text ?? '')) return false
  if (telling) return opens || first.gap === 'stop' || (!placed.isCapitalized(from - 1) && !isNumber(before))
  return (opens || next?.between === ' (') && !isCounted(next?.text)
}

/** What has versions: "firmware 7.8.2". */
const PRODUCTS = new Set(
  'firmware release version versione versión build kernel software update patch driver node python openssl'.split(
    ' ',
  ),
)

/** Units, which a version or a quantity has behind it. */
const UNITS = new Set(
  'gb mb kb tb ghz mhz inch kg km cm mm v w h hours days percent million mio mrd euro eur usd'.split(' '),
)

function isCounted(next: string | undefined): boolean {
  return next !== undefined && UNITS.has(next)
}
