import { isNumber, tokenize, type TextToken } from '../text/tokens.ts'
import { wordSet } from '../text/word-set.ts'
import type { Framework } from '../registry/framework.ts'
import { isPart } from './id-part.ts'
import { isRangeAt, mayEndRange } from './number-range.ts'
import type { ReadText } from './read-text.ts'
import { readParts, type SplitId, type WrittenId } from './written-id.ts'

/** Words that say that a bare number is an id. */
export const CITED_BY: ReadonlySet<string> = wordSet(
  'clause clauses subclause control controls section sections requirement requirements req reqs safeguard safeguards',
  'isa cfr nycrr code principle principles rz randziffer randziffern klausel abschnitt anforderung anforderungen kontrolle kontrollen',
  'exigence exigences mesure mesures controle controles objectif objectifs chapitre requisito requisitos requisiti clausula clausulas clausule clausules clausola clausole medida medidas misura misure controllo controlli',
  'eis eisen maatregel maatregelen beheersmaatregel beheersmaatregelen wymaganie wymagania wymagan zabezpieczenie',
  'kontrol kontrolü gereklilik gereksinim kriter ضابط الضابط للضابط بالضابط بند البند للبند 통제 통제항목 인증기준 요구사항 항목',
)

/** Those that say that it is a control: where a framework has clauses by number and controls with a letter (`A.8.5`), one of these. */
const CONTROL_WORDS: ReadonlySet<string> = wordSet(
  'control controls kontrolle kontrollen controle controles controllo controlli beheersmaatregel beheersmaatregelen',
  'zabezpieczenie kontrol kontrolü ضابط الضابط للضابط بالضابط 통제 통제항목',
)

/** Words in front of a number that is a version. */
const VERSION_WORDS = new Set('v version release edition rev revision dss csf'.split(' '))

/** Sections of law are numbered as high as this without being cited as such: `164.312`, `1798.100`. */
export const LARGE = 100

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
  /** The word that they are cited with; a hyphen, which no word begins with, where there is none. */
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
  learn({ parts, joints }: SplitId): void {
    const [first = ''] = parts
    this.#firstNumbers.add(first)
    this.#firstMost = Math.max(this.#firstMost, Number.parseInt(first, 10) || 0)
    for (const joint of joints) this.#joints.add(joint)
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
      : readParts(tokens, from, this.#joints)
    if (goesOn && !isRangeAt(tokens, from, length)) return undefined
    const cited = this.isCited(tokens, from)
    const plain = cited || Number(first.text) >= LARGE || parts.length > 2
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
    const own = this.#isOwnWord(before) || (thorough && this.#citedAs === '§' && first.between.includes('§'))
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
    if (heading && (CITED_BY.has(heading.text) || this.#isOwnWord(heading))) return true
    if (!before || !first || first.gap === 'hard') return false
    return CITED_BY.has(before.text) || this.#isOwnWord(before)
  }

  #isControl(tokens: ReadText, from: number): boolean {
    const head = tokens.lists.of(from) ?? from - 1
    return CONTROL_WORDS.has(tokens[head]?.text ?? '')
  }

  #isOwnWord(before: TextToken | undefined): boolean {
    return before?.text.startsWith(this.#citedAs) === true
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
