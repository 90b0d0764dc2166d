import type { Lexicon } from './lexicon.ts'
import { MARK } from './openings.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { tokenAt, type TextToken } from '../text/tokens.ts'
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
  readonly #tokens: (TextToken | undefined)[] = []
  /** The misspelled words, by index, as they should be. */
  readonly #corrections = new Map<number, string>()
  /** The words, by index and in order, at which a name or a series may begin, and those at which an id may. */
  readonly names: number[] = []
  readonly ids: number[] = []

  constructor(lexicon: Lexicon, folded: string, meter?: Meter) {
    this.#folded = folded
    const { openings, spelling } = lexicon
    const words = new WordCursor(folded)
    let [lastMarks, lastHash, lastCorrected] = [0, 0, 0]
    /** The last piece of an identifier, where the next word may go on with it. */
    let lastHump = 0
    while (words.next()) {
      const { hash, isNumber } = words
      const at = this.#starts.length
      let marks = openings.marks(hash)
      let corrected = hash
      if (!isNumber && mayBeMisspelled(lexicon, folded, words)) {
        const right = spelling.correct(lowerCase(folded, words))
        corrected = hashOf(right)
        if (corrected !== hash) this.#corrections.set(at, right)
        marks = openings.correctedMarks(hash, corrected)
      }
      if (isNumber) marks |= MARK.number
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
      this.#marks.push(marks)
      this.#tokens.push(undefined)
      lastHump = 0
      if (words.mixed) {
        const humps = this.token(at)?.humps.map(({ text }) => hashOf(text)) ?? []
        if (opensWithin(lexicon, humps)) this.#name(at)
        lastHump = humps.at(-1) ?? 0
      }
      ;[lastMarks, lastHash, lastCorrected] = [marks, hash, corrected]
    }
    if (meter) meter.steps += this.#starts.length
  }

  /** How many words the text has. */
  get words(): number {
    return this.#starts.length
  }

  /** Whether a word has one of these marks. */
  has(marks: number, at: number): boolean {
    return ((this.#marks[at] ?? 0) & marks) !== 0
  }

  /** The token of a word as it is written, made when it is first asked for. */
  token(at: number): TextToken | undefined {
    const [start, end] = [this.#starts[at], this.#ends[at]]
    if (start === undefined || end === undefined) return undefined
    return (this.#tokens[at] ??= tokenAt(this.#folded, at > 0 ? this.#ends[at - 1] : undefined, start, end))
  }

  /** The same with its spelling corrected. */
  corrected(at: number): TextToken | undefined {
    const token = this.token(at)
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

function mayBeMisspelled({ spelling }: Lexicon, folded: string, words: WordCursor): boolean {
  if (words.isAscii) return spelling.mayCorrect(folded, words.start, words.end, words.hash)
  const word = lowerCase(folded, words)
  return spelling.mayCorrect(word, 0, word.length, words.hash)
}

function lowerCase(folded: string, { start, end }: WordCursor): string {
  return folded.slice(start, end).toLowerCase()
}
