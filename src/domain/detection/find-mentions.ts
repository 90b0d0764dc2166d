import type { Edition, Framework } from '../registry/framework.ts'
import { EDITION_WORDS, type Lexicon, type Meaning, type PhraseClass } from './lexicon.ts'
import { AND } from './and-words.ts'
import { fold } from '../text/fold.ts'
import { identifierNames } from './identifier-names.ts'
import { NEGATION_REACH, nameSurroundings } from './surroundings.ts'
import { numberSeries } from './number-series.ts'
import { TextScan } from './text-scan.ts'
import { wordCount } from '../text/word-cursor.ts'
import { otherNumbers } from './other-number.ts'
import type { Meter, PhraseMatch } from '../text/phrase-trie.ts'
import { SignalPlaces } from './signal-places.ts'
import type { Slice } from '../text/slices.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'

/** One place where a text names a framework. */
export interface Mention {
  framework: Framework
  phrase: PhraseClass
  /** The superseded edition that is named with it. */
  edition: Edition | undefined
}

/** More signals against a name than this change nothing any more. */
const COUNTED_MOST = 4

/** Names of more words than this are never doubted. */
const DOUBTED_WORDS = 2

/** One word against a clear name may be chance. */
const DOUBTS_LEAST = 2

/** The frameworks that a text, or the slice of one, names, in the order of the text. */
export function findMentions(lexicon: Lexicon, text: string | Slice, meter?: Meter): Mention[] {
  const slice = typeof text === 'string' ? { before: '', own: text, after: '' } : text
  return mentionsIn(
    lexicon,
    slice,
    new TextScan(lexicon, fold(slice.before + slice.own + slice.after), meter),
    meter,
  )
}

/** The same of a slice whose folded text has been looked through. */
export function mentionsIn(lexicon: Lexicon, slice: Slice, scan: TextScan, meter?: Meter): Mention[] {
  const { written, tokens, places } = nameSurroundings(lexicon, scan, meter)
  if (tokens.length === 0) return []
  const [first, end] = [wordCount(fold(slice.before)), scan.words - wordCount(fold(slice.after))]
  return judgedMentions(lexicon, written, tokens, meter).filter(({ at }) => {
    const place = places[at] ?? -1
    return place >= first && place < end
  })
}

/**
 * The frameworks that tokens name, in their order, each with the index of the token where it stands. `written` are the same tokens before
 * their spelling was corrected.
 */
export function judgedMentions(
  lexicon: Lexicon,
  written: readonly TextToken[],
  tokens: readonly TextToken[],
  meter?: Meter,
): (Mention & { at: number })[] {
  const matches = lexicon.names.find(tokens, meter)
  const found = matches.flatMap((match) => withHidden(lexicon, match, tokens))
  const isMeant = meaningJudge(lexicon, written, found, meter)
  const inId = insideIds(lexicon, found, tokens, meter)
  const other = otherNumbers(lexicon, found, tokens)
  const mentions: (Mention & { at: number })[] = [
    ...numberSeries(lexicon, tokens, meter).map((named) => ({
      ...named,
      phrase: 'series' as const,
      edition: undefined,
    })),
    ...withinIdentifiers(lexicon, tokens, matches, meter),
  ]
  for (const match of found) {
    if (other.has(match.from)) continue
    for (const meaning of match.values) {
      if (inId(match, meaning) || !isMeant(match, meaning)) continue
      const { framework, phrase } = meaning
      const edition = supersededEdition(lexicon, framework, match, tokens)
      mentions.push({ framework, phrase, edition, at: match.from })
    }
  }
  return mentions.sort((a, b) => a.at - b.at)
}

/**
 * Tells whether a name is a piece of a control id of its own framework: "HDS-EXI-01" is a bare id still, and names nothing
 * (description 2.7).
 */
function insideIds(
  lexicon: Lexicon,
  found: readonly PhraseMatch<Meaning>[],
  tokens: readonly TextToken[],
  meter: Meter | undefined,
): (match: PhraseMatch<Meaning>, meaning: Meaning) => boolean {
  const covered = new Map<Framework, Set<number>>()
  for (const { framework } of found.flatMap(({ values }) => values)) covered.set(framework, new Set())
  if (covered.size === 0) return () => false
  for (const { values, from, to } of lexicon.ids.find(tokens, meter)) {
    for (const framework of values) {
      const places = covered.get(framework)
      if (places) for (let at = from; at < to; at += 1) places.add(at)
    }
  }
  return ({ from, to }, { framework }) => {
    const places = covered.get(framework)
    return places !== undefined && places.has(from) && places.has(to - 1)
  }
}

/**
 * Judges whether a name means its framework where it stands. An ambiguous name needs more signals than speak against it; a clear one
 * is believed, but for a short one with more against it than for it ("SoC 2" between chips, "NIS2" between hosts).
 */
function meaningJudge(
  lexicon: Lexicon,
  tokens: readonly TextToken[],
  matches: readonly PhraseMatch<Meaning>[],
  meter: Meter | undefined,
): (match: PhraseMatch<Meaning>, meaning: Meaning) => boolean {
  let places: { for: SignalPlaces; against: SignalPlaces } | undefined
  const named = new Set(matches.flatMap(({ values }) => values.map(({ framework }) => framework)))
  return (match, { kind, framework }) => {
    const words = match.to - match.from
    if (kind === 'decoy') return false
    if (kind === 'clear' && words > DOUBTED_WORDS) return true
    places ??= {
      for: new SignalPlaces(lexicon.signals.findAll(tokens, meter), tokens, named),
      against: new SignalPlaces(
        saidAgainst(lexicon.counterSignals.findAll(tokens, meter), matches, tokens),
        tokens,
        named,
      ),
    }
    const against = places.against.near(match, framework, COUNTED_MOST)
    // "Dora" may be a person where "DORA" may only be another abbreviation: it takes more to be sure.
    const person = words === 1 && tokens[match.from]?.title === true
    const doubted = against >= DOUBTS_LEAST && !places.for.beside(match, framework)
    const least = kind === 'clear' ? (doubted ? against : 0) : (person ? 2 : 1) + against
    return places.for.near(match, framework, least) >= least
  }
}

/** Words that take back what follows: "not the DevOps metrics, the DORA that BaFin supervises". */
const NEGATIONS = new Set('not isn aren nicht kein keine pas no non niet geen nie nao sin ohne'.split(' '))

/**
 * "DORA metrics aside, does DORA bind a bank?": what a decoy says has been told, and speaks against no other place; neither does
 * what the text itself sets aside.
 */
function saidAgainst(
  signals: readonly PhraseMatch<Framework>[],
  matches: readonly PhraseMatch<Meaning>[],
  tokens: readonly TextToken[],
): PhraseMatch<Framework>[] {
  const decoyed = new Set<number>()
  for (const { values, from, to } of matches) {
    if (values.some(({ kind }) => kind === 'decoy')) for (let at = from; at < to; at += 1) decoyed.add(at)
  }
  const negated = (from: number): boolean =>
    tokens.slice(Math.max(from - NEGATION_REACH, 0), from).some(({ text }) => NEGATIONS.has(text))
  return signals.filter(({ from }) => !decoyed.has(from) && !negated(from))
}

/** The clear names within words written with humps: `UkGdprTransferAssessment`, `checkSoc2`. */
function withinIdentifiers(
  lexicon: Lexicon,
  tokens: readonly TextToken[],
  matches: readonly PhraseMatch<Meaning>[],
  meter: Meter | undefined,
): (Mention & { at: number })[] {
  const identifiers = new Set<number>()
  for (const [at, { humps }] of tokens.entries()) if (humps.length > 0) identifiers.add(at)
  if (identifiers.size === 0) return []
  for (const { from, to } of matches) for (let at = from; at < to; at += 1) identifiers.delete(at)
  return [...identifiers].flatMap((at) =>
    identifierNames(lexicon.names, tokens, at, meter).map(({ framework, phrase }) => ({
      framework,
      phrase,
      edition: undefined,
      at,
    })),
  )
}

/**
 * A match and what it may not hide: a decoy hides the names of its own framework only, and a clear name counts as well that begins
 * within an ambiguous one and goes on behind it ("relatório SOC 2"), or that shares the end of a clear one ("EU and UK GDPR").
 */
function withHidden(
  lexicon: Lexicon,
  match: PhraseMatch<Meaning>,
  tokens: readonly TextToken[],
): PhraseMatch<Meaning>[] {
  const { from, to, values } = match
  if (values.some(({ kind }) => kind === 'clear')) return [...withSharedEnd(lexicon, match, tokens), match]
  const hidden = new Set(values.flatMap(({ kind, framework }) => (kind === 'decoy' ? [framework] : [])))
  const starts = Array.from({ length: to - from }, (_, index) => from + index)
  const others = starts.flatMap((at) => {
    const found = lexicon.names.longestAt(tokens, at, at === from ? to - 1 : tokens.length)
    if (!found) return []
    const beyond = found.to > to
    const counted = found.values.filter(({ kind, framework }) => {
      if (beyond) return kind === 'clear'
      return hidden.size > 0 && kind !== 'decoy' && !hidden.has(framework)
    })
    return counted.length > 0 ? [{ ...found, values: counted }] : []
  })
  return [match, ...others]
}

/** The clear name that shares its end with a match behind it: "EU and UK GDPR", "the EU/UK GDPR". */
function withSharedEnd(
  lexicon: Lexicon,
  { from, to }: PhraseMatch<Meaning>,
  tokens: readonly TextToken[],
): PhraseMatch<Meaning>[] {
  const [before, own] = [tokens[from - 1], tokens.slice(from, to)]
  const and = before !== undefined && AND.has(before.text)
  const first = tokens[and ? from - 2 : from - 1]
  const tied = and || own[0]?.between.trim() === '/'
  if (own.length < 2 || !first || !tied) return []
  const values = lexicon.names
    .exact([first.text, ...own.slice(1).map(({ text }) => text)])
    .filter(({ kind }) => kind === 'clear')
  return values.length > 0 ? [{ values, from, to }] : []
}

/** The superseded edition whose numbers stand in a name or right behind it: "ISO 27001:2013", "PCI DSS v3.2.1". */
function supersededEdition(
  lexicon: Lexicon,
  framework: Framework,
  { from, to }: PhraseMatch<unknown>,
  tokens: readonly TextToken[],
): Edition | undefined {
  const editions = lexicon.editions.get(framework) ?? []
  if (editions.length === 0) return undefined
  let behind = to
  while (EDITION_WORDS.has(tokens[behind]?.text ?? '') && behind < to + 3) behind += 1
  const starts = [...Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index), behind]
  for (const { words, edition } of editions) {
    if (starts.some((start) => standsAt(words, start, tokens))) return edition
  }
  return undefined
}

function standsAt(words: readonly string[], start: number, tokens: readonly TextToken[]): boolean {
  const all = words.every((word, index) => {
    const token = tokens[start + index]
    return token?.text === word && (index === 0 ? token.gap !== 'hard' : token.gap === 'tight')
  })
  const [last, next] = [tokens[start + words.length - 1], tokens[start + words.length]]
  return all && !(last && next && next.gap === 'tight' && isNumber(next))
}
