import type { TextToken } from '../text/tokens.ts'
import type { Framework } from '../registry/framework.ts'
import type { Stem } from './id-stem.ts'
import { stemWord, wordOf } from './stem-words.ts'
import type { SplitId } from './written-id.ts'

/** How a Turkish text shortens `madde`. */
const TURKISH_ARTICLE = new Set(['m', 'md'])

/** The stems of a framework's ids, found by their first word or by their last. */
export class StemTable {
  readonly #beginning = new Map<string, Stem[]>()
  readonly #ending = new Map<string, Stem[]>()
  #article: Stem | undefined
  #sections: Stem | undefined
  /** Whether it is a law of Canada's, which are in English and French; and one of Turkey's, where an `m.` is an article. */
  readonly #bilingual: boolean
  readonly #turkish: boolean

  /** The word that numbers are cited with. */
  readonly #citedAs: string

  constructor({ jurisdictions, citePrefix = '' }: Framework) {
    this.#citedAs = wordOf(citePrefix.toLowerCase())
    this.#bilingual = jurisdictions.some((one) => one.startsWith('CA'))
    this.#turkish = jurisdictions.includes('TR')
  }

  /** Learns the stem of one of the framework's ids. */
  learn(id: string, split: SplitId): void {
    const { words, parts, joints } = split
    this.#add({
      ...split,
      joints: new Set(joints),
      own: [words.at(-1) ?? '', this.#citedAs],
      leastParts: parts.length,
      mostParts: parts.length,
      beginnings: new Set(parts.map((_, index) => parts.slice(0, index + 1).join('.'))),
      decimal: words.at(-1) === 'section' && /\d\.\d/.test(id),
      hyphened: words.at(-1) === 'art' && /\d-\d/.test(id),
      template: id,
    })
  }

  /** The stem of its articles, where it has such. */
  get article(): Stem | undefined {
    return this.#article
  }

  /** The stem of its sections. */
  get sections(): Stem | undefined {
    return this.#sections
  }

  /** Those that begin with a word, the longest first: `GV.OC-01` is more than `GV`. */
  beginningWith(word: TextToken): readonly Stem[] {
    return this.#beginning.get(this.wordOf(word)) ?? []
  }

  /** Those that end with a word, the longest first. */
  endingWith(word: TextToken): readonly Stem[] {
    return this.#ending.get(this.wordOf(word)) ?? []
  }

  /** Whether a word is a letter or two that stand for an article. */
  isShortArticle({ text }: TextToken): boolean {
    return this.#turkish && TURKISH_ARTICLE.has(text)
  }

  /** The French of a law in two languages calls its sections articles, and a Turkish one shortens the word. */
  wordOf(first: TextToken): string {
    const word = stemWord(first)
    if (this.#turkish && TURKISH_ARTICLE.has(word)) return 'art'
    return word === 'art' && this.#bilingual ? 'section' : word
  }

  #add(stem: Stem): void {
    const [head = ''] = stem.words
    if (head === 'art' && stem.words.length === 1) this.#article ??= stem
    if (head === 'section' && stem.words.length === 1) this.#sections ??= stem
    const stems = this.#beginning.get(head) ?? []
    const known = stems.find(({ words }) => words.join(' ') === stem.words.join(' '))
    if (known) {
      known.leastParts = Math.min(known.leastParts, stem.leastParts)
      known.mostParts = Math.max(known.mostParts, stem.mostParts)
      for (const joint of stem.joints) known.joints.add(joint)
      for (const beginning of stem.beginnings) known.beginnings.add(beginning)
      known.decimal ||= stem.decimal
      known.hyphened ||= stem.hyphened
      return
    }
    const longestFirst = (some: readonly Stem[]): Stem[] =>
      [...some, stem].sort((a, b) => b.words.length - a.words.length)
    this.#beginning.set(head, longestFirst(stems))
    const last = stem.words.at(-1) ?? ''
    this.#ending.set(last, longestFirst(this.#ending.get(last) ?? []))
  }
}
