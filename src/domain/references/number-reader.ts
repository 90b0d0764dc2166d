import { AND } from '../detection/and-words.ts'
import { isNumber, tokenize, type TextToken } from '../text/tokens.ts'
import type { Framework } from '../registry/framework.ts'
import { CITED_BY, CONTROL_WORDS, wordsOf } from './cite-words.ts'
import { isPart } from './id-part.ts'
import { isRangeAt, mayEndRange } from './number-range.ts'
import type { ReadText } from './read-text.ts'
import { wordOf } from './stem-words.ts'
import { OF } from './other-law-words.ts'
import { BEING, SAYING } from './place-words.ts'
import { readParts, type SplitId, type WrittenId } from './written-id.ts'

/** Words in front of a number that is a version. */
const VERSION_WORDS = new Set('v version release edition rev revision dss csf'.split(' '))

/** Sections of law are numbered as high as this without being cited as such: `164.312`, `1798.100`. */
const LARGE = 100

/** With zeros before it a number is as long as this in a catalogue: `0021`. */
const PADDED = /^0\d{3,}$/

/** Whether a number is hardly an amount, a version or a day. */
export function isTelling(number: string): boolean {
  return Number(number) >= LARGE || PADDED.test(number)
}

/** A text that is weighed may cite chapters that do not exist, so many behind the last. */
const FURTHER = 3

const MONEY = new Set('eur euro euros usd dollar dollars gbp pounds chf aud cad sgd jpy brl zar'.split(' '))
const MONEY_SIGN = /\p{Sc}\s?$/u

/** Not the syllables that words of other languages are written in: バージョン3.2.1. */
const SCRIPTS_WITHOUT_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}]/u

function isUnspaced(token: TextToken | undefined): boolean {
  return SCRIPTS_WITHOUT_SPACES.test(token?.text ?? '')
}

/** Reads ids that are numbers only, learnt from those that a framework has; whether one exists is not known here. */
export class NumberReader {
  /** Their first numbers, and the largest. */
  readonly #firstNumbers = new Set<string>()
  #firstMost = 0
  readonly #joints = new Set<string>()
  readonly #editions: ReadonlySet<string>
  /** The word that they are cited with; a hyphen, which no word begins with, where there is none. Then others that mean the same. */
  readonly #citedAs: string
  readonly #ownWords: ReadonlySet<string>
  /** What begins another id behind one. */
  readonly #own: readonly string[]
  /** What its chapters are called: "Control 5" has the ids `5.1` to `5.6`. */
  readonly #chapterWords = new Set<string>()

  constructor({ editions, citePrefix = '-' }: Framework) {
    this.#citedAs = citePrefix.toLowerCase()
    this.#ownWords = wordsOf(citePrefix)
    this.#own = [wordOf(this.#citedAs)]
    this.#editions = new Set(
      editions.map(({ id }) =>
        tokenize(id)
          .map(({ text }) => text)
          .join('.'),
      ),
    )
  }

  /** Learns the shape of one of the framework's ids. */
  learn({ parts, joints }: SplitId): void {
    const [first = ''] = parts
    this.#firstNumbers.add(first)
    this.#firstMost = Math.max(this.#firstMost, Number.parseInt(first, 10) || 0)
    for (const joint of joints) this.#joints.add(joint)
  }

  /** Learns what the framework calls its chapters. */
  learnChapterWord(word: string): void {
    this.#chapterWords.add(word.toLowerCase())
  }

  /** Bare numbers count only with a word such as "clause" in front, with three or more parts, or as large as a section of law. */
  at(tokens: ReadText, from: number, thorough: boolean): WrittenId | undefined {
    const [before, first] = [tokens[from - 1], tokens[from]]
    if (!first || this.#firstNumbers.size === 0) return undefined
    // Chinese and Japanese write no space: 管理策8.1.2.
    if (first.gap === 'none' && !(thorough && isUnspaced(before))) return undefined
    const goesOn = before !== undefined && first.gap === 'tight' && isPart(before)
    if (goesOn && !mayEndRange(tokens, from)) return undefined
    const { parts, length } = this.#countsNext(tokens[from + 1])
      ? { parts: [first.text], length: 1 }
      : readParts(tokens, from, this.#joints, this.#own)
    if (goesOn && !isRangeAt(tokens, from, length)) return undefined
    const cited = this.isCited(tokens, from)
    const plain = cited || isTelling(first.text) || parts.length > 2
    if (!plain && (!thorough || parts.length < 2)) return undefined
    const other =
      this.isVersion(tokens, from, parts) ||
      isAmount(tokens, from, from + length) ||
      (parts.length === 1 && isOfGroups(before, first))
    if (!cited && other) return undefined
    // A part that the framework does not have at all ("Requirement 14.1.1") needs the framework's own word in front.
    const further = Number(first.text) - this.#firstMost
    const near = thorough && further > 0 && further <= FURTHER
    const far = thorough && further > FURTHER && further <= this.#firstMost && parts.length > 1
    const own =
      this.#hasOwnWord(tokens, from) ||
      (parts.length === 1 && this.#isChapter(tokens, from)) ||
      (thorough && this.#citedAs === '§' && first.between.includes('§'))
    if (!near && !far && !own && !this.#firstNumbers.has(first.text)) return undefined
    // One number alone is an id only if there is one ("§ 7012" is, "requirement 3" is a heading); and numbers that nobody cites
    // may be a date, an address or a version just as well.
    return {
      words: [],
      parts,
      length,
      template: '',
      inserted: false,
      weak: parts.length < 2 || !cited,
      ...(far && !own && { far: true as const }),
      ...(cited && parts.length > 1 && this.#isControl(tokens, from) && { asControl: true as const }),
      ...(cited
        ? { cited: own ? ('own' as const) : ('other' as const) }
        : plain
          ? {}
          : { bare: true as const }),
    }
  }

  /** Whether a number in brackets says how many there are rather than which: "Clauses 4 to 10 (7 clauses)". */
  #countsNext(next: TextToken | undefined): boolean {
    return isNumber(next) && next?.between.includes('(') === true && !this.#joints.has('1(#')
  }

  /** Whether a word or mark before a place says that a number there is an id. */
  isCited(tokens: ReadText, from: number): boolean {
    const [before, first] = [tokens[from - 1], tokens[from]]
    if (first?.between.includes('§') === true) return true
    const head = tokens.lists.of(from)
    const heading = head === undefined ? undefined : tokens[head]
    if ((heading && CITED_BY.has(heading.text)) || this.#hasOwnWord(tokens, from)) return true
    if (!before || !first || first.gap === 'hard') return false
    return CITED_BY.has(before.text) || this.#isChapter(tokens, from)
  }

  #isControl(tokens: ReadText, from: number): boolean {
    const head = tokens.lists.of(from) ?? from - 1
    return CONTROL_WORDS.has(tokens[head]?.text ?? '')
  }

  /** Whether the framework's own word stands before a number, or before the list that it is in. */
  #hasOwnWord(tokens: ReadText, from: number): boolean {
    const head = tokens.lists.of(from)
    if (head !== undefined && this.#isOwnWord(tokens, head)) return true
    return tokens[from]?.gap !== 'hard' && this.#isOwnWord(tokens, from - 1)
  }

  #isOwnWord(tokens: ReadText, at: number): boolean {
    const { text, between } = tokens[at] ?? { text: '', between: '' }
    if (text.startsWith(this.#citedAs)) return true
    // A letter may be a unit or a genitive: "5 s 82 times", "the company's 13 servers".
    const isOther = text.length === 1 && (isNumber(tokens[at - 1]) || /['’]$/.test(between))
    return this.#ownWords.has(text) && !isOther
  }

  /** Whether a number is said to be that of a chapter, not how many are counted: "Control 21 is", not "they control 21 sites". */
  #isChapter(tokens: ReadText, from: number): boolean {
    const [before, first, next] = [tokens[from - 1], tokens[from], tokens[from + 1]]
    if (first?.gap !== 'space' || !this.#chapterWords.has(before?.text ?? '')) return false
    return next?.gap !== 'space' || [OF, AND, BEING, SAYING].some((words) => words.has(next.text))
  }

  /** Whether a number is a version or an edition. */
  isVersion(tokens: ReadText, from: number, parts: readonly string[]): boolean {
    const [before, first] = [tokens[from - 1], tokens[from]]
    const version =
      before && first?.gap !== 'hard' && first?.between !== ': ' && VERSION_WORDS.has(before.text)
    // No edition of PCI DSS but those that are known has three numbers: "PCI DSS 8.3.6".
    const isLong = before?.text === 'dss' && parts.length > 2
    return (version === true && !isLong) || this.#editions.has(parts.join('.'))
  }
}

/** Whether a number goes on behind a space, as telephone numbers do: `555 0100`. */
function isOfGroups(before: TextToken | undefined, first: TextToken): boolean {
  return isNumber(before) && first.between === ' '
}

/** Whether a number goes on behind a comma: "12,500.00", not the cells "ISO 27002,8.16". */
function isThousands(before: TextToken | undefined, first: TextToken | undefined): boolean {
  return (
    isNumber(before) &&
    first?.between === ',' &&
    /^\d{1,3}$/.test(before?.text ?? '') &&
    first.text.length === 3
  )
}

/** Whether a number is a price or the end of a large one: `$500.10`, `500.00 euro`, `12,500.00`. */
function isAmount(tokens: ReadText, from: number, behind: number): boolean {
  const [before, first, next] = [tokens[from - 1], tokens[from], tokens[behind]]
  if (first && MONEY_SIGN.test(first.between)) return true
  if (isThousands(before, first)) return true
  if (
    next &&
    next.gap !== 'hard' &&
    next.gap !== 'stop' &&
    (MONEY.has(next.text) || /^\s?\p{Sc}/u.test(next.between))
  )
    return true
  return before !== undefined && first?.gap !== 'hard' && MONEY.has(before.text)
}
