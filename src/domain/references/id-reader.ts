import { isNumber, tokenize, type TextToken } from '../detection/tokens.ts'
import type { Framework } from '../registry/framework.ts'
import { listHead } from './list-head.ts'
import { isPart, readParts, stemWord, type SplitId, type WrittenId } from './written-id.ts'

/** The letters in front of ids, and how ids of that front look. */
interface Stem {
  words: readonly string[]
  /** What stands between the stem and the first part. */
  border: string
  /** Whether the stem is words with spaces between them, which are read as they are or not at all. */
  spaced: boolean
  joints: Set<string>
  /** The fewest parts an id of this stem has: fewer are no id. */
  leastParts: number
  /** What its ids and their beginnings have behind the stem: `1` and `1.2` of `V1.2`. */
  beginnings: Set<string>
  /** An id of this stem to write unknown ones by. */
  template: string
}

/** Words that say that a bare number is an id. */
const CITED_BY = new Set(
  [
    'clause clauses subclause control controls section sections requirement requirements req reqs safeguard safeguards',
    'isa cfr nycrr code principle principles klausel abschnitt anforderung anforderungen kontrolle kontrollen',
    'exigence exigences mesure mesures chapitre requisito requisitos clausula clausulas medida medidas',
  ].flatMap((words) => words.split(' ')),
)

/** Words in front of a number that is a version. */
const VERSION_WORDS = new Set('v version release edition rev revision dss csf'.split(' '))

/** Stems that mean something else as often: "such as 3.12", "v2.0.1", ".NET 8.0", "the app 2 weeks later", "30 s 5". */
const ORDINARY = new Set('as app comp data event net org s ss user v'.split(' '))

/** Those that mean it when written in capitals: `APP 14`, `V13.19`. */
const MEANT_IN_CAPITALS = new Set(['app', 'v'])

/** Sections of law are numbered as high as this without being cited as such: `164.312`, `1798.100`. */
const LARGE = 100

/** No act has so many articles: "Art. 2025" is a misread date or number. */
const ARTICLES_MAX = 500

const MONEY = new Set('eur euro euros usd dollar dollars gbp pounds chf aud cad sgd jpy brl zar'.split(' '))
const MONEY_SIGN = /\p{Sc}\s?$/u

const NOTHING = { parts: [], length: 0 }

/** Reads what has the shape of a framework's ids, learnt from the ids that it has; whether an id exists is not known here. */
export class IdReader {
  /** By their first word, and by their last. */
  readonly #stems = new Map<string, Stem[]>()
  readonly #ending = new Map<string, Stem[]>()
  /** The first numbers of ids that are numbers only. */
  readonly #firstNumbers = new Set<string>()
  readonly #numberJoints = new Set<string>()
  readonly #editions: ReadonlySet<string>
  /** The word the framework's bare numbers are cited with; a hyphen, which no word begins with, where it has none. */
  readonly #citedAs: string

  constructor({ editions, citePrefix = '-' }: Framework) {
    this.#citedAs = citePrefix.toLowerCase()
    this.#editions = new Set(
      editions.map(({ id }) =>
        tokenize(id)
          .map(({ text }) => text)
          .join('.'),
      ),
    )
  }

  /** Learns the shape of one of the framework's ids. */
  learn(id: string, split: SplitId): void {
    const { words, parts, joints } = split
    if (words.length > 0) {
      const beginnings = new Set(parts.map((_, index) => parts.slice(0, index + 1).join('.')))
      this.#addStem({ ...split, joints: new Set(joints), leastParts: parts.length, beginnings, template: id })
      return
    }
    this.#firstNumbers.add(parts[0] ?? '')
    for (const joint of joints) this.#numberJoints.add(joint)
  }

  /** Whatever is written like an id at a place. */
  at(tokens: readonly TextToken[], from: number): WrittenId | undefined {
    const first = tokens[from]
    if (!first) return undefined
    if (isNumber(first)) return this.#listedAt(tokens, from) ?? this.#numberAt(tokens, from)
    for (const stem of this.#stems.get(stemWord(first)) ?? []) {
      const written = this.#stemAt(stem, tokens, from)
      if (written) return written
    }
    return undefined
  }

  #addStem(stem: Stem): void {
    const [head = ''] = stem.words
    const stems = this.#stems.get(head) ?? []
    const known = stems.find(({ words }) => words.join(' ') === stem.words.join(' '))
    if (known) {
      known.leastParts = Math.min(known.leastParts, stem.leastParts)
      for (const joint of stem.joints) known.joints.add(joint)
      for (const beginning of stem.beginnings) known.beginnings.add(beginning)
      return
    }
    // Longer stems first: `GV.OC-01` is more than `GV`.
    const longestFirst = (some: readonly Stem[]): Stem[] =>
      [...some, stem].sort((a, b) => b.words.length - a.words.length)
    this.#stems.set(head, longestFirst(stems))
    const last = stem.words.at(-1) ?? ''
    this.#ending.set(last, longestFirst(this.#ending.get(last) ?? []))
  }

  #stemAt(stem: Stem, tokens: readonly TextToken[], from: number): WrittenId | undefined {
    const behind = from + stem.words.length
    const words = tokens.slice(from, behind)
    if (!isStem(stem, words)) return undefined
    const { parts, length } = this.#partsOf(stem, tokens, behind)
    if (parts.length < stem.leastParts) return undefined
    if (stem.words.at(-1) === 'art' && Number(parts[0]) > ARTICLES_MAX) return undefined
    const ordinary = isOrdinary(stem, words) && !this.#isCited(tokens, from)
    if (ordinary && this.#isVersion(tokens[from - 1], parts)) return undefined
    const weak = ordinary && !isMeant(stem, words, parts)
    return {
      words: words.map(stemWord),
      parts,
      length: stem.words.length + length,
      template: stem.template,
      inserted: length > 1 && hasInserted(tokens, behind),
      weak,
    }
  }

  /** A further number of a list: 55 of "Articles 13 and 55". */
  #listedAt(tokens: readonly TextToken[], from: number): WrittenId | undefined {
    const head = listHead(tokens, from)
    const word = head === undefined ? undefined : tokens[head]
    if (head === undefined || !word) return undefined
    for (const stem of this.#ending.get(stemWord(word)) ?? []) {
      const words = tokens.slice(head + 1 - stem.words.length, head + 1)
      if (!isStem(stem, words)) continue
      const { parts, length } = readParts(tokens, from, stem.joints)
      // A year behind an "and" is none of the list.
      if (parts.length < stem.leastParts || (parts.length === 1 && Number(parts[0]) > ARTICLES_MAX)) continue
      const inserted = length > 1 && hasInserted(tokens, from)
      return { words: words.map(stemWord), parts, length, template: stem.template, inserted, weak: false }
    }
    return undefined
  }

  #partsOf(stem: Stem, tokens: readonly TextToken[], from: number): { parts: string[]; length: number } {
    const next = tokens[from]
    if (stem.leastParts === 0 || !next || !borders(stem, next)) return NOTHING
    return readParts(tokens, from, stem.joints)
  }

  /** Bare numbers count only with a word such as "clause" in front, with three or more parts, or as large as a section of law. */
  #numberAt(tokens: readonly TextToken[], from: number): WrittenId | undefined {
    const [before, first] = [tokens[from - 1], tokens[from]]
    if (!first || first.gap === 'none' || this.#firstNumbers.size === 0) return undefined
    if (before && first.gap === 'tight' && isPart(before)) return undefined
    const { parts, length } = readParts(tokens, from, this.#numberJoints)
    const cited = this.#isCited(tokens, from)
    const plain = cited || Number(first.text) >= LARGE || parts.length > 2
    if (!plain) return undefined
    if (!cited && (this.#isVersion(before, parts) || isAmount(tokens, from, from + length))) return undefined
    // A part that the framework does not have at all ("Requirement 14.1.1") needs the framework's own word in front.
    if (!this.#firstNumbers.has(first.text) && !this.#isOwnWord(before)) return undefined
    // One number alone is an id only if there is one ("§ 7012" is, "requirement 3" is a heading); and numbers that nobody cites
    // may be a date, an address or a version just as well.
    return { words: [], parts, length, template: '', inserted: false, weak: parts.length < 2 || !cited }
  }

  #isCited(tokens: readonly TextToken[], from: number): boolean {
    const [before, first] = [tokens[from - 1], tokens[from]]
    if (first?.between.includes('§') === true) return true
    const head = listHead(tokens, from)
    const heading = head === undefined ? undefined : tokens[head]
    if (heading && (CITED_BY.has(heading.text) || this.#isOwnWord(heading))) return true
    if (!before || !first || first.gap === 'hard') return false
    return CITED_BY.has(before.text) || this.#isOwnWord(before)
  }

  #isOwnWord(before: TextToken | undefined): boolean {
    return before?.text.startsWith(this.#citedAs) === true
  }

  #isVersion(before: TextToken | undefined, parts: readonly string[]): boolean {
    return (before !== undefined && VERSION_WORDS.has(before.text)) || this.#editions.has(parts.join('.'))
  }
}

/** Whether words of a text are a stem, or one that could be: an invented category (`GV.ZZ-01`) has the form of a real one. */
function isStem(stem: Stem, words: readonly TextToken[]): boolean {
  // The s of "the company's 13 servers" is none.
  if (words[0]?.text.length === 1 && /['’]$/.test(words[0].between)) return false
  return stem.words.every((word, index) => {
    const token = words[index]
    if (!token || index === 0) return token !== undefined
    if (stem.spaced) return (token.gap !== 'hard' || token.between === ', ') && stemWord(token) === word
    return (
      (token.gap === 'tight' || token.gap === 'none') && !isNumber(token) && token.text.length === word.length
    )
  })
}

/**
 * Whether a first part may follow a stem: a single letter (`A.5.20`, `A1.1`, `A&A-01`) only as the framework writes it, and where it
 * writes a hyphen or dot (`AT-2`, `PO.1`) not behind a space ("At 14:30", "PO 12345").
 */
function borders({ words, border }: Stem, next: TextToken): boolean {
  if (words.length === 1 && words[0]?.length === 1) return next.between === border
  if (border === '-' && next.gap !== 'none' && !/\p{Pd}/u.test(next.between)) return false
  if (border === '.' && /\s/.test(next.between)) return false
  if (/\)\s/.test(next.between)) return false
  return next.gap !== 'hard' && (next.gap !== 'stop' || /\.\s$/.test(border) || /^\.\s$/.test(next.between))
}

/** Whether a stem is an ordinary word, or a version mark. */
function isOrdinary({ border }: Stem, [word, ...more]: readonly TextToken[]): boolean {
  return word !== undefined && more.length === 0 && ORDINARY.has(word.text) && /^\s?$/.test(border)
}

/** Whether it stands for the framework's own all the same; a letter alone only where the chapter exists (`V13.19`, not `V17.0.2`). */
function isMeant({ beginnings }: Stem, [word]: readonly TextToken[], parts: readonly string[]): boolean {
  if (!word?.capitals || !MEANT_IN_CAPITALS.has(word.text)) return false
  return word.text.length > 1 || beginnings.has(parts.slice(0, -1).join('.'))
}

/** Whether a letter hangs on the number at a place: `45K`, `58-R`, not `45(k)`. */
function hasInserted(tokens: readonly TextToken[], at: number): boolean {
  const [number, letter] = [tokens[at], tokens[at + 1]]
  return (
    isNumber(number) && letter !== undefined && /^[a-z]$/.test(letter.text) && /^-?$/.test(letter.between)
  )
}

/** Whether a number is a price or the end of a large one: `$500.10`, `500.00 euro`, `12,500.00`. */
function isAmount(tokens: readonly TextToken[], from: number, behind: number): boolean {
  const [before, first, next] = [tokens[from - 1], tokens[from], tokens[behind]]
  if (first && MONEY_SIGN.test(first.between)) return true
  if (isNumber(before) && first?.between === ',') return true
  if (next && next.gap !== 'hard' && (MONEY.has(next.text) || /^\s?\p{Sc}/u.test(next.between))) return true
  return before !== undefined && first?.gap !== 'hard' && MONEY.has(before.text)
}
