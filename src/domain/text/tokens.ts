import { fold } from './fold.ts'
import { WordCursor } from './word-cursor.ts'
import { extended, hashOf } from './word-hash.ts'

/** One run of letters or digits of a text, folded so that ways of writing a name become equal. */
export interface TextToken {
  text: string
  /** What kind of gap stands between the token before and this one, and the gap itself; empty where it is long. */
  gap: Gap
  between: string
  /** Short and written as the name of a person is: `Dora`, not `DORA` or `dora`. */
  title: boolean
  /** Short and in capitals only: `APP`, not `app`. */
  capitals: boolean
  /** The words of an identifier written with humps (`ukGdprScope`); empty for any other word. */
  humps: readonly TextToken[]
}

/**
 * `none`: nothing (a border between letters, digits and scripts); `tight`: hyphen, slash, bracket and the like; `space`: white space;
 * `stop`: a dot or colon with white space behind it, which ends a sentence or an abbreviation; `hard`: the end of a phrase.
 */
export type Gap = 'none' | 'tight' | 'space' | 'stop' | 'hard'

const HARD = /[,;!?|<>{}=+]|\n\s*\n/
const STOP = /[.:][\s"'”’)*_`]/
const TITLE = /^\p{Lu}\p{Ll}{2,4}$/u
const CAPITALS = /^\p{Lu}{1,5}$/u
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
/** Longer runs of letters are no identifier. */
const LONGEST_IDENTIFIER = 80

/**
 * Splits a text into tokens for matching: compatibility forms unified (full-width digits, ligatures), case and accents
 * dropped, soft hyphens and zero-width characters removed, letters and digits separated, so that `ISO27001`,
 * `iso/iec-27001` and `ＩＳＯ 27001` read alike. Linear in the text; nothing in it can backtrack.
 */
export function tokenize(text: string): TextToken[] {
  return [...tokensOf(text)]
}

/** The tokens one by one, for work that must be able to stop between two of them: one character can stand for several. */
export function tokensOf(text: string): Generator<TextToken, void> {
  return cut(fold(text))
}

/** The tokens of a text that is folded already. */
function* cut(folded: string): Generator<TextToken, void> {
  const words = new WordCursor(folded)
  let end: number | undefined
  while (words.next()) {
    yield tokenAt(folded, end, words.start, words.end, words.mixed)
    end = words.end
  }
}

/**
 * The token of a folded text that stands from `start` to `end`; the one before it ends at `lastEnd`. Where a cursor says that it is not
 * `mixed`, it is small, or in capitals, or begins with one.
 */
export function tokenAt(
  folded: string,
  lastEnd: number | undefined,
  start: number,
  end: number,
  mixed: boolean,
): TextToken {
  const written = folded.slice(start, end)
  const between =
    lastEnd !== undefined && start - lastEnd <= LONGEST_GAP ? folded.slice(lastEnd, start) : undefined
  const text = written.toLowerCase()
  // Only capitals make any difference.
  const capital = text !== written
  const second = written.charCodeAt(1)
  return {
    text,
    gap: gapOf(between),
    between: between ?? '',
    title: capital && (mixed ? TITLE.test(written) : second >= SMALL_A && end - start > 2 && end - start < 6),
    capitals: capital && (mixed ? CAPITALS.test(written) : !(second >= SMALL_A) && end - start < 6),
    humps: capital && mixed ? humpsOf(written) : NO_HUMPS,
  }
}

/** The words of an identifier written with humps; none for any other word. */
function humpsOf(written: string): readonly TextToken[] {
  if (written.length > LONGEST_IDENTIFIER || !HUMP.test(written)) return NO_HUMPS
  return written.split(HUMP).map((word) => ({
    text: word.toLowerCase(),
    gap: 'none',
    between: '',
    title: false,
    capitals: false,
    humps: NO_HUMPS,
  }))
}

const NO_HUMPS: readonly TextToken[] = []

/** The hashes of the words of an identifier that a cursor stands at, as `humpsOf` cuts them: identifiers in code are many, names in them few. */
export function humpHashes(folded: string, { start, end, isAscii }: WordCursor): readonly number[] {
  if (!isAscii) return humpsOf(folded.slice(start, end)).map(({ text }) => hashOf(text))
  if (end - start > LONGEST_IDENTIFIER) return []
  const hashes: number[] = []
  let hash = 0
  let wasSmall = false
  for (let at = start; at < end; at += 1) {
    const code = folded.charCodeAt(at)
    const isSmall = code >= SMALL_A
    const begins = !isSmall && (wasSmall || (at + 1 < end && folded.charCodeAt(at + 1) >= SMALL_A))
    if (begins && at > start) {
      hashes.push(hash)
      hash = 0
    }
    hash = extended(hash, isSmall ? code : code + SMALL_A - CAPITAL_A)
    wasSmall = isSmall
  }
  return hashes.length > 0 ? [...hashes, hash] : hashes
}

const CAPITAL_A = 65
const SMALL_A = 97

/** Longer gaps than this end a phrase: no name is written with more between two of its words. */
const LONGEST_GAP = 16

function gapOf(between: string | undefined): Gap {
  if (between === ' ') return 'space'
  if (between === undefined) return 'hard'
  if (between === '') return 'none'
  const first = GAPS[between.charCodeAt(0)]
  // What ends a phrase does so whatever follows it.
  return first !== undefined && (between.length === 1 || first === 'hard') ? first : gapOfText(between)
}

function gapOfText(between: string): Gap {
  if (HARD.test(between)) return 'hard'
  if (between.includes('(')) return 'tight'
  if (STOP.test(between)) return 'stop'
  return /\s/.test(between) ? 'space' : 'tight'
}

/** The gaps of one character of ASCII, which most are. */
const GAPS: readonly Gap[] = Array.from({ length: 128 }, (_, code) => gapOfText(String.fromCharCode(code)))

const DIGIT = /^\p{N}/u

/** A token is of letters or of digits, so its first character tells. */
export function isNumber(token: TextToken | undefined): boolean {
  const first = token?.text.charCodeAt(0) ?? 0
  return first < 128 ? first >= 48 && first <= 57 : DIGIT.test(token?.text ?? '')
}
