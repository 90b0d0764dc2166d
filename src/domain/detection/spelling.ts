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

  add(word: string): void {
    if (word.length < LENGTH_LEAST || word.length > LENGTH_MOST || this.#corrections.has(word)) return
    this.#words.add(word)
    this.#corrections.add(word)
    for (const shorter of withoutOneLetter(word)) this.#nearby.set(shorter, word)
  }

  /** A word of a name that is right as it is, whatever it resembles. */
  know(word: string): void {
    this.#words.add(word)
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

function withoutOneLetter(word: string): string[] {
  return Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))
}
