import type { Edition, Framework } from '../registry/framework.ts'
import { EDITION_WORDS, type Lexicon } from './lexicon.ts'
import type { PhraseMatch } from '../text/phrase-trie.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'

/** The superseded edition whose numbers stand in a name or right behind it: "ISO 27001:2013", "PCI DSS v3.2.1". */
export function supersededEdition(
  lexicon: Lexicon,
  framework: Framework,
  { from, to }: PhraseMatch<unknown>,
  tokens: readonly TextToken[],
): Edition | undefined {
  const editions = lexicon.editions.get(framework)
  if (!editions || editions.length === 0) return undefined
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
