import type { Lexicon } from './lexicon.ts'
import { MARK } from './openings.ts'
import type { Meter } from '../text/phrase-trie.ts'
import type { Spelling } from './spelling.ts'
import { humpHashes, tokenAt, type TextToken } from '../text/tokens.ts'
import { withUnits } from '../text/units.ts'
import { WordCursor } from '../text/word-cursor.ts'
import { hashOf } from '../text/word-hash.ts'

/**
 * Looks a folded text through, once and without cutting it, for the places where a name, a series or an id may begin. It finds too many
 * and misses none: what it looks for are the openings of all phrases (see `Openings`), each word corrected first where it may be
 * misspelled. Linear in the text.
 */
export class TextScan {
  readonly #folded: string
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #marks: number[] = []
  /** The tokens that were asked for. */
  #tokens: (TextToken | undefined)[] | undefined
  /** The misspelled words, by index, as they should be. */
  readonly #corrections = new Map<number, string>()
  /** The words, by index and in order, at which a name or a series may begin, and those at which an id may. */
  readonly names: number[] = []
  readonly ids: number[] = []

  constructor(lexicon: Lexicon, folded: string, meter?: Meter) {
    this.#folded = folded
    withUnits(folded, (units) => this.#lookThrough(lexicon, new WordCursor(folded, units)))
    if (meter) meter.steps += this.#starts.length
  }

  #lookThrough(lexicon: Lexicon, words: WordCursor): void {
    const { openings, spelling } = lexicon
    let lastMarks = 0
    let lastHash = 0
    let lastCorrected = 0
    /** The last piece of an identifier, where the next word may go on with it. */
    let lastHump = 0
    for (let at = 0; words.next(); at += 1) {
      const { hash, isNumber } = words
      let marks = openings.marks(hash)
      let corrected = hash
      if (isNumber) marks |= MARK.number
      else if (spelling.mayCorrect(words)) {
        corrected = this.#correct(at, spelling, words)
        marks = openings.correctedMarks(hash, corrected)
      }
      if (
        ((lastMarks & MARK.opensName) !== 0 && openings.opens(MARK.opensName, lastCorrected, corrected)) ||
        ((lastMarks & MARK.stem) !== 0 && isNumber) ||
        (lastHump !== 0 && openings.opens(MARK.opensName, lastHump, corrected))
      ) {
        this.#name(at - 1)
      }
      if ((lastMarks & MARK.opensId) !== 0 && openings.opens(MARK.opensId, lastHash, hash)) this.#id(at - 1)
      if ((marks & MARK.name) !== 0) this.#name(at)
      if ((marks & MARK.id) !== 0) this.#id(at)
      this.#starts.push(words.start)
      this.#ends.push(words.end)
      this.#marks.push(words.mixed ? marks | MARK.mixed : marks)
      lastHump = 0
      if (words.mixed) {
        const humps = humpHashes(this.#folded, words)
        if (opensWithin(lexicon, humps)) this.#name(at)
        lastHump = humps.at(-1) ?? 0
      }
      lastMarks = marks
      lastHash = hash
      lastCorrected = corrected
    }
  }

  /** The hash of a word as it should be, which is kept where it is another one. */
  #correct(at: number, spelling: Spelling, { start, end, hash }: WordCursor): number {
    const word = this.#folded.slice(start, end).toLowerCase()
    const right = spelling.correct(word)
    if (right === word) return hash
    this.#corrections.set(at, right)
    return hashOf(right)
  }

  /** How many words the text has. */
  get words(): number {
    return this.#starts.length
  }

  /** Whether no word of it is misspelled. */
  get isRight(): boolean {
    return this.#corrections.size === 0
  }

  /** Whether a word has one of these marks. */
  has(marks: number, at: number): boolean {
    return ((this.#marks[at] ?? 0) & marks) !== 0
  }

  /** The token of a word as it is written, made when it is first asked for. */
  token(at: number): TextToken | undefined {
    const [start, end] = [this.#starts[at], this.#ends[at]]
    if (start === undefined || end === undefined) return undefined
    this.#tokens ??= Array<TextToken | undefined>(this.words)
    return (this.#tokens[at] ??= tokenAt(
      this.#folded,
      at > 0 ? this.#ends[at - 1] : undefined,
      start,
      end,
      this.has(MARK.mixed, at),
    ))
  }

  /** The same with its spelling corrected. */
  corrected(at: number): TextToken | undefined {
    const token = this.token(at)
    if (this.isRight) return token
    const text = this.#corrections.get(at)
    return token && text !== undefined ? { ...token, text } : token
  }

  #name(at: number): void {
    if (this.names.at(-1) !== at) this.names.push(at)
  }

  #id(at: number): void {
    if (this.ids.at(-1) !== at) this.ids.push(at)
  }
}

function opensWithin({ openings }: Lexicon, humps: readonly number[]): boolean {
  return humps.some((hump, index) => {
    const next = humps[index + 1]
    const whole = (openings.marks(hump) & MARK.name) !== 0
    return whole || (next !== undefined && openings.opens(MARK.opensName, hump, next))
  })
}
