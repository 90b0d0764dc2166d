import { Fingerprints } from '../text/fingerprints.ts'
import type { WordCursor } from '../text/word-cursor.ts'
import { extended, hashOf, lacking, pairHash } from '../text/word-hash.ts'

/** Words shorter than this are too close to other words to be corrected. */
const LENGTH_LEAST = 6

/** Longer than any word of a name: a run of letters without end is no misspelling. */
const LENGTH_MOST = 24

const FIRST = 1
const SECOND = 2

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
  /** Of the same, how a word with one letter more than they have begins or ends: most words do neither, which two looks tell. */
  readonly #halves = new Fingerprints()

  add(word: string): void {
    if (word.length < LENGTH_LEAST || word.length > LENGTH_MOST || this.#corrections.has(word)) return
    this.know(word)
    this.#corrections.add(word)
    this.#print(word)
    for (const shorter of withoutOneLetter(word)) {
      this.#nearby.set(shorter, word)
      this.#print(shorter)
    }
  }

  #print(text: string): void {
    this.#prints.add(hashOf(text), 1)
    // Of a word with one more letter, the first half stands here, or all that follows it.
    const half = (text.length + 1) >> 1
    this.#halves.add(pairHash(hashOf(text.slice(0, half)), text.length + 1), FIRST)
    this.#halves.add(pairHash(hashOf(text.slice(half - 1)), text.length + 1), SECOND)
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
    const half = length >> 1
    let before = 0
    for (let at = 0; at < half; at += 1) before = extended(before, words.unitAt(at))
    const behind = lacking(hash, 0, before, length - half)
    if (
      (this.#halves.marks(pairHash(before, length)) & FIRST) === 0 &&
      (this.#halves.marks(pairHash(behind, length)) & SECOND) === 0
    ) {
      return false
    }
    before = 0
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
