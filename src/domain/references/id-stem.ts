import { isNumber, type TextToken } from '../text/tokens.ts'
import { isInserted } from './id-part.ts'
import { stemWord } from './stem-words.ts'

/** The letters in front of ids, and how ids of that front look. */
export interface Stem {
  words: readonly string[]
  /** What stands between the stem and the first part. */
  border: string
  /** Whether the stem is words with spaces between them, which are read as they are or not at all. */
  spaced: boolean
  joints: Set<string>
  /** Words that begin another id: its own last one, and the one that the framework's numbers are cited with. */
  own: readonly string[]
  /** The fewest parts an id of this stem has: fewer are no id. */
  leastParts: number
  /** The most that one has. */
  mostParts: number
  /** What its ids and their beginnings have behind the stem: `1` and `1.2` of `V1.2`. */
  beginnings: Set<string>
  /** Whether a number behind a dot is a section of its own (`Section 10.1`) rather than a point. */
  decimal: boolean
  /** The same of a number behind a hyphen: `Art. 28-2`. */
  hyphened: boolean
  /** An id of this stem to write unknown ones by. */
  template: string
}

/** Stems that mean something else as often: "such as 3.12", "v2.0.1", ".NET 8.0", "the app 2 weeks later", "30 s 5". */
const ORDINARY = new Set('as app comp data event net org s ss user v'.split(' '))

/** Those that mean it when written in capitals: `APP 14`, `V13.19`. */
const MEANT_IN_CAPITALS = new Set(['app', 'v'])

/** Whether words of a text are a stem, or one that could be: an invented category (`GV.ZZ-01`) has the form of a real one. */
export function isStem(stem: Stem, words: readonly TextToken[]): boolean {
  // The s of "the company's 13 servers" is none.
  if (words[0]?.text.length === 1 && /['’]$/.test(words[0].between)) return false
  return stem.words.every((word, index) => {
    const token = words[index]
    if (!token || index === 0) return token !== undefined
    if (stem.spaced) return (token.gap !== 'hard' || token.between === ', ') && stemWord(token) === word
    return (
      (token.gap === 'tight' || token.gap === 'none') && !isNumber(token) && token.text.length === word.length
    )
  })
}

/**
 * Whether a first part may follow a stem: a single letter (`A.5.20`, `A1.1`, `A&A-01`) only as the framework writes it, and where it
 * writes a hyphen or dot (`AT-2`, `PO.1`) not behind a space ("At 14:30", "PO 12345").
 */
export function borders({ words, border }: Stem, next: TextToken): boolean {
  if (words.length === 1 && words[0]?.length === 1) return next.between === border
  if (border === '-' && next.gap !== 'none' && !/\p{Pd}/u.test(next.between)) return false
  if (border === '.' && /\s/.test(next.between)) return false
  if (/\)\s|\p{Sc}/u.test(next.between)) return false
  return next.gap !== 'hard' && (next.gap !== 'stop' || /\.\s$/.test(border) || /^\.\s$/.test(next.between))
}

/** Whether a stem is an ordinary word, or a version mark. */
export function isOrdinary({ border }: Stem, [word, ...more]: readonly TextToken[]): boolean {
  return word !== undefined && more.length === 0 && ORDINARY.has(word.text) && /^\s?$/.test(border)
}

/** Whether it stands for the framework's own all the same; a letter alone only where the chapter exists (`V13.19`, not `V17.0.2`). */
export function isMeant(
  { beginnings }: Stem,
  [word]: readonly TextToken[],
  parts: readonly string[],
): boolean {
  if (!word?.capitals || !MEANT_IN_CAPITALS.has(word.text)) return false
  return word.text.length > 1 || beginnings.has(parts.slice(0, -1).join('.'))
}

/** Whether a letter or a "bis" hangs on the number at a place, or a number behind a dot where the framework has such: `45K`, `58-R`, `22 bis`, `10.1`, not `45(k)`. */
export function hasInserted({ decimal, hyphened }: Stem, tokens: readonly TextToken[], at: number): boolean {
  const [number, next] = [tokens[at], tokens[at + 1]]
  if (!isNumber(number) || !next) return false
  if (isInserted(next, tokens[at + 2])) return true
  return /^[a-z]$/.test(next.text)
    ? /^-?$/.test(next.between)
    : isNumber(next) && ((decimal && next.between === '.') || (hyphened && /^\p{Pd}$/u.test(next.between)))
}

/** Whether a letter and a number lack the zero that the framework writes: an A4 sheet is no `A04`. */
export function isShorn({ words, template }: Stem, [number = '']: readonly string[]): boolean {
  return words.join('').length === 1 && number.length === 1 && /^\p{L}0\d/u.test(template)
}
