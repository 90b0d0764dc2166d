import { PhraseTrie } from '../detection/phrase-trie.ts'
import { isNumber, tokenize, type TextToken } from '../detection/tokens.ts'
import type { Framework } from '../registry/framework.ts'
import {
  idKey,
  idPattern,
  isPart,
  readParts,
  splitId,
  stemWord,
  withoutZeros,
  type WrittenId,
} from './written-id.ts'
import { writtenLike } from './written-like.ts'

/** What an id in a text turned out to be. */
export interface FoundId {
  /** As the module writes it, or, where it is not known, in the form of the module's ids. */
  id: string
  known: boolean
  /** Tokens it takes up. */
  length: number
}

/** The letters in front of ids, and how ids of that front look. */
interface Stem {
  words: readonly string[]
  /** What stands between the stem and the first part. */
  border: string
  /** Parts that a hyphen stands before. */
  hyphens: Set<number>
  /** The fewest parts an id of this stem has: fewer are no id. */
  leastParts: number
  /** An id of this stem to write unknown ones by. */
  template: string
}

/** Words that say that a bare number is an id. */
const CITED_BY = new Set(
  'clause clauses subclause control controls section sections requirement requirements req safeguard safeguards isa cfr code klausel abschnitt'.split(
    ' ',
  ),
)

/** Words in front of a number that is a version. */
const VERSION_WORDS = new Set('v version release edition rev revision dss csf'.split(' '))

/** Sections of law are numbered as high as this without being cited as such: `164.312`, `1798.100`. */
const LARGE = 100

/** No act has so many articles: "Art. 2025" is a misread date or number. */
const ARTICLES_MAX = 500

const NO_HYPHENS: ReadonlySet<number> = new Set()

/** The ids of one framework, looked up by how they are written rather than how they are punctuated. */
export class ReferenceIndex {
  readonly framework: Framework
  /** Finds the framework's own names, to tell whose id a shared form is. */
  readonly names = new PhraseTrie<true>()
  /** `stem|part.part` to the id as the module writes it. */
  readonly #ids = new Map<string, string>()
  /** Beginnings of ids that are none themselves: `A.5` of `A.5.20`. */
  readonly #headings = new Set<string>()
  /** Ids whose points the module lists from (a) on without a hole. */
  readonly #listed = new Set<string>()
  readonly #stems = new Map<string, Stem[]>()
  /**
   * Of each stem, which kinds of parts follow in which order (`##`, `##@`), with an id written so. Anything else has not the shape of
   * an id.
   */
  readonly #patterns = new Map<string, string>()
  /** The first numbers of ids that are numbers only. */
  readonly #firstNumbers = new Set<string>()
  readonly #editions: ReadonlySet<string>
  /** The word the framework's bare numbers are cited with; a hyphen, which no word begins with, where it has none. */
  readonly #citedAs: string

  constructor(framework: Framework) {
    this.framework = framework
    const { name, fullName, aliases, editions, controls, citePrefix = '-' } = framework
    this.#citedAs = citePrefix.toLowerCase()
    for (const phrase of [name, fullName, ...aliases]) this.names.add(phrase, true)
    this.#editions = new Set(
      editions.map(({ id }) =>
        tokenize(id)
          .map(({ text }) => text)
          .join('.'),
      ),
    )
    for (const { id } of controls) this.#add(id)
    this.#addMentioned()
    for (const id of this.#ids.values()) {
      if (this.#hasPoint(id, 'a') && this.#hasPoint(id, 'd')) this.#listed.add(id)
    }
  }

  /** The id that stands at a place of a text, if one with the shape of this framework's ids does. */
  at(tokens: readonly TextToken[], from: number): FoundId | undefined {
    const written = this.#writtenAt(tokens, from)
    return written && this.#judge(written)
  }

  /** Whatever is written like an id at a place. */
  #writtenAt(tokens: readonly TextToken[], from: number): WrittenId | undefined {
    const first = tokens[from]
    if (!first) return undefined
    if (isNumber(first)) return this.#numberAt(tokens, from)
    for (const stem of this.#stems.get(stemWord(first)) ?? []) {
      const written = this.#stemAt(stem, tokens, from)
      if (written) return written
    }
    return undefined
  }

  #add(id: string): void {
    const { words, parts, partTokens, border } = splitId(id)
    const plain = idKey(words, parts.map(withoutZeros))
    const pattern = idPattern(words, parts)
    if (!this.#patterns.has(pattern)) this.#patterns.set(pattern, id)
    this.#ids.set(idKey(words, parts), id)
    if (!this.#ids.has(plain)) this.#ids.set(plain, id)
    this.#addBeginnings(id, words, parts)
    if (words.length === 0) {
      this.#firstNumbers.add(parts[0] ?? '')
      return
    }
    const hyphens = partTokens.flatMap(({ between }, index) => (index > 0 && between === '-' ? [index] : []))
    this.#addStem({ words, border, hyphens: new Set(hyphens), leastParts: parts.length, template: id })
  }

  /** Numbers of older editions and withdrawn ids exist as well where the module itself tells of them. */
  #addMentioned(): void {
    const { controls, notes } = this.framework
    const texts = [
      ...controls.map(({ text }) => text),
      ...notes.filter(({ section }) => section === 'Changes between editions').map(({ text }) => text),
    ]
    for (const tokens of texts.map(tokenize)) {
      for (let at = 0; at < tokens.length; at += 1) {
        const written = this.#writtenAt(tokens, at)
        if (!written || this.#find(written) !== undefined) continue
        this.#ids.set(idKey(written.words, written.parts.map(withoutZeros)), this.#spell(written))
      }
    }
  }

  /** The paragraph that a listed point belongs to exists too (`Art. 23(4)` of `Art. 23(4)(a)`); other beginnings are headings. */
  #addBeginnings(id: string, words: readonly string[], parts: readonly string[]): void {
    let rest = id
    for (let count = parts.length - 1; count > 0; count -= 1) {
      const beginning = idKey(words, parts.slice(0, count).map(withoutZeros))
      const paragraph = /^(.*)\([^()]*\)$/.exec(rest)?.[1]
      if (paragraph !== undefined && !this.#ids.has(beginning))
        this.#ids.set(beginning, paragraph.replace(/[\s-]+$/, ''))
      if (paragraph === undefined) this.#headings.add(beginning)
      rest = paragraph ?? ''
    }
  }

  #addStem(stem: Stem): void {
    const [head = ''] = stem.words
    const stems = this.#stems.get(head) ?? []
    const known = stems.find(({ words }) => words.join(' ') === stem.words.join(' '))
    if (known) {
      known.leastParts = Math.min(known.leastParts, stem.leastParts)
      for (const index of stem.hyphens) known.hyphens.add(index)
      return
    }
    // Longer stems first: `GV.OC-01` is more than `GV`.
    this.#stems.set(
      head,
      [...stems, stem].sort((a, b) => b.words.length - a.words.length),
    )
  }

  #hasPoint(id: string, letter: string): boolean {
    const { words, parts } = splitId(`${id}(${letter})`)
    return this.#ids.has(idKey(words, parts))
  }

  #stemAt(stem: Stem, tokens: readonly TextToken[], from: number): WrittenId | undefined {
    const words = tokens.slice(from, from + stem.words.length)
    // An invented category (`GV.ZZ-01`) has the form of a real one: letters joined as tightly, of the same length.
    const alike = stem.words.every((word, index) => {
      const token = words[index]
      if (!token || index === 0) return token !== undefined
      return (
        (token.gap === 'tight' || token.gap === 'none') &&
        !isNumber(token) &&
        token.text.length === word.length
      )
    })
    const next = tokens[from + stem.words.length]
    if (!alike || (stem.leastParts > 0 && !(next && borders(stem, next)))) return undefined
    const { parts, length } =
      stem.leastParts > 0 ? readParts(tokens, from + stem.words.length, stem.hyphens) : NOTHING
    if (parts.length < stem.leastParts) return undefined
    if (stem.words[0] === 'art' && Number(parts[0]) > ARTICLES_MAX) return undefined
    return { words: words.map(stemWord), parts, length: stem.words.length + length, template: stem.template }
  }

  /** Bare numbers count only with a word such as "clause" in front, with three or more parts, or as large as a section of law. */
  #numberAt(tokens: readonly TextToken[], from: number): WrittenId | undefined {
    const [before, first] = [tokens[from - 1], tokens[from]]
    if (!first || first.gap === 'none' || this.#firstNumbers.size === 0) return undefined
    if (before && first.gap === 'tight' && isPart(before)) return undefined
    const { parts, length } = readParts(tokens, from, NO_HYPHENS)
    const cited =
      first.between.includes('§') ||
      (before !== undefined && first.gap !== 'hard' && CITED_BY.has(before.text))
    const plain = cited || Number(first.text) >= LARGE || parts.length > 2
    const version =
      (before !== undefined && VERSION_WORDS.has(before.text)) || this.#editions.has(parts.join('.'))
    if (!plain || (version && !cited)) return undefined
    // A part that the framework does not have at all ("Requirement 14.1.1") needs the framework's own word in front.
    if (!this.#firstNumbers.has(first.text) && before?.text.startsWith(this.#citedAs) !== true)
      return undefined
    const written = { words: [], parts, length, template: '' }
    // One number alone is an id only if there is one ("§ 7012" is, "requirement 3" is a heading); and numbers that nobody cites
    // may be a date, an address or a version just as well.
    if ((parts.length < 2 || !cited) && this.#find(written) === undefined) return undefined
    return written
  }

  /**
   * The id, or the one it is a point of: `Art. 21(3)` is found as `Art. 21` where the module goes no deeper there. Where it
   * lists the points, one that is not among them does not exist. A heading is no id, nor is what no id of the framework looks like.
   */
  #judge(written: WrittenId): FoundId | undefined {
    const { words, parts, length } = written
    const exact = this.#find(written)
    if (exact !== undefined) return { id: exact, known: true, length }
    const plain = parts.map(withoutZeros)
    if (this.#headings.has(idKey(words, plain))) return undefined
    for (let count = plain.length - 1; count > 0; count -= 1) {
      const id = this.#ids.get(idKey(words, plain.slice(0, count)))
      if (id === undefined || !isPointOf(words, plain, count)) continue
      if (this.#listed.has(id) && /^[a-z]$/.test(plain[count] ?? '')) break
      return { id, known: true, length }
    }
    if (!this.#patterns.has(idPattern(words, plain))) return undefined
    return { id: this.#spell(written), known: false, length }
  }

  #find({ words, parts }: WrittenId): string | undefined {
    return this.#ids.get(idKey(words, parts)) ?? this.#ids.get(idKey(words, parts.map(withoutZeros)))
  }

  #spell({ template, words, parts }: WrittenId): string {
    // Bare numbers are given as the text has them: `03.01.29` and `3.1.29` are of two revisions.
    if (words.length === 0) return parts.join('.')
    const alike = this.#patterns.get(idPattern(words, parts)) ?? template
    return writtenLike(alike, words, parts.map(withoutZeros))
  }
}

const NOTHING = { parts: [], length: 0 }

/**
 * Whether a first part may follow a stem: a single letter (`A.5.20`, `A1.1`, `A&A-01`) only as the framework writes it, and where it
 * writes a hyphen (`AT-2`) not behind a space ("At 14:30").
 */
function borders({ words, border }: Stem, next: TextToken): boolean {
  if (words.length === 1 && words[0]?.length === 1) return next.between === border
  if (border === '-' && next.gap !== 'none' && !/\p{Pd}/u.test(next.between)) return false
  return next.gap !== 'hard' && (next.gap !== 'stop' || /\.\s$/.test(border))
}

/** Whether what stands behind the first `count` parts is a point below them: of a law, a letter, or a control's enhancement. */
function isPointOf(words: readonly string[], parts: readonly string[], count: number): boolean {
  const [first = ''] = words
  const enhancement = words.length === 1 && first.length === 2 && count === 1 && parts.length === 2
  return enhancement || ['art', 'annex', 'recital'].includes(first) || /^[a-z]/.test(parts[count] ?? '')
}
