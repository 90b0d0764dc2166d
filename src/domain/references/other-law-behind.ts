import { AND } from '../detection/and-words.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'
import type { OwnNames } from './own-names.ts'
import {
  LEGAL,
  OF,
  OTHER_LAWS,
  OTHER_LAWS_IN_CAPITALS,
  OTHER_PAPERS,
  OURS,
  OURS_ALONE,
  PLAIN,
  THE,
} from './other-law-words.ts'

/** So many words behind "of the" may be its name. */
const NAME_MAX = 5

/** Whether what stands behind an article says that it is of something else: "Article 6 of the ECHR", "§ 823 BGB", "clause 7.4 of our lease". */
export function isOtherBehind(tokens: readonly TextToken[], behind: number, names: OwnNames): boolean {
  const next = tokens[behind]
  // Books and articles: "artikel 6:162".
  if (next?.between === ':' && isNumber(next)) return true
  const goesOn = next?.between === ', ' && OF.has(next.text)
  if (!next || (next.gap !== 'space' && !goesOn) || names.beginsAt(behind)) return false
  if (isOtherName(next) || OURS_ALONE.has(next.text)) return true
  if (!OF.has(next.text)) return false
  const at = THE.has(tokens[behind + 1]?.text ?? '') ? behind + 2 : behind + 1
  const first = tokens[at]
  if (!first || (first.gap !== 'space' && first.gap !== 'tight') || isNumber(first)) return false
  // Behind a comma such a word may begin a sentence: "Art. 120, das gibt es nicht".
  if (goesOn) return hasOtherName(tokens, at)
  return OURS.has(first.text) || isOtherPhrase(tokens, at, names)
}

/** Whether one of the words that go on at a place names another law or paper. */
function hasOtherName(tokens: readonly TextToken[], at: number): boolean {
  for (let word = at; word < at + NAME_MAX; word += 1) {
    const token = tokens[word]
    if (!token || (word > at && token.gap !== 'space')) return false
    if (isOtherName(token)) return true
  }
  return false
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

/** Whether a word names a law or paper that is no framework in question. */
export function isOtherName(token: TextToken): boolean {
  if (OTHER_LAWS.has(token.text) || OTHER_PAPERS.has(token.text)) return true
  return token.capitals && OTHER_LAWS_IN_CAPITALS.has(token.text)
}
