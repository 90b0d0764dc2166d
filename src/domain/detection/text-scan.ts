import type { Lexicon } from './lexicon.ts'
import { MARK } from './openings.ts'
import type { Meter } from '../text/phrase-trie.ts'
import type { ScanMemory } from './scan-memory.ts'
import { NOT_MET, type MetWords } from './met-words.ts'
import type { Spelling } from './spelling.ts'
import { humpHashes, tokenAt, type TextToken } from '../text/tokens.ts'
import { withUnits } from '../text/units.ts'
import { WordCursor } from '../text/word-cursor.ts'
import { hashOf } from '../text/word-hash.ts'
import { WordTable } from './word-table.ts'

/**
 * Looks a folded text through, once and without cutting it, for the places where a name, a series or an id may begin. It finds too many
 * and misses none: what it looks for are the openings of all phrases (see `Openings`), each word corrected first where it may be
 * misspelled. Linear in the text.
 */
export class TextScan {
  readonly #folded: string
  readonly #table: WordTable
  /** The tokens that were asked for. */
  #tokens: (TextToken | undefined)[] | undefined
  /** The misspelled words, by index, as they should be. */
  readonly #corrections = new Map<number, string>()
  /** How many words the text has. */
  readonly words: number
  /** The words, by index and in order, at which a name or a series may begin, and those at which an id may. */
  readonly names: number[] = []
  readonly ids: number[] = []

  /** `memory` serves the slices of a conversation's texts, one after another. */
  constructor(lexicon: Lexicon, folded: string, meter?: Meter, memory?: ScanMemory) {
    this.#folded = folded
    this.#table = memory?.table(folded.length) ?? new WordTable(folded.length)
    const met = memory?.metWords(folded.length)
    this.words = withUnits(folded, (units) => this.#lookThrough(lexicon, new WordCursor(folded, units), met))
    if (meter) meter.steps += this.words
  }

  /** Gives how many words there are. */
  #lookThrough(lexicon: Lexicon, words: WordCursor, met: MetWords | undefined): number {
    const { openings, spelling } = lexicon
    const { starts, ends, marks: allMarks } = this.#table
    let at = 0
    let lastMarks = 0
    let lastHash = 0
    let lastCorrected = 0
    /** The last piece of an identifier, where the next word may go on with it. */
    let lastHump = 0
    for (; words.next(); at += 1) {
      const { hash, isNumber, mixed } = words
      starts[at] = words.start
      ends[at] = words.end
      let marks = met?.marks(hash) ?? NOT_MET
      let corrected = hash
      if (marks === NOT_MET) {
        marks = openings.marks(hash)
        if (isNumber) marks |= MARK.number
        else if (spelling.mayCorrect(words)) {
          corrected = this.#correct(at, spelling, words)
          marks = openings.correctedMarks(hash, corrected)
        }
        if (corrected === hash) met?.add(hash, marks)
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
      allMarks[at] = mixed ? marks | MARK.mixed : marks
      lastHump = 0
      if (mixed) {
        const humps = humpHashes(this.#folded, words)
        if (opensWithin(lexicon, humps)) this.#name(at)
        lastHump = humps.at(-1) ?? 0
      }
      lastMarks = marks
      lastHash = hash
      lastCorrected = corrected
    }
    return at
  }

  /** The hash of a word as it should be, which is kept where it is another one. */
  #correct(at: number, spelling: Spelling, { start, end, hash }: WordCursor): number {
    const word = this.#folded.slice(start, end).toLowerCase()
    const right = spelling.correct(word)
    if (right === word) return hash
    this.#corrections.set(at, right)
    return hashOf(right)
  }

  /** Whether no word of it is misspelled. */
  get isRight(): boolean {
    return this.#corrections.size === 0
  }

  /** Whether a word has one of these marks. */
  has(marks: number, at: number): boolean {
    return at < this.words && ((this.#table.marks[at] ?? 0) & marks) !== 0
  }

  /** The token of a word as it is written, made when it is first asked for. */
  token(at: number): TextToken | undefined {
    if (at < 0 || at >= this.words) return undefined
    const { starts, ends } = this.#table
    this.#tokens ??= Array<TextToken | undefined>(this.words)
    return (this.#tokens[at] ??= tokenAt(
      this.#folded,
      at > 0 ? ends[at - 1] : undefined,
      starts[at] ?? 0,
      ends[at] ?? 0,
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
