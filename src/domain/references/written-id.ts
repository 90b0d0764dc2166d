import { isNumber, tokenize, type TextToken } from '../detection/tokens.ts'

/*
 * How a control id is written, apart from how it is punctuated: letters in front (its stem: `cc`, `gv oc`, `art`), then
 * numbers, letters and roman numerals (its parts). `CC6.1`, `cc 6.1` and `CC-6.1` have one stem and the same parts.
 */

/** The words for "article" in the languages answers come in. */
const ARTICLE = new Set(
  'art arts article articles artikel artikels articulo articulos articolo articoli artigo artykul'.split(' '),
)

/** Words between the parts of a citation that carry no number: "Art. 21 Abs. 2 lit. d", "Annex I Part II". */
const FILLERS = new Set(
  'abs absatz par para paragraph paragraphs lit point letter nr no ziffer satz part'.split(' '),
)

export function isFiller(word: string): boolean {
  return FILLERS.has(word)
}

/** One word for "article" in all languages; any other token as it is. */
export function stemWord({ text }: TextToken): string {
  return ARTICLE.has(text) ? 'art' : text
}

/** A number, a letter, a roman numeral, or two letters in brackets (`(ag)`): what an id goes on with behind its stem. */
export function isPart(token: TextToken): boolean {
  if (isNumber(token) || /^(?:[a-z]|[ivx]{2,5})$/.test(token.text)) return true
  return token.between.includes('(') && /^[a-z]{2}$/.test(token.text)
}

/** Numbers without leading zeros: `GV.OC-01` and `GV.OC-1` are one id. */
export function withoutZeros(part: string): string {
  return part.replace(/^0+(?=\d)/, '')
}

/** What may stand between two parts: nothing, a dot, brackets; a hyphen only where the framework writes one. */
const SEPARATOR = /^(?:|\.|\)? ?\(|\) ?\(?|\)?\.)$/

/** The parts that follow from a place, as far as they hang together. `hyphens` names the parts that a hyphen may stand before. */
export function readParts(
  tokens: readonly TextToken[],
  from: number,
  hyphens: ReadonlySet<number>,
): { parts: string[]; length: number } {
  const first = tokens[from]
  if (!first || !isPart(first)) return { parts: [], length: 0 }
  const parts = [first.text]
  let at = from + 1
  for (let token = tokens[at]; token; token = tokens[at]) {
    const next = tokens[at + 1]
    if (FILLERS.has(token.text) && token.gap !== 'hard' && next && isPart(next)) {
      parts.push(next.text)
      at += 2
      continue
    }
    const hangs = SEPARATOR.test(token.between) || (token.between === '-' && hyphens.has(parts.length))
    if (!hangs || token.gap === 'hard' || !isPart(token)) break
    parts.push(token.text)
    at += 1
  }
  return { parts, length: at - from }
}

/** An id as a text writes it: the stem's words, the parts, and an id of its kind to spell it by. */
export interface WrittenId {
  words: readonly string[]
  parts: readonly string[]
  /** Tokens it takes up. */
  length: number
  template: string
}

/** A module's own id taken apart; `border` is what stands between stem and parts. */
export function splitId(id: string): {
  words: string[]
  parts: string[]
  partTokens: TextToken[]
  border: string
} {
  const tokens = tokenize(id)
  const first = tokens.findIndex((token, index) => isNumber(token) || (index > 0 && isPart(token)))
  const split = first < 0 ? tokens.length : first
  const partTokens = tokens.slice(split).filter(isPart)
  return {
    words: tokens.slice(0, split).map(stemWord),
    parts: partTokens.map(({ text }) => text),
    partTokens,
    border: tokens[split]?.between ?? '',
  }
}

/** What two ways of writing one id have in common. */
export function idKey(words: readonly string[], parts: readonly string[]): string {
  return `${words.join(' ')}|${parts.join('.')}`
}

/** The kinds of parts behind a stem, in order: `#` a number, `@` letters. */
export function idPattern(words: readonly string[], parts: readonly string[]): string {
  return idKey(
    words.slice(0, 1),
    parts.map((part) => (/^\d/.test(part) ? '#' : '@')),
  )
}
