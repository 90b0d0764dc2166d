/** Words that are remembered at one time, as a power of two: more than a long text has different ones, mostly. */
const PLACES = 8_192

/** Spreads hashes over the places. */
const SPREAD = 0x9e37_79b1
const SHIFT = 32 - Math.log2(PLACES)

/** What is said of a word that was not met. */
export const NOT_MET = -1

/**
 * The words of one long text that are right as they are written, by their hashes, with their marks (see `Openings`). A text says most of its
 * words again and again, and each needs to be looked up once. They go with the text: nothing of what callers write is kept.
 */
export class MetWords {
  /** The hash of a word at its place, and its marks, one more than they are; a later one takes the place of an earlier. */
  readonly #hashes = new Int32Array(PLACES)
  readonly #marks = new Uint16Array(PLACES)

  /** The marks of a word; `NOT_MET` where it was not met. */
  marks(hash: number): number {
    const place = Math.imul(hash, SPREAD) >>> SHIFT
    return this.#hashes[place] === hash ? (this.#marks[place] ?? 0) - 1 : NOT_MET
  }

  add(hash: number, marks: number): void {
    const place = Math.imul(hash, SPREAD) >>> SHIFT
    this.#hashes[place] = hash
    this.#marks[place] = marks + 1
  }

  /** Forgets all. */
  wipe(): void {
    this.#hashes.fill(0)
    this.#marks.fill(0)
  }
}
