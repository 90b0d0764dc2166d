import { unitsOf, withUnits } from './units.ts'
import { extended, hashOf } from './word-hash.ts'

/** What a character is in a word. */
const NONE = 0
const LATIN = 1
const LETTER = 2
/** Ideographs and kana carry no spaces between words, so each is a word of its own. */
const SINGLE = 3
const NUMBER = 4

const KINDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]&&\p{L}]|ー)$/v, SINGLE],
  [/^[\p{Script=Latin}&&\p{L}]$/v, LATIN],
  [/^\p{L}$/v, LETTER],
  [/^\p{N}$/v, NUMBER],
]

const WORD_CHARACTER = /[\p{L}\p{N}]/u

function kindOf(code: number): number {
  const character = String.fromCodePoint(code)
  return KINDS.find(([pattern]) => pattern.test(character))?.[1] ?? NONE
}

/** ASCII letters in lower case and digits as themselves, 0 for all else. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  kindOf(code) === NONE ? 0 : String.fromCharCode(code).toLowerCase().charCodeAt(0),
)

const DIGIT_0 = 48
const DIGIT_9 = 57
const CAPITAL_A = 65
const SMALL_A = 97

/** Kinds of the first plane beyond ASCII, in pages that are made when first met. */
const PAGE = 256
const PAGES = Array.from({ length: 256 }, (): Uint8Array | undefined => undefined)
const EMPTY_PAGE = new Uint8Array(PAGE)

function pageOf(number: number): Uint8Array {
  const codes = Array.from({ length: PAGE }, (_, index) => number * PAGE + index)
  const page = WORD_CHARACTER.test(String.fromCharCode(...codes))
    ? Uint8Array.from(codes, kindOf)
    : EMPTY_PAGE
  PAGES[number] = page
  return page
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  // Beyond the first plane each character is looked at anew: there would be too many pages.
  if (code >= 0xd800 && code < 0xdc00) return kindOf(text.codePointAt(at) ?? 0)
  return (PAGES[code >> 8] ?? pageOf(code >> 8))[code & 255] ?? NONE
}

/**
 * Goes over a folded text word by word: runs of letters of one kind of script, runs of digits, single ideographs. Linear in the text,
 * and no more than a few operations for each character of ASCII.
 */
export class WordCursor {
  readonly #text: string
  readonly #units: Uint16Array
  /** How many units are the text's. */
  readonly #end: number
  /** A word beyond ASCII in lower case. */
  #otherText = ''
  /** Where the word stands: its first unit, and the one behind its last. */
  start = 0
  end = 0
  /** The hash of the word in lower case, and its length in units. */
  hash = 0
  length = 0
  isNumber = false
  /** Whether it is of ASCII letters or digits alone. */
  isAscii = false
  /** Whether it may be written with humps: no other word has capitals behind its first letter and small letters too. */
  mixed = false

  /** `units` are those of the text; others may follow. */
  constructor(text: string, units = unitsOf(text)) {
    this.#text = text
    this.#units = units
    this.#end = text.length
  }

  /** Goes on to the next word; false behind the last. */
  next(): boolean {
    const text = this.#text
    const units = this.#units
    const end = this.#end
    let at = this.end
    let code = 0
    for (; ; at += 1) {
      if (at >= end) return false
      code = units[at] ?? 0
      if (code < 128 ? ASCII[code] !== 0 : kindAt(text, at) !== NONE) break
    }
    this.start = at
    if (code >= 128) return this.#otherWord(at)
    return code >= CAPITAL_A ? this.#letters(at) : this.#digits(at)
  }

  #letters(start: number): true {
    const units = this.#units
    const end = this.#end
    let at = start
    let hash = 0
    /** So many letters in lower case, times 32. */
    let small = 0
    let code = 0
    for (; at < end; at += 1) {
      code = units[at] ?? 0
      if (code >= 128) break
      const unit = ASCII[code] ?? 0
      if (unit < SMALL_A) break
      hash = extended(hash, unit)
      small += code & 32
    }
    if (code >= 128 && kindAt(this.#text, at) === LATIN) return this.#otherWord(start)
    const length = at - start
    const capitals = length - (small >> 5)
    this.end = at
    this.hash = hash
    this.length = length
    this.isNumber = false
    this.isAscii = true
    this.mixed = capitals > ((units[start] ?? 0) < SMALL_A ? 1 : 0) && capitals < length
    return true
  }

  #digits(start: number): true {
    const units = this.#units
    const end = this.#end
    let at = start
    let hash = 0
    let code = 0
    for (; at < end; at += 1) {
      code = units[at] ?? 0
      if (code < DIGIT_0 || code > DIGIT_9) break
      hash = extended(hash, code)
    }
    if (code >= 128 && kindAt(this.#text, at) === NUMBER) return this.#otherWord(start)
    this.end = at
    this.hash = hash
    this.length = at - start
    this.isNumber = true
    this.isAscii = true
    this.mixed = false
    return true
  }

  /** A word with a character beyond ASCII. */
  #otherWord(start: number): true {
    const text = this.#text
    const kind = kindAt(text, start)
    let end = start + unitsAt(text, start)
    if (kind !== SINGLE) while (end < text.length && kindAt(text, end) === kind) end += unitsAt(text, end)
    this.end = end
    this.isNumber = kind === NUMBER
    this.isAscii = false
    const written = text.slice(start, end)
    const word = kind === SINGLE ? written : written.toLowerCase()
    this.#otherText = word
    this.hash = hashOf(word)
    this.length = word.length
    this.mixed = word !== written
    return true
  }

  /** A unit of the word in lower case. */
  unitAt(at: number): number {
    return this.isAscii ? (ASCII[this.#units[this.start + at] ?? 0] ?? 0) : this.#otherText.charCodeAt(at)
  }
}

/** How many words a folded text has. */
export function wordCount(folded: string): number {
  let count = 0
  withUnits(folded, (units) => {
    const words = new WordCursor(folded, units)
    while (words.next()) count += 1
  })
  return count
}

/** The units of the character at a place. */
function unitsAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code < 0xdc00 && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
