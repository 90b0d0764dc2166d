import type { Lexicon, Meaning } from './lexicon.ts'
import { NEGATION_REACH } from './surroundings.ts'
import type { Framework } from '../registry/framework.ts'
import type { Meter, PhraseMatch } from '../text/phrase-trie.ts'
import { SignalPlaces } from './signal-places.ts'
import type { TextToken } from '../text/tokens.ts'

/** More signals against a name than this change nothing any more. */
const COUNTED_MOST = 4

/** Names of more words than this are never doubted. */
const DOUBTED_WORDS = 2

/** One word against a clear name may be chance. */
const DOUBTS_LEAST = 2

/**
 * Judges whether a name means its framework where it stands. An ambiguous name needs more signals than speak against it; a clear one
 * is believed, but for a short one with more against it than for it ("SoC 2" between chips, "NIS2" between hosts).
 */
export function meaningJudge(
  lexicon: Lexicon,
  tokens: readonly TextToken[],
  matches: readonly PhraseMatch<Meaning>[],
  meter: Meter | undefined,
): (match: PhraseMatch<Meaning>, meaning: Meaning) => boolean {
  let places: { for: SignalPlaces; against: SignalPlaces } | undefined
  let inClear: ReadonlySet<number> | undefined
  return (match, { kind, framework }) => {
    const words = match.to - match.from
    if (kind === 'decoy') return false
    if (kind === 'clear' && words > DOUBTED_WORDS) return true
    places ??= signalPlaces(lexicon, tokens, matches, meter)
    let against = places.against.near(match, framework, COUNTED_MOST)
    if (kind === 'clear' && against >= DOUBTS_LEAST) {
      // "HIPAA and the GLBA Safeguards Rule": what names another framework speaks against no clear name.
      inClear ??= placesOf('clear', matches)
      against = places.against.near(match, framework, COUNTED_MOST, inClear)
    }
    // "Dora" may be a person where "DORA" may only be another abbreviation: it takes more to be sure.
    const person = words === 1 && tokens[match.from]?.title === true
    const doubted = against >= DOUBTS_LEAST && !places.for.beside(match, framework)
    const least = kind === 'clear' ? (doubted ? against : 0) : (person ? 2 : 1) + against
    return places.for.near(match, framework, least) >= least
  }
}

function signalPlaces(
  lexicon: Lexicon,
  tokens: readonly TextToken[],
  matches: readonly PhraseMatch<Meaning>[],
  meter: Meter | undefined,
): { for: SignalPlaces; against: SignalPlaces } {
  const named = new Set<Framework>()
  for (const { values } of matches) for (const { framework } of values) named.add(framework)
  return {
    for: new SignalPlaces(lexicon.signals, tokens, named, () => true, meter),
    against: new SignalPlaces(lexicon.counterSignals, tokens, named, saidAgainst(matches, tokens), meter),
  }
}

/** Words that take back what follows: "not the DevOps metrics, the DORA that BaFin supervises". */
const NEGATIONS = new Set('not isn aren nicht kein keine pas no non niet geen nie nao sin ohne'.split(' '))

/**
 * "DORA metrics aside, does DORA bind a bank?": what a decoy says has been told, and speaks against no other place; neither does
 * what the text itself sets aside.
 */
function saidAgainst(
  matches: readonly PhraseMatch<Meaning>[],
  tokens: readonly TextToken[],
): (from: number) => boolean {
  const decoyed = placesOf('decoy', matches)
  return (from) => {
    if (decoyed.has(from)) return false
    for (let at = Math.max(from - NEGATION_REACH, 0); at < from; at += 1) {
      if (NEGATIONS.has(tokens[at]?.text ?? '')) return false
    }
    return true
  }
}

/** The tokens of all matches that have a meaning of a kind. */
function placesOf(kind: Meaning['kind'], matches: readonly PhraseMatch<Meaning>[]): ReadonlySet<number> {
  const places = new Set<number>()
  for (const { values, from, to } of matches) {
    if (values.some((meaning) => meaning.kind === kind)) for (let at = from; at < to; at += 1) places.add(at)
  }
  return places
}
