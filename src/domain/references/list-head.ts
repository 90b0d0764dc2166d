import type { TextToken } from '../detection/tokens.ts'
import { isPart } from './written-id.ts'

/** Words in front of several ids, of which only the first has the word: "Articles 13, 14 and 55". */
const HEADS = new Set(
  [
    'articles arts artikeln articulos articoli artigos sections secs ss paragraphs paras rules recitals annexes apps',
    'clauses controls requirements reqs safeguards principles anforderungen kontrollen exigences mesures requisitos clausulas medidas',
  ].flatMap((words) => words.split(' ')),
)

/** What stands before the last of several; "y", "e", "o", "i" and "a" pass as letters. */
const CONJUNCTIONS = new Set('and or to through und oder bis et ou'.split(' '))

/** Between two of them: "Articles 28(2), 30". */
const LIST_COMMA = /^\)?,\s*$/

/** Tokens that a list may have before one of its ids. */
const LIST_MAX = 30

/** Where the list begins that a number goes on with: at "Articles" for 55 in "Articles 13, 14 and 55". */
export function listHead(tokens: readonly TextToken[], from: number): number | undefined {
  const [before, first] = [tokens[from - 1], tokens[from]]
  if (!before || !first || !(LIST_COMMA.test(first.between) || CONJUNCTIONS.has(before.text)))
    return undefined
  for (let at = from - 1; at >= 0 && from - at <= LIST_MAX; at -= 1) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    if (!token || !next) return undefined
    if (HEADS.has(token.text)) return at
    if (next.gap === 'stop' || (next.gap === 'hard' && !LIST_COMMA.test(next.between))) return undefined
    if (!isPart(token) && !CONJUNCTIONS.has(token.text)) return undefined
  }
  return undefined
}
