import { isNumber, tokenize, type TextToken } from '../text/tokens.ts'
import type { Framework } from '../registry/framework.ts'
import { CodeShapes } from './code-shapes.ts'
import { borders, hasInserted, isMeant, isOrdinary, isShorn, isStem, type Stem } from './id-stem.ts'
import type { ReadText } from './read-text.ts'
import { ordinalArticleAt } from './ordinal-article.ts'
import { isPart } from './id-part.ts'
import { readParts, stemWord, type SplitId, type WrittenId } from './written-id.ts'

/** Words that say that a bare number is an id. */
export const CITED_BY: ReadonlySet<string> = new Set(
  [
    'clause clauses subclause control controls section sections requirement requirements req reqs safeguard safeguards',
    'isa cfr nycrr code principle principles klausel abschnitt anforderung anforderungen kontrolle kontrollen',
    'exigence exigences mesure mesures chapitre requisito requisitos clausula clausulas medida medidas',
  ].flatMap((words) => words.split(' ')),
)

/** Words in front of a number that is a version. */
const VERSION_WORDS = new Set('v version release edition rev revision dss csf'.split(' '))

/** Sections of law are numbered as high as this without being cited as such: `164.312`, `1798.100`. */
export const LARGE = 100

/** A text that is weighed may cite chapters that do not exist, so many behind the last. */
const FURTHER = 3

/** No act has so many articles: "Art. 2025" is a misread date or number. */
const ARTICLES_MAX = 500

/** Words in front of the letter of an annex whose controls are meant. */
const ANNEX = new Set('annex anhang annexe anexo allegato bijlage'.split(' '))

const MONEY = new Set('eur euro euros usd dollar dollars gbp pounds chf aud cad sgd jpy brl zar'.split(' '))
const MONEY_SIGN = /\p{Sc}\s?$/u

const NOTHING = { parts: [], length: 0 }

/** Reads what has the shape of a framework's ids, learnt from the ids that it has; whether an id exists is not known here. */
export class IdReader {
  /** By their first word, and by their last. */
  readonly #stems = new Map<string, Stem[]>()
  readonly #ending = new Map<string, Stem[]>()
  /** The shapes of the codes in front. */
  readonly #codes = new CodeShapes()
  /** The first numbers of ids that are numbers only, and the largest. */
  readonly #firstNumbers = new Set<string>()
  #firstMost = 0
  /** Where it has articles. */
  #article: Stem | undefined
  readonly #numberJoints = new Set<string>()
  readonly #editions: ReadonlySet<string>
  /** The word the framework's bare numbers are cited with; a hyphen, which no word begins with, where it has none. */
  readonly #citedAs: string

  /** Whether it is a law of Canada's, which are in English and French. */
  readonly #bilingual: boolean

  constructor({ editions, citePrefix = '-', jurisdictions }: Framework) {
    this.#bilingual = jurisdictions.some((one) => one.startsWith('CA'))
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
      this.#codes.learn(id, split)
      const beginnings = new Set(parts.map((_, index) => parts.slice(0, index + 1).join('.')))
      this.#addStem({
        ...split,
        joints: new Set(joints),
        leastParts: parts.length,
        beginnings,
        decimal: words.at(-1) === 'section' && /\d\.\d/.test(id),
        template: id,
      })
      return
    }
    this.#firstNumbers.add(parts[0] ?? '')
    this.#firstMost = Math.max(this.#firstMost, Number.parseInt(parts[0] ?? '', 10) || 0)
    for (const joint of joints) this.#numberJoints.add(joint)
  }

  /** Whatever is written like an id at a place; mere numbers too, where they are asked for. */
  at(tokens: ReadText, from: number, thorough: boolean): WrittenId | undefined {
    const first = tokens[from]
    if (!first) return undefined
    tokens.meter.steps += 1
    if (isNumber(first)) return this.#listedAt(tokens, from) ?? this.#numberAt(tokens, from, thorough)
    const article = this.#article
    const ordinal = article && ordinalArticleAt(tokens, from)
    if (article && ordinal)
      return { ...ordinal, words: article.words, template: article.template, inserted: false, weak: false }
    for (const stem of this.#stems.get(this.#wordOf(first)) ?? []) {
      const written = this.#stemAt(stem, tokens, from, thorough)
      if (written) return written
    }
    const code = thorough ? this.#codes.at(tokens, from) : undefined
    return code && { ...code, inserted: false, weak: true, foreign: true }
  }

  /** The French of a law in two languages calls its sections articles. */
  #wordOf(first: TextToken): string {
    const word = stemWord(first)
    return word === 'art' && this.#bilingual ? 'section' : word
  }

  #addStem(stem: Stem): void {
    const [head = ''] = stem.words
    if (head === 'art' && stem.words.length === 1) this.#article ??= stem
    const stems = this.#stems.get(head) ?? []
    const known = stems.find(({ words }) => words.join(' ') === stem.words.join(' '))
    if (known) {
      known.leastParts = Math.min(known.leastParts, stem.leastParts)
      for (const joint of stem.joints) known.joints.add(joint)
      for (const beginning of stem.beginnings) known.beginnings.add(beginning)
      known.decimal ||= stem.decimal
      return
    }
    // Longer stems first: `GV.OC-01` is more than `GV`.
    const longestFirst = (some: readonly Stem[]): Stem[] =>
      [...some, stem].sort((a, b) => b.words.length - a.words.length)
    this.#stems.set(head, longestFirst(stems))
    const last = stem.words.at(-1) ?? ''
    this.#ending.set(last, longestFirst(this.#ending.get(last) ?? []))
  }

  #stemAt(stem: Stem, tokens: ReadText, from: number, thorough: boolean): WrittenId | undefined {
    const behind = from + stem.words.length
    tokens.meter.steps += 1
    const words = tokens.slice(from, behind)
    if (!isStem(stem, words)) return undefined
    // "Annex A 5.20" is A.5.20, where there is one.
    const apart = tokens[behind]?.gap === 'space' && stem.border === '.' && words[0]?.capitals === true
    const ofAnnex = tokens[behind]?.gap === 'space' && ANNEX.has(tokens[from - 1]?.text ?? '')
    const { parts, length } = this.#partsOf(stem, tokens, behind, ofAnnex || (thorough && apart))
    if (parts.length < stem.leastParts) return undefined
    if (stem.words.at(-1) === 'art' && Number(parts[0]) > ARTICLES_MAX) return undefined
    const ordinary = isOrdinary(stem, words) && !this.#isCited(tokens, from)
    if (ordinary && this.#isVersion(tokens, from, parts)) return undefined
    if (isShorn(stem, parts) && !this.#isCited(tokens, from)) return undefined
    const weak = ofAnnex || apart || (ordinary && !isMeant(stem, words, parts))
    return {
      words: words.map((word) => this.#wordOf(word)),
      parts,
      length: stem.words.length + length,
      template: stem.template,
      inserted: length > 1 && hasInserted(stem, tokens, behind),
      weak,
      ...(weak && isInCapitals(stem, words) && (ofAnnex || !apart) && { capitals: true as const }),
    }
  }

  /** A further number of a list: 55 of "Articles 13 and 55". */
  #listedAt(tokens: ReadText, from: number): WrittenId | undefined {
    const head = tokens.lists.of(from)
    const word = head === undefined ? undefined : tokens[head]
    if (head === undefined || !word) return undefined
    for (const stem of this.#ending.get(this.#wordOf(word)) ?? []) {
      const words = tokens.slice(head + 1 - stem.words.length, head + 1)
      if (!isStem(stem, words)) continue
      const { parts, length } = readParts(tokens, from, stem.joints, stem.words.at(-1))
      // A year behind an "and" is none of the list.
      if (parts.length < stem.leastParts || (parts.length === 1 && Number(parts[0]) > ARTICLES_MAX)) continue
      const inserted = length > 1 && hasInserted(stem, tokens, from)
      return {
        words: words.map((one) => this.#wordOf(one)),
        parts,
        length,
        template: stem.template,
        inserted,
        weak: false,
      }
    }
    return undefined
  }

  #partsOf(
    stem: Stem,
    tokens: ReadText,
    from: number,
    ofAnnex: boolean,
  ): { parts: string[]; length: number } {
    const next = tokens[from]
    if (stem.leastParts === 0 || !next || !(ofAnnex || borders(stem, next))) return NOTHING
    return readParts(tokens, from, stem.joints, stem.words.at(-1))
  }

  /** Bare numbers count only with a word such as "clause" in front, with three or more parts, or as large as a section of law. */
  #numberAt(tokens: ReadText, from: number, thorough: boolean): WrittenId | undefined {
    const [before, first] = [tokens[from - 1], tokens[from]]
    if (!first || first.gap === 'none' || this.#firstNumbers.size === 0) return undefined
    if (before && first.gap === 'tight' && isPart(before)) return undefined
    const { parts, length } = this.#countsNext(tokens[from + 1])
      ? { parts: [first.text], length: 1 }
      : readParts(tokens, from, this.#numberJoints)
    const cited = this.#isCited(tokens, from)
    const plain = cited || Number(first.text) >= LARGE || parts.length > 2
    if (!plain && (!thorough || parts.length < 2)) return undefined
    if (!cited && (this.#isVersion(tokens, from, parts) || isAmount(tokens, from, from + length)))
      return undefined
    // A part that the framework does not have at all ("Requirement 14.1.1") needs the framework's own word in front.
    const further = Number(first.text) - this.#firstMost
    const near = thorough && further > 0 && further <= FURTHER
    const own = this.#isOwnWord(before) || (thorough && this.#citedAs === '§' && first.between.includes('§'))
    if (!near && !own && !this.#firstNumbers.has(first.text)) return undefined
    // One number alone is an id only if there is one ("§ 7012" is, "requirement 3" is a heading); and numbers that nobody cites
    // may be a date, an address or a version just as well.
    return {
      words: [],
      parts,
      length,
      template: '',
      inserted: false,
      weak: parts.length < 2 || !cited,
      ...(cited
        ? { cited: own ? ('own' as const) : ('other' as const) }
        : plain
          ? {}
          : { bare: true as const }),
    }
  }

  /** Whether a number in brackets says how many there are rather than which: "Clauses 4 to 10 (7 clauses)". */
  #countsNext(next: TextToken | undefined): boolean {
    return isNumber(next) && next?.between.includes('(') === true && !this.#numberJoints.has('1(#')
  }

  #isCited(tokens: ReadText, from: number): boolean {
    const [before, first] = [tokens[from - 1], tokens[from]]
    if (first?.between.includes('§') === true) return true
    const head = tokens.lists.of(from)
    const heading = head === undefined ? undefined : tokens[head]
    if (heading && (CITED_BY.has(heading.text) || this.#isOwnWord(heading))) return true
    if (!before || !first || first.gap === 'hard') return false
    return CITED_BY.has(before.text) || this.#isOwnWord(before)
  }

  #isOwnWord(before: TextToken | undefined): boolean {
    return before?.text.startsWith(this.#citedAs) === true
  }

  #isVersion(tokens: ReadText, from: number, parts: readonly string[]): boolean {
    const [before, first] = [tokens[from - 1], tokens[from]]
    const version =
      before && first?.gap !== 'hard' && first?.between !== ': ' && VERSION_WORDS.has(before.text)
    return version === true || this.#editions.has(parts.join('.'))
  }
}

/** Whether a text writes a stem of capitals in capitals. */
function isInCapitals(stem: Stem, [word]: readonly TextToken[]): boolean {
  return (
    word?.capitals === true &&
    word.text === stem.words[0] &&
    stem.template.startsWith(word.text.toUpperCase())
  )
}

/** Whether a number is a price or the end of a large one: `$500.10`, `500.00 euro`, `12,500.00`. */
function isAmount(tokens: ReadText, from: number, behind: number): boolean {
  const [before, first, next] = [tokens[from - 1], tokens[from], tokens[behind]]
  if (first && MONEY_SIGN.test(first.between)) return true
  if (isNumber(before) && first?.between === ',') return true
  if (next && next.gap !== 'hard' && (MONEY.has(next.text) || /^\s?\p{Sc}/u.test(next.between))) return true
  return before !== undefined && first?.gap !== 'hard' && MONEY.has(before.text)
}
