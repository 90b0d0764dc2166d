import { AND } from '../detection/and-words.ts'
import type { PlacedTokens } from '../text/placed-tokens.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'
import { isRangeAt } from './number-range.ts'
import {
  COUNTED,
  COUNTED_HANGUL,
  COUNTED_UNSPACED,
  DATED,
  BEING,
  INTRODUCING,
  MACHINES,
  NOT_IDS,
  ROWS,
  SAYING,
} from './place-words.ts'

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
  /** A framework's name and a colon stand before it: "ISO 9001: 8.8, 9.4". */
  isNamed: boolean
  /** It is an amount, a date, a time, a version or a place of something else: "7.1 GB", "am 4.5.", "room 2.14". */
  excluded: boolean
  /** It ends an item of a list, and an id the one before: "manifestation 11.50(b), linking 11.70, ageing 11.300". */
  listed: boolean
  /** A name stands before it that is no framework's, as before a version ("Node 18.2.1"), or a number ("17 8.2"). */
  behindOther: boolean
  /** Capitals stand right behind it, as behind the number of a ticket. */
  beforeCode: boolean
}

/** What stands before an id in a table, a list, a bracket, or behind a colon. */
const OPENING = /[|([\]\n\t•:;"“„«]/u

/** Between two members of a list. */
const COMMA = /^\)?[,;/|、]\s*§?\s*$/

/** A date's second dot, a per cent sign and the like, right behind a number. */
const NO_ID_BEHIND = /^(?: ?[%°×€$£¥‰]|\.[),;]|[-–]$)/u

/** What stands before a number in Chinese and Japanese; not what says "about" or "version". */
const WITHOUT_SPACES = /^(?![約约第版本年月日])[\p{Script=Han}\p{Script=Hiragana}]/u

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Between a score and the best: "2.7 of 4.0". */
const PARTS_OF = new Set('of von de di van z out'.split(' '))

/** Words that the items of a list have before their ids. */
const ITEM_WORDS_MOST = 4

/** Words that a bracket with the name of a machine has. */
const BRACKET_MOST = 3

/** No date or time begins with more. */
const DAYS = 31

/** Whether a word stands right behind an id as in Chinese, Japanese and Korean, and counts nothing: `8.1.2資産`, not `3.2名`. */
function isUnspaced(word: string): boolean {
  return (
    UNSPACED.test(word) &&
    !COUNTED_UNSPACED.has(word.charAt(0)) &&
    !COUNTED_HANGUL.some((one) => word.startsWith(one))
  )
}

/**
 * Reads the place of what stands from one token to the one before another. The id or number before it ended at `ended`; `behindName` says
 * whether a framework's name ends right before it.
 */
export function placeOf(
  placed: PlacedTokens,
  { from, to, ended, behindName }: { from: number; to: number; ended: number; behindName: boolean },
): IdPlace {
  const { tokens } = placed
  const [before, first, next] = [tokens[from - 1], tokens[from], tokens[to]]
  const between = first?.between ?? ''
  const joined =
    ended > 0 &&
    ((from === ended && (COMMA.test(between) || isRangeAt(tokens, from, to - from))) ||
      (from - ended === 1 && AND.has(before?.text ?? '')))
  const word = before?.text ?? ''
  const begins = first?.gap === 'stop' || /^[,、]/.test(between)
  const isRow = between === ' ' && isNumber(before) && ROWS.has(tokens[from - 2]?.text ?? '')
  const opens =
    OPENING.test(between) ||
    (first?.gap === 'hard' && !between.startsWith(',')) ||
    isCell(first, next) ||
    (first?.gap === 'none' && WITHOUT_SPACES.test(word))
  const isBehind = (some: ReadonlySet<string>): boolean => between === ' ' && some.has(word)
  return {
    joined,
    opens,
    begins,
    introduced:
      behindName ||
      isBehind(INTRODUCING) ||
      isBehind(AND) ||
      next?.between === ' (' ||
      isRow ||
      (next?.gap === 'space' && (SAYING.has(next.text) || (begins && BEING.has(next.text)))),
    isNamed: behindName && between.startsWith(':'),
    listed: ended > 0 && isItem(tokens, ended, from) && isItemEnd(next),
    excluded:
      (next?.gap === 'none' && !isUnspaced(next.text)) ||
      (NO_ID_BEHIND.test(next?.between ?? '') && !isRangeAt(tokens, to, to - from)) ||
      (next?.gap === 'space' && COUNTED.has(next.text)) ||
      (PARTS_OF.has(next?.text ?? '') && isNumber(tokens[to + 1])) ||
      isBehind(NOT_IDS) ||
      isMachine(tokens, from, to) ||
      (to - from === 2 && Number(first?.text) <= DAYS && isBehind(DATED)),
    behindOther:
      !opens && !begins && !behindName && !isRow && (isNumber(before) || placed.isCapitalized(from - 1)),
    beforeCode: next?.gap === 'space' && next.capitals,
  }
}

/** Whether four numbers are a machine's address, as a bracket behind them says: "10.2.1.7 (jump host)". */
function isMachine(tokens: readonly TextToken[], from: number, to: number): boolean {
  if (to - from !== 4 || tokens[to]?.between !== ' (') return false
  for (let at = to; at < to + BRACKET_MOST; at += 1)
    if (tokens[at + 1]?.between.startsWith(')') === true) return MACHINES.has(tokens[at]?.text ?? '')
  return false
}

/** Whether commas alone stand around an id: "ISO 27002,8.16,Ana". */
function isCell(first: TextToken | undefined, next: TextToken | undefined): boolean {
  return first?.between === ',' && (next === undefined || /^(?:,|\s*\n)/.test(next.between))
}

/** Whether an item of a list begins right behind an id, and has but a few words before the next one. */
function isItem(tokens: readonly TextToken[], ended: number, from: number): boolean {
  const words = tokens.slice(ended, from)
  if (words.length === 0 || words.length > ITEM_WORDS_MOST) return false
  return words.every(
    (word, at) => !isNumber(word) && (at === 0 ? /^\)?[,;] /.test(word.between) : word.between === ' '),
  )
}

/** Whether what stands behind an id ends its item. */
function isItemEnd(next: TextToken | undefined): boolean {
  return next === undefined || next.gap === 'hard' || next.gap === 'stop'
}
