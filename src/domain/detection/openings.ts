import { AND } from './and-words.ts'
import { Fingerprints } from '../text/fingerprints.ts'
import { hashOf, pairHash } from '../text/word-hash.ts'
import type { TextToken } from '../text/tokens.ts'

/** What a word, or two words in a row, can be to the names, stems and ids of a lexicon: one bit each. */
export const MARK = {
  /** A name, a stem or an id of one word. */
  name: 1,
  stem: 2,
  id: 4,
  /** The beginning of a longer name or stem, or of a longer id. */
  opensName: 8,
  opensId: 16,
  /** Part of a stem or id. */
  within: 32,
  /** What carries a series of numbers on. */
  and: 64,
  number: 128,
  /** May be written with humps. */
  mixed: 256,
} as const

/** What marks say of a word as it is written, before any misspelling is corrected. */
const WRITTEN = MARK.id | MARK.opensId

/** How phrases are marked: one of a single word, the first word or two of a longer one, and every word of it. */
const KINDS = {
  name: { whole: MARK.name, opens: MARK.opensName, every: 0 },
  stem: { whole: MARK.stem, opens: MARK.opensName, every: MARK.within },
  id: { whole: MARK.id, opens: MARK.opensId, every: MARK.within },
} as const

/**
 * How names, stems and ids begin, by the hashes of their first two words. What is added to their tries is added here, and what was
 * added is always found: so where no phrase opens here, none stands.
 */
export class Openings {
  readonly #words = new Fingerprints()
  readonly #pairs = new Fingerprints()

  constructor() {
    for (const word of AND) this.#words.add(hashOf(word), MARK.and)
  }

  /** A phrase, cut into words. */
  add(kind: keyof typeof KINDS, tokens: readonly TextToken[]): void {
    const { whole, opens, every } = KINDS[kind]
    const hashes = tokens.map(({ text }) => hashOf(text))
    const [first, second] = hashes
    if (first === undefined) return
    this.#words.add(first, second === undefined ? whole : opens)
    if (second !== undefined) this.#pairs.add(pairHash(first, second), opens)
    if (every !== 0) for (const hash of hashes) this.#words.add(hash, every)
  }

  /** The marks of a word. */
  marks(hash: number): number {
    return this.#words.marks(hash)
  }

  /** The marks of a word that is corrected. */
  correctedMarks(hash: number, corrected: number): number {
    const [own, right] = [this.marks(hash), this.marks(corrected)]
    return (own & (WRITTEN | MARK.within)) | (right & ~WRITTEN)
  }

  /** Whether two words in a row open a phrase, of the kind that the mark says. */
  opens(mark: number, first: number, second: number): boolean {
    return (this.#pairs.marks(pairHash(first, second)) & mark) !== 0
  }
}
