import { IDENTIFIER_TAIL, identifierNames } from './identifier-names.ts'
import type { Lexicon } from './lexicon.ts'
import { MARK } from './openings.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { NEAR } from './signal-places.ts'
import type { TextScan } from './text-scan.ts'
import type { TextToken } from '../text/tokens.ts'

/** Words in front of a signal that may take it back. */
export const NEGATION_REACH = 3

/** A text with what lies far from what is looked for left out. */
export interface Surroundings {
  /** Its words as they are written. */
  written: readonly TextToken[]
  /** The same with misspelled ones corrected. */
  tokens: readonly TextToken[]
  /** The place of each among all words of the text; -1 for a seam. */
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
  const longest = Math.max(lexicon.names.longest, 1 + IDENTIFIER_TAIL)
  const stretches: Stretch[] = []
  let seriesEnd = 0
  for (const at of scan.names) {
    const last = stretches.at(-1)
    // Within a stretch a name is taken for one unseen: names are many there, and a longer stretch changes nothing.
    const length = last && at < last.to ? longest : lengthAt(lexicon, scan, at, meter)
    if (length === 0) continue
    seriesEnd = Math.max(seriesEnd, at + length)
    while (scan.has(MARK.number | MARK.and, seriesEnd)) seriesEnd += 1
    const least = last?.to ?? 0
    let from = Math.max(at - NEAR - NEGATION_REACH, least)
    while (from > least && scan.has(MARK.within, from)) from -= 1
    if (last && from === least) last.to = seriesEnd + behind
    else stretches.push({ from, to: seriesEnd + behind })
  }
  return cutOut(scan, stretches)
}

/** The words around all places, between two words of a text, where an id may stand, each place as long as the longest id. */
export function idSurroundings(
  lexicon: Lexicon,
  scan: TextScan,
  first: number,
  end: number,
): readonly TextToken[] {
  const stretches: Stretch[] = []
  for (const at of scan.ids) {
    if (at < first || at >= end) continue
    const to = Math.min(at + lexicon.ids.longest, end)
    const last = stretches.at(-1)
    if (last && at <= last.to) last.to = to
    else stretches.push({ from: at, to })
  }
  return cutOut(scan, stretches).written
}

/** How many words what begins at a word covers: a name, a stem with a series behind it, or an identifier with a name in it; 0 for none. */
function lengthAt(lexicon: Lexicon, scan: TextScan, at: number, meter: Meter | undefined): number {
  const tokenAt = (place: number): TextToken | undefined => scan.corrected(place)
  const name = lexicon.names.lengthAt(tokenAt, at, meter)
  const stem = lexicon.stems.lengthAt(tokenAt, at, meter)
  if (stem > name && beginsSeries(scan, at + stem)) return stem
  return name > 0 ? name : identifierLength(lexicon, scan, at, meter)
}

function identifierLength(lexicon: Lexicon, scan: TextScan, at: number, meter: Meter | undefined): number {
  if (!scan.token(at)?.humps.length) return 0
  const words: TextToken[] = []
  for (let ahead = 0; ahead <= IDENTIFIER_TAIL; ahead += 1) {
    const token = scan.corrected(at + ahead)
    if (token) words.push(token)
  }
  return identifierNames(lexicon.names, words, 0, meter).length > 0 ? words.length : 0
}

/** Whether a number stands at a word, and another one behind it that may belong to the same series. */
function beginsSeries(scan: TextScan, at: number): boolean {
  const second = scan.has(MARK.and, at + 1) ? at + 2 : at + 1
  return scan.has(MARK.number, at) && scan.has(MARK.number, second)
}

/** Stands where words were left out: no name goes on over it. */
const SEAM: TextToken = { text: '', gap: 'hard', between: '', title: false, capitals: false, humps: [] }

function cutOut(scan: TextScan, stretches: readonly Stretch[]): Surroundings {
  const [written, places]: [TextToken[], number[]] = [[], []]
  for (const { from, to } of stretches) {
    if (places.length > 0) {
      written.push(SEAM)
      places.push(-1)
    }
    const end = Math.min(to, scan.words)
    for (let at = from; at < end; at += 1) {
      written.push(scan.token(at) ?? SEAM)
      places.push(at)
    }
  }
  const tokens = scan.isRight
    ? written
    : written.map((token, at) => scan.corrected(places[at] ?? -1) ?? token)
  return { written, tokens, places }
}
