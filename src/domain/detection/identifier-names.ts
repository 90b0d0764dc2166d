import type { Meter, PhraseTrie } from '../text/phrase-trie.ts'
import type { TextToken } from '../text/tokens.ts'
import type { Meaning } from './lexicon.ts'

/** Tokens that may complete a name begun in an identifier: the digits of `checkSoc2Type2`. */
export const IDENTIFIER_TAIL = 3

/** The clear names within a word written with humps: `UkGdprTransferAssessment`, `checkSoc2`. */
export function identifierNames(
  names: PhraseTrie<Meaning>,
  tokens: readonly TextToken[],
  at: number,
  meter: Meter | undefined,
): Meaning[] {
  const tail = tokens.slice(at + 1, at + 1 + IDENTIFIER_TAIL)
  const end = tail.findIndex(({ gap }) => gap !== 'none')
  const words = [...(tokens[at]?.humps ?? []), ...(end < 0 ? tail : tail.slice(0, end))]
  return names.find(words, meter).flatMap(({ values }) => values.filter(({ kind }) => kind === 'clear'))
}
