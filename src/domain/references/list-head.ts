import type { TextToken } from '../text/tokens.ts'
import { isPart } from './written-id.ts'

/** Words in front of several ids, of which only the first has the word: "Articles 13, 14 and 55". */
const HEADS = new Set(
  [
    'articles arts artikeln articulos articoli artigos sections secs ss paragraphs paras rules recitals annexes apps',
    'clauses controls requirements reqs safeguards principles anforderungen kontrollen exigences mesures requisitos clausulas medidas',
  ].flatMap((words) => words.split(' ')),
)

/** Words in front of one id, and in front of several as well where nothing else follows: "Art. 13, 14 und 15 DSGVO", not "Art. 33 and 3 days". */
const LOOSE_HEADS = new Set(
  'art article artikel articulo articolo artigo section clause control requirement safeguard principle paragraph para rule recital annex'.split(
    ' ',
  ),
)

/** What may follow the last id of a list and tells whose it is: "of the GDPR", "der DSGVO", "du RGPD". */
const OF = new Set('of der des dem du de del della do da'.split(' '))

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
    if (LOOSE_HEADS.has(token.text)) return isClosed(tokens, from) ? at : undefined
    if (next.gap === 'stop' || (next.gap === 'hard' && !LIST_COMMA.test(next.between))) return undefined
    if (!isPart(token) && !CONJUNCTIONS.has(token.text)) return undefined
  }
  return undefined
}

/** Whether a list that goes on at a number ends with its sentence, or with whose ids they are. */
function isClosed(tokens: readonly TextToken[], from: number): boolean {
  for (let at = from + 1; at <= from + LIST_MAX; at += 1) {
    const token = tokens[at]
    if (!token || token.gap === 'stop') return true
    if (token.gap === 'hard' && !LIST_COMMA.test(token.between)) return true
    if (isPart(token) || CONJUNCTIONS.has(token.text)) continue
    return token.gap === 'hard' || token.capitals || OF.has(token.text)
  }
  return false
}
