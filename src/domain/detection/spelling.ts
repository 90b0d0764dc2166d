import { Fingerprints } from '../text/fingerprints.ts'
import type { WordCursor } from '../text/word-cursor.ts'
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
  /** The same by their hashes, of two that share one the last. */
  readonly #byHash = new Map<number, string>()
  readonly #corrections = new Set<string>()
  readonly #nearby = new Map<string, string>()
  /** Of all corrections, whole and with each letter left out. */
  readonly #prints = new Fingerprints()

  add(word: string): void {
    if (word.length < LENGTH_LEAST || word.length > LENGTH_MOST || this.#corrections.has(word)) return
    this.know(word)
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
    this.#byHash.set(hashOf(word), word)
  }

  /**
   * Whether the word that a cursor stands at may be a misspelled one: what this denies, `correct` leaves as it is. Goes by hashes, and by
   * the letters of a right word, so that a text can be looked through without cutting it.
   */
  mayCorrect(words: WordCursor): boolean {
    const { hash, length } = words
    if (length < LENGTH_LEAST || length > LENGTH_MOST) return false
    if (this.#prints.marks(hash) === 0 && !this.#isNear(words)) return false
    const right = this.#byHash.get(hash)
    return right === undefined || !isWord(right, words)
  }

  /** Whether a word without one of its letters may be a correction, or one without a letter of its own. */
  #isNear(words: WordCursor): boolean {
    const { hash, length } = words
    let before = 0
    for (let at = 0; at < length; at += 1) {
      const through = extended(before, words.unitAt(at))
      if (this.#prints.marks(lacking(hash, before, through, length - at - 1)) !== 0) return true
      before = through
    }
    return false
  }

  /** The known word nearest to one that is not known; the word itself where none is near. Cuts only what hashes say may be found. */
  correct(word: string): string {
    if (word.length < LENGTH_LEAST || word.length > LENGTH_MOST || this.#words.has(word)) return word
    const hash = hashOf(word)
    const direct = this.#prints.marks(hash) === 0 ? undefined : this.#nearby.get(word)
    if (direct !== undefined) return direct
    let before = 0
    for (let at = 0; at < word.length; at += 1) {
      const through = extended(before, word.charCodeAt(at))
      if (this.#prints.marks(lacking(hash, before, through, word.length - at - 1)) !== 0) {
        const shorter = word.slice(0, at) + word.slice(at + 1)
        const near = this.#corrections.has(shorter) ? shorter : this.#nearby.get(shorter)
        if (near !== undefined) return near
      }
      before = through
    }
    return word
  }
}

function isWord(word: string, words: WordCursor): boolean {
  if (word.length !== words.length) return false
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) !== words.unitAt(at)) return false
  return true
}

function withoutOneLetter(word: string): string[] {
  return Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))
}
