import { isNumber, type TextToken } from '../text/tokens.ts'
import { CITED_BY } from './cite-words.ts'
import type { ArticlePlace } from './other-law.ts'
import { isOtherName } from './other-law-behind.ts'
import {
  KOREAN_LAW,
  KOREAN_SAME_LAW,
  LAW,
  NAME_ENDINGS,
  OF,
  ONLY_BEHIND,
  OURS,
  PARTICLES,
  PLAIN,
  SAME_LAW,
  THE,
} from './other-law-words.ts'
import type { OwnNames } from './own-names.ts'

/** So many words before an article may be the name of a law. */
const NAME_MAX = 6

/** Between a law's name and its article. */
const BORDER = /^(?:,? |['’´]| ?§ ?|, § ?)$/

/** Whether what stands before an article says that it is of something else: "Penal Code § 502", "UN Charter Article 51", 民法第709条. */
export function isOtherBefore(
  tokens: readonly TextToken[],
  { from: number, to, isNumber: isBare }: ArticlePlace,
  names: OwnNames,
): boolean {
  // "The contract, section 6.1": the word before a number is its own.
  const word = tokens[number - 1]?.text ?? ''
  const from = isBare && CITED_BY.has(word) && !LAW.has(word) ? number - 1 : number
  const first = tokens[from]
  if (!first || names.endsAt(from) || names.beginsAt(to)) return false
  if (first.gap === 'none') return isOtherEnding(tokens, from, names)
  if (!BORDER.test(first.between)) return false
  const at = lastOfName(tokens, from)
  const last = tokens[at]
  if (!last || names.endsAt(at + 1)) return false
  if (last.text.endsWith(KOREAN_LAW) && !KOREAN_SAME_LAW.has(last.text)) return true
  // "The contract, section 6.1" is the contract's; "in the contract Art. 28 wants" is not.
  if (isOtherName(last)) return !ONLY_BEHIND.has(last.text) || (isBare && first.between.startsWith(','))
  return isForeignLaw(tokens, at, names)
}

/** The last word of what may be a name before an article, without what hangs on it: `MiFID` of "MiFID II", "Directive" of "Directive's". */
function lastOfName(tokens: readonly TextToken[], from: number): number {
  const last = tokens[from - 1]
  const hangsOn =
    last && (/^[ivx]{1,4}$/.test(last.text) || (last.text === 's' && /^['’]$/.test(last.between)))
  return hangsOn ? from - 2 : from - 1
}

/** Whether the words up to a place are the name of a law that is none in question: "the new Deforestation Regulation", "decreto legislativo 81/2008". */
function isForeignLaw(tokens: readonly TextToken[], last: number, names: OwnNames): boolean {
  let isForeign = false
  for (let at = last; at > last - NAME_MAX; at -= 1) {
    const token = tokens[at]
    if (!token || names.endsAt(at + 1)) return false
    if (LAW.has(token.text)) {
      const goesOn = at === last || NAME_GOES_ON.has(tokens[at + 1]?.text ?? '') || isNumber(tokens[at + 1])
      return goesOn && (isForeign || (token.gap === 'space' && isForeignWord(tokens[at - 1], names)))
    }
    isForeign ||= isNumber(token) || isForeignWord(token, names)
    if (token.gap !== 'space' && token.gap !== 'tight') return false
  }
  return false
}

/** Whether a word beside "Code" or "Act" makes it the name of another. */
function isForeignWord(token: TextToken | undefined, names: OwnNames): boolean {
  const text = token?.text ?? ''
  const says = /^\p{L}{2,}$/u.test(text) && !PLAIN.has(text) && !THE.has(text) && !OF.has(text)
  return says && !OURS.has(text) && !names.has(text) && !SAYS.has(text)
}

/** Words between an article and a law's name before it that are none of it: "the act requires in section 5". */
const SAYS = new Set(
  'in of and under with see per by or as to an any this that says wants requires nach gemass laut im am und ist sind dans selon et est en segun y es nel secondo e volgens'.split(
    ' ',
  ),
)

/** How the name of a law goes on behind "decreto" or "Código". */
const NAME_GOES_ON = new Set([
  ...OF,
  ...'legislativo organica organico civil civile penal penale no nr n'.split(' '),
])

/** Where no spaces are written, the last character of a name tells: 民法第709条, 会則の第9条; 本法第5条 is the law that is spoken of. */
function isOtherEnding(tokens: readonly TextToken[], from: number, names: OwnNames): boolean {
  const particle = PARTICLES.has(tokens[from - 1]?.text ?? '') ? 1 : 0
  const at = from - 1 - particle
  if (particle > 0 && names.endsAt(at + 1)) return false
  const [ending, before, further] = [tokens[at], tokens[at - 1], tokens[at - 2]]
  if (!ending || !NAME_ENDINGS.has(ending.text) || ending.gap !== 'none' || !before) return false
  // 合同法 is the law of contracts, 同法 the same law.
  if (SAME_LAW.has(before.text))
    return before.text === '同' && further?.text === '合' && before.gap === 'none'
  return !/\p{Script=Hiragana}/u.test(before.text)
}
