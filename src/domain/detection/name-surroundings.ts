import { IDENTIFIER_TAIL, identifierNames } from './identifier-names.ts'
import type { Lexicon } from './lexicon.ts'
import { MARK } from './openings.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { NEAR } from './signal-places.ts'
import type { TextScan } from './text-scan.ts'
import { cut, type TextToken } from '../text/tokens.ts'

/** Words in front of a signal that may take it back. */
export const NEGATION_REACH = 3

/** A text with what lies far from every name left out: each token with its place among all words of the text. */
export interface Surroundings {
  tokens: TextToken[]
  places: number[]
}

/** A stretch of words, the last not included. */
interface Stretch {
  from: number
  to: number
}

/**
 * The surroundings of all names, series and identifiers of a text: so much that nothing left out could change how any of them is judged.
 * - No name, stem or id is cut in two: a stretch begins with a word that is part of no stem or id, and a seam stands between two.
 * - Signals within `NEAR` words count, and what negates them.
 * - A series goes on over numbers and words like "and", so a stretch does too.
 */
export function nameSurroundings(lexicon: Lexicon, scan: TextScan, meter?: Meter): Surroundings {
  const behind = NEAR + Math.max(lexicon.signals.longest, lexicon.counterSignals.longest)
  const stretches: Stretch[] = []
  let seriesEnd = 0
  for (const at of scan.names) {
    const end = at + lengthAt(lexicon, scan, at, meter)
    if (end === at) continue
    seriesEnd = Math.max(seriesEnd, end)
    while (carriesSeries(scan, seriesEnd)) seriesEnd += 1
    const last = stretches.at(-1)
    const least = last?.to ?? 0
    let from = Math.max(at - NEAR - NEGATION_REACH, least)
    while (from > least && ((scan.marks[from] ?? 0) & MARK.within) !== 0) from -= 1
    if (last && from === least) last.to = seriesEnd + behind
    else stretches.push({ from, to: seriesEnd + behind })
  }
  return cutOut(scan, stretches)
}

/** How many words what begins at a word covers: a name, a stem with a series behind it, or an identifier with a name in it; 0 for none. */
function lengthAt(lexicon: Lexicon, scan: TextScan, at: number, meter: Meter | undefined): number {
  const name = lexicon.names.lengthAt(corrected(lexicon, scan, at), meter)
  const stem = lexicon.stems.lengthAt(corrected(lexicon, scan, at), meter)
  if (stem > name && beginsSeries(scan, at + stem)) return stem
  return name > 0 ? name : identifierLength(lexicon, scan, at, meter)
}

function identifierLength(lexicon: Lexicon, scan: TextScan, at: number, meter: Meter | undefined): number {
  const words: TextToken[] = []
  for (const token of corrected(lexicon, scan, at)) {
    words.push(token)
    if (token.humps.length === 0 && words.length === 1) return 0
    if (words.length > IDENTIFIER_TAIL) break
  }
  return identifierNames(lexicon.names, words, 0, meter).length > 0 ? words.length : 0
}

function* corrected(
  { spelling }: Lexicon,
  { folded, starts }: TextScan,
  at: number,
): Generator<TextToken, void> {
  for (const token of cut(folded, starts[at])) yield { ...token, text: spelling.correct(token.text) }
}

/** Whether a number stands at a word, and another one behind it that may belong to the same series. */
function beginsSeries({ marks }: TextScan, at: number): boolean {
  const isNumber = (index: number): boolean => ((marks[index] ?? 0) & MARK.number) !== 0
  const and = ((marks[at + 1] ?? 0) & MARK.and) !== 0
  return isNumber(at) && isNumber(and ? at + 2 : at + 1)
}

function carriesSeries({ marks }: TextScan, at: number): boolean {
  return ((marks[at] ?? 0) & (MARK.number | MARK.and)) !== 0
}

/** Stands where words were left out: no name goes on over it. */
const SEAM: TextToken = { text: '', gap: 'hard', between: '', title: false, capitals: false, humps: [] }

function cutOut({ folded, starts }: TextScan, stretches: readonly Stretch[]): Surroundings {
  const tokens: TextToken[] = []
  const places: number[] = []
  for (const { from, to } of stretches) {
    if (tokens.length > 0) {
      tokens.push(SEAM)
      places.push(-1)
    }
    let at = from
    for (const token of cut(folded, starts[from])) {
      if (at >= to) break
      tokens.push(token)
      places.push(at)
      at += 1
    }
  }
  return { tokens, places }
}
