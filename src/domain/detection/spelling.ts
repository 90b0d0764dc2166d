import { Fingerprints } from '../text/fingerprints.ts'
import { extended, hashOf, lacking } from '../text/word-hash.ts'

/** Words shorter than this are too close to other words to be corrected. */
const LENGTH_LEAST = 6

/** Longer than any word of a name: a run of letters without end is no misspelling. */
const LENGTH_MOST = 24

/**
 * Finds the word that a misspelled one stands for: one letter dropped, doubled, swapped or wrong. Both sides are compared with
 * each letter left out in turn, so a look-up costs as many steps as the word has letters.
 */
export class Spelling {
  readonly #words = new Set<string>()
  readonly #corrections = new Set<string>()
  readonly #nearby = new Map<string, string>()
  /** Of all corrections, whole and with each letter left out. */
  readonly #prints = new Fingerprints()

  add(word: string): void {
    if (word.length < LENGTH_LEAST || word.length > LENGTH_MOST || this.#corrections.has(word)) return
    this.#words.add(word)
    this.#corrections.add(word)
    this.#prints.add(hashOf(word), 1)
    for (const shorter of withoutOneLetter(word)) {
      this.#nearby.set(shorter, word)
      this.#prints.add(hashOf(shorter), 1)
    }
  }

  /** A word of a name that is right as it is, whatever it resembles. */
  know(word: string): void {
    this.#words.add(word)
  }

  /**
   * Whether a word, given by where it stands in a text and by its hash, may be a misspelled one: what this denies, `correct` leaves as it
   * is. Reads hashes only, so that a text can be looked through without cutting it.
   */
  mayCorrect(text: string, start: number, end: number, hash: number): boolean {
    if (end - start < LENGTH_LEAST || end - start > LENGTH_MOST) return false
    if (this.#prints.marks(hash) !== 0) return true
    let before = 0
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at)
      const through = extended(before, code >= CAPITAL_FIRST && code <= CAPITAL_LAST ? code + SMALL : code)
      if (this.#prints.marks(lacking(hash, before, through, end - at - 1)) !== 0) return true
      before = through
    }
    return false
  }

  /** The known word nearest to one that is not known; the word itself where none is near. */
  correct(word: string): string {
    if (word.length < LENGTH_LEAST || word.length > LENGTH_MOST || this.#words.has(word)) return word
    const direct = this.#nearby.get(word)
    if (direct !== undefined) return direct
    for (const shorter of withoutOneLetter(word)) {
      if (this.#corrections.has(shorter)) return shorter
      const near = this.#nearby.get(shorter)
      if (near !== undefined) return near
    }
    return word
  }
}

/** Letters of ASCII, of which each small one stands so far behind its capital. */
const CAPITAL_FIRST = 65
const CAPITAL_LAST = 90
const SMALL = 32

function withoutOneLetter(word: string): string[] {
  return Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))
}
