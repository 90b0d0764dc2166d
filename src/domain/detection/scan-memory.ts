import { MetWords } from './met-words.ts'
import { WordTable } from './word-table.ts'

/** Room for a slice with its surroundings. What folding makes longer gets room of its own. In units of UTF-16. */
const ROOM = 24_576

/** So long a text says most of its words again; in units of UTF-16. */
const LONG = 8_192

/**
 * What the scans of a conversation's texts share, slice after slice: to make it anew costs a small call more than to read it. It is wiped
 * behind each conversation, since nothing of what callers write is kept.
 */
export class ScanMemory {
  readonly #table = new WordTable(ROOM)
  /** Units of the table that were taken. */
  #taken = 0
  readonly #met = new MetWords()
  #hasMet = false

  /** Room for a slice, which the next one takes; its own where that is not enough. */
  table(units: number): WordTable {
    if (!this.#table.holds(units)) return new WordTable(units)
    this.#taken = Math.max(this.#taken, units)
    return this.#table
  }

  /** The words met so far, for a slice of a text of so many units; undefined where they would not come again. */
  metWords(units: number): MetWords | undefined {
    if (units < LONG) return undefined
    this.#hasMet = true
    return this.#met
  }

  wipe(): void {
    this.#table.wipe(this.#taken)
    this.#taken = 0
    if (this.#hasMet) this.#met.wipe()
    this.#hasMet = false
  }
}
