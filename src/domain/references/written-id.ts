import type { ReadText } from './read-text.ts'
import { isInserted, isPart, isSuffix } from './id-part.ts'
import { isArticle, isFillerWord, stemWord } from './stem-words.ts'
import { isNumber, tokenize, type TextToken } from '../text/tokens.ts'

/*
 * How a control id is written, apart from how it is punctuated: letters in front (its stem: `cc`, `gv oc`, `art`), then
 * numbers, letters and roman numerals (its parts). `CC6.1`, `cc 6.1` and `CC-6.1` have one stem and the same parts.
 */

/** Numbers without leading zeros: `GV.OC-01` and `GV.OC-1` are one id. */
export function withoutZeros(part: string): string {
  return part.startsWith('0') ? part.replace(/^0+(?=\d)/, '') : part
}

/** The letters and numbers of an id, without punctuation, case and leading zeros. */
export function idPieces(tokens: readonly TextToken[]): string[] {
  return tokens.map((token) => (isNumber(token) ? withoutZeros(token.text) : stemWord(token)))
}

/** What may stand between two parts of any id: nothing, a dot, brackets. Anything else only where the framework writes it. */
const SEPARATOR = /^(?:|\.|\)? ?\(|\) ?\(?|\)?\.)$/

/** A comma in front of the word or the mark of a point: "art. 35, paragraphe 1", "art. 35, § 1". */
const PHRASE_COMMA = /^\)?, ?$/
const PARAGRAPH_MARK = /^\)?,? § ?$/

/** The joint of what has paragraphs with a mark: articles. Elsewhere the mark begins another id ("§ 164.308, § 164.312"). */
const PARAGRAPHS = '§'

/**
 * Ways to go on that no other framework would understand, told from a framework's own ids: `1-#` (`1-1`), `1:#` (`LLM01:2025`), `1,i`
 * (`Art. 7, I`), `2r` (`CIP-003-9 R1`), `1.@@` (`09.aa`), `1 gspr` (`Annex I GSPR 1`). The number in front counts the parts before.
 */
export type Joints = ReadonlySet<string>

/** How a part follows: its place, the marks before it and its kind; behind a mere space only the very letter or number will do. */
function jointAt(index: number, token: TextToken): string {
  const marks = token.between.replaceAll(/\s/g, '').replaceAll(/\p{Pd}/gu, '-')
  return `${index}${marks}${marks === '' && token.between !== '' ? token.text : kindOf(token)}`
}

/** How a number follows a letter behind a mere space: with so many digits (`AT-C 320`). */
function digitsAt(index: number, { text }: TextToken): string {
  return `${index} ${'#'.repeat(text.length)}`
}

function kindOf(token: TextToken): string {
  if (isNumber(token)) return '#'
  if (/^[ivx]+$/.test(token.text)) return 'i'
  return '@'.repeat(token.text.length)
}

function fillerJoint(index: number, token: TextToken): string {
  return `${index} ${stemWord(token)}`
}

/**
 * More parts than these are not read as one id, so that no place of a text costs more than a few looks: twice as many as the longest
 * id of the registry has (`252.204-7012(b)(2)(ii)(A)`).
 */
export const PARTS_MAX = 14

/** The parts that follow from a place, as far as they hang together; not through another id, which begins with one of some `own` words. */
export function readParts(
  tokens: ReadText,
  from: number,
  joints: Joints,
  own: readonly string[] = [],
): { parts: string[]; length: number } {
  const first = tokens[from]
  if (!first || !isPart(first)) return { parts: [], length: 0 }
  const parts = [first.text]
  let at = from + 1
  for (let token = tokens[at]; token && parts.length < PARTS_MAX; token = tokens[at]) {
    tokens.meter.steps += 1
    const next = tokens[at + 1]
    const word = token.text.length > 1 && !isNumber(token)
    const filler =
      word &&
      (joints.has(fillerJoint(parts.length, token)) ||
        (isFillerWord(token.text) && !own.includes(stemWord(token))))
    if (
      filler &&
      (token.gap !== 'hard' || PHRASE_COMMA.test(token.between)) &&
      next &&
      next.gap !== 'hard' &&
      isPart(next)
    ) {
      parts.push(next.text)
      at += 2
      continue
    }
    const inserted = parts.length === 1 && joints.has(PARAGRAPHS) && isInserted(token, next)
    if (!inserted && !hangsOn(token, tokens[at - 1], next, parts.length, joints)) break
    parts.push(token.text)
    at += 1
  }
  return { parts, length: at - from }
}

function hangsOn(
  token: TextToken,
  before: TextToken | undefined,
  next: TextToken | undefined,
  index: number,
  joints: Joints,
): boolean {
  // "V7.5.3 (L3)": a letter with a number on it, in brackets, is a mark.
  const mark = token.between.includes('(') && !isNumber(token) && isNumber(next) && next?.between === ''
  const part = isPart(token) && !mark && !countsNext(token, next) && !isWordBehindBracket(token, next)
  const marked = joints.has(PARAGRAPHS) && PARAGRAPH_MARK.test(token.between)
  if (part && (marked || (token.gap !== 'hard' && SEPARATOR.test(token.between)))) return true
  // A sentence ended: "level 3. 3.1.4 is next".
  if (isNumber(token) && /\.\s/.test(token.between)) return false
  if (!(part || isSuffix(token, before)) || token.between.length > 4) return false
  return (
    joints.has(jointAt(index, token)) ||
    (token.gap === 'space' && isNumber(token) && !isNumber(before) && joints.has(digitsAt(index, token)))
  )
}

/** Whether a letter behind a bracket is a word that goes on: "9.2.k) y artículo 101", "5(1) y (2)", not "Part I(2) d". */
function isWordBehindBracket(token: TextToken, next: TextToken | undefined): boolean {
  return token.between === ') ' && /^[aeiouy]$/.test(token.text) && next?.between.startsWith(' ') === true
}

/** Whether a number in brackets says how many there are: "CC6.3 (7 leavers)", not "AC-2 (1)". */
function countsNext(token: TextToken, next: TextToken | undefined): boolean {
  return isNumber(token) && token.between === ' (' && next?.gap === 'space' && next.between === ' '
}

/** An id as a text writes it: the stem's words, the parts, and an id of its kind to spell it by. */
export interface WrittenId {
  words: readonly string[]
  parts: readonly string[]
  /** Tokens it takes up. */
  length: number
  template: string
  /** Whether a letter or decimal hangs on the first number (`Art. 45K`, `58-R`, `Section 10.1`): an article of its own, not a point of the one with the number. */
  inserted: boolean
  /** Might be anything else just as well (a version, a date, a word and a number): counts only if the id exists. */
  weak: boolean
  /** A mere number, which counts only where the rest of the text speaks for it. */
  bare?: true
  /** A number behind a word or mark that says that it is an id: the framework's own, or another such as "section". */
  cited?: 'own' | 'other'
  /** A number of a chapter far behind the last, which counts only in a list with others. */
  far?: true
  /** A number of several parts that is said to be a control's: "control 8.5". */
  asControl?: true
  /** Weak, and in capitals: `V18.1`, `NET 9.2`. */
  capitals?: true
  /** A code with letters that no id of the framework has. */
  foreign?: true
}

/** A module's own id taken apart. */
export interface SplitId {
  words: string[]
  parts: string[]
  /** What stands between stem and parts. */
  border: string
  /** Whether spaces stand between the stem's words (`IR Art. 1`). */
  spaced: boolean
  joints: Joints
}

export function splitId(id: string): SplitId {
  const tokens = tokenize(id)
  const first = tokens.findIndex((token, index) => isNumber(token) || (index > 0 && isPart(token)))
  const split = first < 0 ? tokens.length : first
  const [words, rest] = [tokens.slice(0, split), tokens.slice(split)]
  const parts: string[] = []
  const joints = new Set<string>(isArticle(words.at(-1)) ? [PARAGRAPHS] : [])
  for (const [index, token] of rest.entries()) {
    if (!isPart(token) && !isSuffix(token, rest[index - 1])) {
      joints.add(fillerJoint(parts.length, token))
      continue
    }
    const before = rest[index - 1]
    if (before) joints.add(jointAt(parts.length, token))
    if (before && isPart(before) && !isNumber(before) && isNumber(token) && token.gap === 'space')
      joints.add(digitsAt(parts.length, token))
    parts.push(token.text)
  }
  return {
    words: words.map(stemWord),
    parts,
    border: rest[0]?.between ?? '',
    spaced: words.slice(1).some(({ gap }) => gap === 'space'),
    joints,
  }
}

/** Letters joined by hyphens (`KSI-IAM-ELP`): an id though it has no number. */
const CODE = /^\p{Lu}+(?:-\p{Lu}+)+$/u

/** Whether an id is a word or phrase (`Secure configuration`): it stands in plain prose as well, and nobody can invent one. */
export function isPhrase(id: string): boolean {
  return splitId(id).parts.length === 0 && !CODE.test(id)
}

/** What two ways of writing one id have in common. */
export function idKey(words: readonly string[], parts: readonly string[]): string {
  return `${words.join(' ')}|${parts.join('.')}`
}

/** The kinds of parts behind a stem of so many words, in order: `#` a number, `@` letters. */
export function idPattern(words: readonly string[], parts: readonly string[]): string {
  return idKey(
    [words[0] ?? '', String(words.length)],
    parts.map((part) => (/^\d/.test(part) ? '#' : '@')),
  )
}
