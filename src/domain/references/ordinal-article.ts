import { fold } from '../text/fold.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'

/** What stands before a number in Chinese, Japanese and Korean, and what makes it an article or a point of one. */
const ORDINAL = new Set(['第', '제'].map(fold))
const ARTICLE = ['条', '條', '조'].map(fold)
const POINT = ['项', '項', '款', '号', '號', '항', '호', '목'].map(fold)

const DIGITS = '〇一二三四五六七八九'
const TEN = '十'
const HUNDRED = '百'

/** What is counted, with its particle: folding takes Korean syllables apart. */
const WITH_PARTICLE_MAX = 8

/** Longer numbers in characters are none of an article. */
const CHARACTERS_MAX = 6

/** An article with its points: `第80条第1項`, `第八十条`, `제33조 제1항`. Its parts are numbers in digits; its length is in tokens. */
export function ordinalArticleAt(
  tokens: readonly TextToken[],
  from: number,
): { parts: string[]; length: number } | undefined {
  const article = ordinalAt(tokens, from, ARTICLE)
  if (!article) return undefined
  const parts = [article.number]
  let to = article.to
  for (let point = ordinalAt(tokens, to, POINT); point; point = ordinalAt(tokens, to, POINT)) {
    if (tokens[to]?.gap === 'hard' || tokens[to]?.gap === 'stop') break
    parts.push(point.number)
    to = point.to
  }
  return { parts, length: to - from }
}

/** An ordinal number and what it counts. */
function ordinalAt(
  tokens: readonly TextToken[],
  from: number,
  counted: readonly string[],
): { number: string; to: number } | undefined {
  if (!ORDINAL.has(tokens[from]?.text ?? '')) return undefined
  const first = tokens[from + 1]
  if (first && isNumber(first) && /^\d/.test(first.text)) {
    return counts(tokens[from + 2], counted) ? { number: first.text, to: from + 3 } : undefined
  }
  let to = from + 1
  while (to - from <= CHARACTERS_MAX && isNumeral(tokens[to]?.text)) to += 1
  if (to === from + 1 || !counts(tokens[to], counted)) return undefined
  const written = tokens.slice(from + 1, to).map(({ text }) => text)
  return { number: String(valueOf(written)), to: to + 1 }
}

/** Whether a word is one of what is counted; in Korean its particle hangs on it: `제33조는`. */
function counts(token: TextToken | undefined, counted: readonly string[]): boolean {
  const text = token?.text ?? ''
  return text.length <= WITH_PARTICLE_MAX && counted.some((one) => text.startsWith(one))
}

function isNumeral(character: string | undefined): boolean {
  return character !== undefined && (DIGITS.includes(character) || character === TEN || character === HUNDRED)
}

/** 一百零二 and the like are written with a zero, which adds nothing; `八十` is eighty, `十二` twelve. */
function valueOf(characters: readonly string[]): number {
  let [sum, digit] = [0, 0]
  for (const character of characters) {
    const unit = character === TEN ? 10 : character === HUNDRED ? 100 : 0
    if (unit === 0) {
      digit = DIGITS.indexOf(character)
      continue
    }
    sum += Math.max(digit, 1) * unit
    digit = 0
  }
  return sum + digit
}
