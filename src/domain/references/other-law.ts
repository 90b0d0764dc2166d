import { AND } from '../detection/and-words.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'
import {
  KOREAN_LAW,
  KOREAN_SAME_LAW,
  LEGAL,
  NAME_ENDINGS,
  OF,
  ONLY_BEHIND,
  OTHER_LAWS,
  OTHER_LAWS_IN_CAPITALS,
  OTHER_PAPERS,
  OURS,
  OURS_ALONE,
  PARTICLES,
  PLAIN,
  SAME_LAW,
  THE,
} from './other-law-words.ts'

/** So many words behind "of the" may be its name. */
const NAME_MAX = 5

/** What is known of the names of the frameworks in question. */
export interface OwnNames {
  /** Whether one begins at a place behind an id. */
  beginsAt: (at: number) => boolean
  /** Whether one ends right before a place. */
  endsAt: (at: number) => boolean
  /** Whether a word stands in one. */
  has: (word: string) => boolean
}

/** An article or section in a text: where it begins, and where what stands behind it does. */
interface Place {
  from: number
  to: number
}

/**
 * Whether what stands at an article says that it is of something else: "Article 6 of the ECHR", "§ 823 BGB", "clause 7.4 of our lease",
 * "Penal Code § 502", 民法第709条.
 */
export function isOfOtherLaw(tokens: readonly TextToken[], { from, to }: Place, names: OwnNames): boolean {
  return isOtherBehind(tokens, to, names) || isOtherBefore(tokens, from, to, names)
}

function isOtherBehind(tokens: readonly TextToken[], behind: number, names: OwnNames): boolean {
  const next = tokens[behind]
  // Books and articles: "artikel 6:162".
  if (next?.between === ':' && isNumber(next)) return true
  if (!next || next.gap !== 'space' || names.beginsAt(behind)) return false
  if (isOtherName(next) || OURS_ALONE.has(next.text)) return true
  if (!OF.has(next.text)) return false
  const at = THE.has(tokens[behind + 1]?.text ?? '') ? behind + 2 : behind + 1
  const first = tokens[at]
  if (!first || (first.gap !== 'space' && first.gap !== 'tight') || isNumber(first)) return false
  return OURS.has(first.text) || isOtherPhrase(tokens, at, names)
}

/** Whether the words behind "of the" are no name of a framework in question, nor a word that stands for one. */
function isOtherPhrase(tokens: readonly TextToken[], at: number, names: OwnNames): boolean {
  let [hasOwnWords, isPlain] = [true, true]
  for (let word = at; word < at + NAME_MAX; word += 1) {
    const token = tokens[word]
    const ended = word > at && token?.gap !== 'space'
    if (!token || ended || AND.has(token.text)) break
    if (names.beginsAt(word)) return false
    if (isOtherName(token)) return true
    if (LEGAL.has(token.text)) {
      const isOwn = isPlain || (hasOwnWords && names.has(token.text))
      return !isOwn || isOtherTail(tokens, word + 1, names)
    }
    isPlain &&= PLAIN.has(token.text)
    hasOwnWords &&= PLAIN.has(token.text) || names.has(token.text)
  }
  return true
}

/** Whether what stands behind "Regulation" tells that it is another: "(EU) 2017/746", "de copropriété", "interno". */
function isOtherTail(tokens: readonly TextToken[], at: number, names: OwnNames): boolean {
  for (let word = at; word < at + 3; word += 1) {
    const token = tokens[word]
    if (!token || token.gap === 'hard' || token.gap === 'stop' || names.beginsAt(word)) return false
    if (isNumber(token)) return /^\d{2,4}$/.test(token.text) && tokens[word + 1]?.between === '/'
    if (isOtherName(token)) return true
    if (!OF.has(token.text) && !/^(?:eu|eg|ec|ue|ce|nr|no|n)$/.test(token.text)) return false
  }
  return false
}

function isOtherBefore(tokens: readonly TextToken[], from: number, to: number, names: OwnNames): boolean {
  const [first, last] = [tokens[from], tokens[from - 1]]
  if (!first || !last || names.endsAt(from) || names.beginsAt(to)) return false
  if (first.gap === 'none') return isOtherEnding(tokens, from, names)
  if (!/^(?: |['’´]| ?§ ?)$/.test(first.between)) return false
  if (last.text.endsWith(KOREAN_LAW) && !KOREAN_SAME_LAW.has(last.text)) return true
  if (isOtherName(last)) return !ONLY_BEHIND.has(last.text)
  const before = tokens[from - 2]
  const named = LEGAL.has(last.text) && last.gap === 'space' && before !== undefined
  return named && /^(?:code|codes|act|kanun|kanunu)$/.test(last.text) && isForeign(before, names)
}

/** Whether a word before "Code" or "Act" makes it the name of another. */
function isForeign({ text }: TextToken, names: OwnNames): boolean {
  return !PLAIN.has(text) && !THE.has(text) && !OF.has(text) && !names.has(text) && /^\p{L}{2,}$/u.test(text)
}

/** Where no spaces are written, the last character of a name tells: 民法第709条, 会則の第9条; 本法第5条 is the law that is spoken of. */
function isOtherEnding(tokens: readonly TextToken[], from: number, names: OwnNames): boolean {
  const particle = PARTICLES.has(tokens[from - 1]?.text ?? '') ? 1 : 0
  const at = from - 1 - particle
  if (particle > 0 && names.endsAt(at + 1)) return false
  const [ending, before] = [tokens[at], tokens[at - 1]]
  if (!ending || !NAME_ENDINGS.has(ending.text) || ending.gap !== 'none') return false
  return before !== undefined && !SAME_LAW.has(before.text) && !/\p{Script=Hiragana}/u.test(before.text)
}

function isOtherName(token: TextToken): boolean {
  if (OTHER_LAWS.has(token.text) || OTHER_PAPERS.has(token.text)) return true
  return token.capitals && OTHER_LAWS_IN_CAPITALS.has(token.text)
}
