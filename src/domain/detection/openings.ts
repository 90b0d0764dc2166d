import { AND } from './and-words.ts'
import { Fingerprints } from '../text/fingerprints.ts'
import type { PhraseTrie } from '../text/phrase-trie.ts'
import { hashOf, pairHash } from '../text/word-hash.ts'
import type { Spelling } from './spelling.ts'

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
  /** Right as it is, whatever it resembles. */
  known: 64,
  /** What carries a series of numbers on. */
  and: 128,
  number: 256,
} as const

/** What marks say of a word as it is written, before any misspelling is corrected. */
const WRITTEN = MARK.id | MARK.opensId

/**
 * How names, stems and ids begin, by the hashes of their first two words. It is made of the very tries that are matched later, and
 * a hash never misses a word: so where no phrase opens here, none stands.
 */
export class Openings {
  readonly #words = new Fingerprints()
  readonly #pairs = new Fingerprints()

  constructor({
    names,
    stems,
    ids,
    spelling,
  }: {
    names: PhraseTrie<unknown>
    stems: PhraseTrie<unknown>
    ids: PhraseTrie<unknown>
    spelling: Spelling
  }) {
    this.#add(names, MARK.name, MARK.opensName)
    this.#add(stems, MARK.stem, MARK.opensName)
    this.#add(ids, MARK.id, MARK.opensId)
    for (const trie of [stems, ids])
      for (const word of trie.words()) this.#words.add(hashOf(word), MARK.within)
    for (const word of spelling.known()) this.#words.add(hashOf(word), MARK.known)
    for (const word of AND) this.#words.add(hashOf(word), MARK.and)
  }

  #add(trie: PhraseTrie<unknown>, whole: number, opens: number): void {
    for (const opening of trie.openings()) {
      const first = hashOf(opening.word)
      if (opening.whole) this.#words.add(first, whole)
      for (const second of opening.seconds) {
        this.#words.add(first, opens)
        this.#pairs.add(pairHash(first, hashOf(second)), opens)
      }
    }
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
