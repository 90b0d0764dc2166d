import { fold } from './fold.ts'
import { foldedPlaces } from './folded-places.ts'
import { tokenAt, type TextToken } from './tokens.ts'
import { WordCursor } from './word-cursor.ts'

/** Where something stands in a text, in UTF-16 code units: as `slice` takes them. */
export interface Span {
  start: number
  end: number
}

/** Work may end between so many tokens. */
const TOKENS_A_YIELD = 256

/** A text's tokens, and where each of them stands in the text as it was written. */
export class PlacedTokens {
  readonly tokens: TextToken[] = []
  readonly #text: string
  readonly #folded: string
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  /** Made when a place is asked for, if folding changed anything. */
  #places: readonly number[] | undefined

  /** Has no token yet: `reading` cuts them. */
  constructor(text: string) {
    this.#text = text
    this.#folded = fold(text)
  }

  /** Cuts the tokens, and yields how many it has cut since it last did. */
  *reading(): Generator<number, void> {
    const words = new WordCursor(this.#folded)
    let end: number | undefined
    let cut = 0
    while (words.next()) {
      this.tokens.push(tokenAt(this.#folded, end, words.start, words.end, words.mixed))
      this.#starts.push(words.start)
      this.#ends.push(words.end)
      end = words.end
      cut += 1
      if (cut < TOKENS_A_YIELD) continue
      yield cut
      cut = 0
    }
    yield cut
  }

  /** What stands behind the last token. */
  get behind(): string {
    return this.#folded.slice(this.#ends.at(-1) ?? 0)
  }

  /** Whether a token begins with a capital letter. */
  isCapitalized(at: number): boolean {
    return /^\p{Lu}/u.test(this.#folded.slice(this.#starts[at], this.#ends[at]))
  }

  /** What the tokens from one to the one before another cover. */
  span(from: number, to: number): Span {
    const [first, last] = [this.#starts[from] ?? 0, (this.#ends[to - 1] ?? 1) - 1]
    if (this.#folded === this.#text) return { start: first, end: last + 1 }
    this.#places ??= foldedPlaces(this.#text).places
    const [start = 0, end = 0] = [this.#places[first], this.#places[last]]
    return { start, end: end + String.fromCodePoint(this.#text.codePointAt(end) ?? 0).length }
  }
}
