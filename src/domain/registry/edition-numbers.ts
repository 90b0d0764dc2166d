import type { PhraseMatch } from '../text/phrase-trie.ts'
import { isNumber, tokenize, type TextToken } from '../text/tokens.ts'
import type { Edition, Framework } from './framework.ts'

/** An edition by the numbers people write for it: `2013`, `3.2.1`, `4`. */
export interface EditionNumber {
  words: readonly string[]
  edition: Edition
}

/** Words that may stand between a framework's name and its edition's number. */
const EDITION_WORDS = new Set([
  'v',
  'version',
  'rev',
  'revision',
  'r',
  'release',
  'edition',
  'ed',
  'isa',
  'from',
  'of',
  'the',
])

/** The superseded editions, and those `moved` away from, that numbers alone tell apart from every edition that still stands. */
export function editionNumbers({ editions }: Framework, moved: readonly string[] = []): EditionNumber[] {
  const isOld = (edition: Edition): boolean => isOver(edition) || moved.includes(edition.id)
  const numbered = editions.flatMap((edition): EditionNumber[] => {
    const tokens = tokenize(edition.id)
    const start = tokens.findIndex(({ text }) => !EDITION_WORDS.has(text))
    const rest = tokens.slice(Math.max(start, 0))
    const end = rest.findIndex((token) => !isNumber(token))
    const words = (end < 0 ? rest : rest.slice(0, end)).map(({ text }) => text)
    return words.length > 0 ? [{ words, edition }] : []
  })
  const standing = new Set(
    numbered.filter(({ edition }) => !isOld(edition)).map(({ words }) => words.join(' ')),
  )
  return numbered
    .filter(({ words, edition }) => isOld(edition) && !standing.has(words.join(' ')))
    .sort((a, b) => b.words.length - a.words.length)
}

function isOver({ status }: Edition): boolean {
  return status === 'superseded' || status === 'repealed'
}

/** The one of `editions` whose numbers stand in a name or right behind it: "ISO 27001:2013", "PCI DSS v3.2.1". */
export function editionNamed(
  editions: readonly EditionNumber[],
  { from, to }: PhraseMatch<unknown>,
  tokens: readonly TextToken[],
): Edition | undefined {
  if (editions.length === 0) return undefined
  let behind = to
  while (EDITION_WORDS.has(tokens[behind]?.text ?? '') && behind < to + 3) behind += 1
  for (const { words, edition } of editions) {
    for (let start = from + 1; start < to; start += 1) if (standsAt(words, start, tokens)) return edition
    if (standsAt(words, behind, tokens)) return edition
  }
  return undefined
}

function standsAt(words: readonly string[], start: number, tokens: readonly TextToken[]): boolean {
  for (let index = 0; index < words.length; index += 1) {
    const token = tokens[start + index]
    if (token?.text !== words[index]) return false
    if (index === 0 ? token?.gap === 'hard' : token?.gap !== 'tight') return false
  }
  const [last, next] = [tokens[start + words.length - 1], tokens[start + words.length]]
  return !(last && next && next.gap === 'tight' && isNumber(next))
}
