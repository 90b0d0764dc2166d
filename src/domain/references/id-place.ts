import { AND } from '../detection/and-words.ts'
import type { PlacedTokens } from '../text/placed-tokens.ts'
import { isNumber } from '../text/tokens.ts'
import { COUNTED, DATED, INTRODUCING, NOT_IDS } from './place-words.ts'

/** What the place of a number or a code says of whether it is an id. */
export interface IdPlace {
  /** It goes on a list that the id or number before it is in: "8.9, 8.12 and 8.16". */
  joined: boolean
  /** It begins a line, a cell or a bracket. */
  opens: boolean
  /** It begins a sentence, or stands behind a comma. */
  begins: boolean
  /** A word such as "see" or "number" stands before it, or a bracket that explains it stands behind. */
  introduced: boolean
  /** It is an amount, a date, a time, a version or a place of something else: "7.1 GB", "am 4.5.", "room 2.14". */
  excluded: boolean
  /** A name stands before it, as before a version ("Node 18.2.1"), or a number ("17 8.2"). */
  behindName: boolean
  /** Capitals stand right behind it, as behind the number of a ticket. */
  beforeCode: boolean
}

/** What stands before an id in a table, a list, a bracket, or behind a colon. */
const OPENING = /[|([\]\n\t•:;"“„«]/u

/** Between two members of a list. */
const COMMA = /^\)?[,;/|、]\s*§?\s*$/

/** A date's second dot, a per cent sign and the like, right behind a number. */
const NO_ID_BEHIND = /^(?: ?[%°×€$£¥‰]|\.[),;]|[-–]$)/u

/** Between a score and the best: "2.7 of 4.0". */
const PARTS_OF = new Set('of von de di van z out'.split(' '))

/** No date or time begins with more. */
const DAYS = 31

/** Reads the place of what stands from one token to the one before another; the id or number before it ended at `ended`. */
export function placeOf(
  placed: PlacedTokens,
  { from, to, ended }: { from: number; to: number; ended: number },
): IdPlace {
  const { tokens } = placed
  const [before, first, next] = [tokens[from - 1], tokens[from], tokens[to]]
  const between = first?.between ?? ''
  const joined =
    ended > 0 &&
    ((from === ended && COMMA.test(between)) || (from - ended === 1 && AND.has(before?.text ?? '')))
  const word = before?.text ?? ''
  const begins = first?.gap === 'stop' || between.startsWith(',')
  const opens = OPENING.test(between) || (first?.gap === 'hard' && !between.startsWith(','))
  const isBehind = (some: ReadonlySet<string>): boolean => between === ' ' && some.has(word)
  return {
    joined,
    opens,
    begins,
    introduced: isBehind(INTRODUCING) || isBehind(AND) || next?.between === ' (',
    excluded:
      next?.gap === 'none' ||
      NO_ID_BEHIND.test(next?.between ?? '') ||
      (next?.gap === 'space' && COUNTED.has(next.text)) ||
      (PARTS_OF.has(next?.text ?? '') && isNumber(tokens[to + 1])) ||
      isBehind(NOT_IDS) ||
      (to - from === 2 && Number(first?.text) <= DAYS && isBehind(DATED)),
    behindName: !opens && !begins && (isNumber(before) || placed.isCapitalized(from - 1)),
    beforeCode: next?.gap === 'space' && next.capitals,
  }
}
