import { isNumber, type TextToken } from '../text/tokens.ts'
import type { Framework } from '../registry/framework.ts'
import { CodeShapes } from './code-shapes.ts'
import { borders, hasInserted, isMeant, isOrdinary, isShorn, isStem, type Stem } from './id-stem.ts'
import type { ReadText } from './read-text.ts'
import { ordinalArticleAt } from './ordinal-article.ts'
import { NumberReader } from './number-reader.ts'
import { StemTable } from './stem-table.ts'
import { isOfLaw, stemWord } from './stem-words.ts'
import { readParts, type SplitId, type WrittenId } from './written-id.ts'

/** No act has so many articles: "Art. 2025" is a misread date or number. */
const ARTICLES_MAX = 500

/** Words in front of the letter of an annex whose controls are meant. */
const ANNEX = new Set('annex anhang annexe anexo allegato bijlage'.split(' '))

/** What stands before a section's number in place of the word. */
const SECTION_MARK = /§§? ?$/

/** Words for a place in a law, which nobody joins to its number. */
const PLACES_OF_LAW = new Set(['section', 'art', 'rule', 'clause', 'paragraph', 'regulation'])

/** More tokens than these no numbers with slashes between them have before the last: "CC6.1/6.2/6.3". */
const SLASHED_MOST = 12

/** The number of an annex: III of "annexes II et III". */
const ROMAN = /^[ivx]{1,5}$/

const YEAR = /^(?:19|20)\d\d$/

const NOTHING = { parts: [], length: 0 }

/** Reads what has the shape of a framework's ids, learnt from the ids that it has; whether an id exists is not known here. */
export class IdReader {
  readonly #stems: StemTable
  /** The shapes of the codes in front. */
  readonly #codes = new CodeShapes()
  /** Reads ids that are numbers only. */
  readonly #numbers: NumberReader

  constructor(framework: Framework) {
    this.#stems = new StemTable(framework)
    this.#numbers = new NumberReader(framework)
  }

  /** Learns the shape of one of the framework's ids. */
  learn(id: string, split: SplitId): void {
    if (split.words.length > 0) {
      this.#codes.learn(id, split)
      this.#stems.learn(id, split)
      return
    }
    this.#numbers.learn(split)
  }

  /** Learns what the framework calls its chapters, which are no ids themselves. */
  learnChapterWord(word: string): void {
    this.#numbers.learnChapterWord(word)
  }

  /** Whatever is written like an id at a place; mere numbers too, where they are asked for. */
  at(tokens: ReadText, from: number, thorough: boolean): WrittenId | undefined {
    const first = tokens[from]
    if (!first) return undefined
    tokens.meter.steps += 1
    if (isNumber(first)) {
      return (
        (first.between === '/' ? this.#slashedAt(tokens, from) : undefined) ??
        this.#listedAt(tokens, from) ??
        this.#numbers.at(tokens, from, thorough) ??
        this.#markedAt(tokens, from)
      )
    }
    const article = this.#stems.article
    const ordinal = article && ordinalArticleAt(tokens, from)
    if (article && ordinal)
      return { ...ordinal, words: article.words, template: article.template, inserted: false, weak: false }
    if (this.#stems.isShortArticle(first) && !isAbbreviated(tokens, from)) return undefined
    for (const stem of this.#stems.beginningWith(first)) {
      const written = this.#stemAt(stem, tokens, from, thorough)
      if (written) return written
    }
    const roman = ROMAN.test(first.text) ? this.#listedAt(tokens, from) : undefined
    if (roman) return roman
    const code = thorough ? this.#codes.at(tokens, from) : undefined
    return code && { ...code, inserted: false, weak: true, foreign: true }
  }

  #stemAt(stem: Stem, tokens: ReadText, from: number, thorough: boolean): WrittenId | undefined {
    const behind = from + stem.words.length
    tokens.meter.steps += 1
    const words = tokens.slice(from, behind)
    if (!isStem(stem, words) || isTicket(stem, words, tokens[behind])) return undefined
    // "Annex A 5.20" is A.5.20, where there is one.
    const apart = tokens[behind]?.gap === 'space' && stem.border === '.' && words[0]?.capitals === true
    const ofAnnex = tokens[behind]?.gap === 'space' && ANNEX.has(tokens[from - 1]?.text ?? '')
    const { parts, length } = this.#partsOf(stem, tokens, behind, ofAnnex || (thorough && apart))
    if (parts.length < stem.leastParts) return undefined
    if (stem.words.at(-1) === 'art' && Number(parts[0]) > ARTICLES_MAX) return undefined
    const ordinary = isOrdinary(stem, words) && !this.#numbers.isCited(tokens, from)
    if (ordinary && this.#numbers.isVersion(tokens, from, parts)) return undefined
    if (isShorn(stem, parts) && !this.#numbers.isCited(tokens, from)) return undefined
    const inserted = length > 1 && hasInserted(stem, tokens, behind)
    // A section that was put in is hardly anything else ("s 27WE"), nor is one without an amount before it ("s 116").
    const hasSuffix =
      inserted ||
      /^[a-z]{2}$/.test(parts[1] ?? '') ||
      (words[0]?.text === 's' &&
        words[0].gap !== 'none' &&
        !(words[0].gap === 'space' && isNumber(tokens[from - 1])))
    const weak = ofAnnex || apart || (ordinary && !isMeant(stem, words, parts))
    return {
      words: words.map((word) => this.#stems.wordOf(word)),
      parts,
      length: stem.words.length + length,
      template: stem.template,
      inserted,
      weak,
      ...(weak &&
        (hasSuffix || isInCapitals(stem, words)) &&
        (ofAnnex || !apart) && { capitals: true as const }),
    }
  }

  /** A further number behind a slash: 13 of "OPS-10/13", 6.2 of "CC6.1/6.2". */
  #slashedAt(tokens: ReadText, from: number): WrittenId | undefined {
    let at = from - 1
    while (at > from - SLASHED_MOST && isNumber(tokens[at])) at -= 1
    const word = tokens[at]
    const stem = word && this.#stems.endingWith(word).find((one) => endsStem(one, ofStem(tokens, at, one)))
    if (!stem || PLACES_OF_LAW.has(stem.words.join(' '))) return undefined
    const { parts, length } = readParts(tokens, from, stem.joints, stem.own)
    if (parts.length < stem.leastParts || YEAR.test(parts[0] ?? '')) return undefined
    return { words: stem.words, parts, length, template: stem.template, inserted: false, weak: false }
  }

  /** A further number of a list: 55 of "Articles 13 and 55". */
  #listedAt(tokens: ReadText, from: number): WrittenId | undefined {
    const head = tokens.lists.of(from)
    const word = head === undefined ? undefined : tokens[head]
    if (head === undefined || !word) return undefined
    for (const stem of this.#stems.endingWith(word)) {
      const words = ofStem(tokens, head, stem)
      if (!endsStem(stem, words)) continue
      const isRoman = !isNumber(tokens[from])
      if (isRoman && stem.words.at(-1) !== 'annex') continue
      const { parts, length } = isRoman
        ? { parts: [tokens[from]?.text ?? ''], length: 1 }
        : readParts(tokens, from, stem.joints, stem.own)
      if (parts.length > stem.mostParts && !isOfLaw(stem.words)) continue
      // A year behind an "and" is none of the list.
      if (parts.length < stem.leastParts || (parts.length === 1 && Number(parts[0]) > ARTICLES_MAX)) continue
      const inserted = length > 1 && hasInserted(stem, tokens, from)
      return {
        words: words.map((one) => this.#stems.wordOf(one)),
        parts,
        length,
        template: stem.template,
        inserted,
        weak: false,
      }
    }
    return undefined
  }

  /** A section with its mark: `§ 30` of `Section 30`. */
  #markedAt(tokens: ReadText, from: number): WrittenId | undefined {
    const stem = SECTION_MARK.test(tokens[from]?.between ?? '') && this.#stems.sections
    if (!stem) return undefined
    const { parts, length } = readParts(tokens, from, stem.joints)
    if (parts.length < stem.leastParts) return undefined
    const inserted = length > 1 && hasInserted(stem, tokens, from)
    return { words: stem.words, parts, length, template: stem.template, inserted, weak: false }
  }

  #partsOf(
    stem: Stem,
    tokens: ReadText,
    from: number,
    ofAnnex: boolean,
  ): { parts: string[]; length: number } {
    const next = tokens[from]
    if (stem.leastParts === 0 || !next || !(ofAnnex || borders(stem, next))) return NOTHING
    return readParts(tokens, from, stem.joints, stem.own)
  }
}

/** The words of a text that a stem may be, up to the last of them. */
function ofStem(tokens: ReadText, last: number, { words }: Stem): TextToken[] {
  return tokens.slice(last + 1 - words.length, last + 1)
}

/** Whether words found by a stem's last word are that stem: "RTS Art.", not "PSD2: Art." */
function endsStem(stem: Stem, words: readonly TextToken[]): boolean {
  const [first] = words
  return (
    isStem(stem, words) && (words.length === 1 || (first !== undefined && stemWord(first) === stem.words[0]))
  )
}

/** "SEC-211" is a ticket, and no section. */
function isTicket({ words }: Stem, [word]: readonly TextToken[], next: TextToken | undefined): boolean {
  return (
    word?.capitals === true &&
    word.text.length > 1 &&
    next?.between === '-' &&
    PLACES_OF_LAW.has(words.join(' '))
  )
}

/** Whether a text writes a stem of capitals in capitals. */
function isInCapitals(stem: Stem, [word]: readonly TextToken[]): boolean {
  return (
    word?.capitals === true &&
    stemWord(word) === stem.words[0] &&
    stem.template.startsWith(word.text.toUpperCase())
  )
}

/** Whether a word is shortened before a number, and measures nothing: "m. 9", not "5 m. 9". */
function isAbbreviated(tokens: ReadText, at: number): boolean {
  const [before, word, next] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  return isNumber(next) && /^\. ?$/.test(next?.between ?? '') && !(isNumber(before) && word?.gap !== 'hard')
}
