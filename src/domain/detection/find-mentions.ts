import { editionNamed } from '../registry/edition-numbers.ts'
import type { Edition, Framework } from '../registry/framework.ts'
import type { Lexicon, Meaning, PhraseClass } from './lexicon.ts'
import { fold } from '../text/fold.ts'
import { identifierNames } from './identifier-names.ts'
import { nameSurroundings } from './surroundings.ts'
import { firstFrom } from './signal-places.ts'
import { meaningJudge } from './meaning-judge.ts'
import { addWithHidden } from './hidden-names.ts'
import { numberSeries } from './number-series.ts'
import { TextScan } from './text-scan.ts'
import { wordCount } from '../text/word-cursor.ts'
import { otherNumbers } from './other-number.ts'
import type { Meter, PhraseMatch } from '../text/phrase-trie.ts'
import type { Slice } from '../text/slices.ts'
import type { TextToken } from '../text/tokens.ts'

/** One place where a text names a framework. */
export interface Mention {
  framework: Framework
  phrase: PhraseClass
  /** The superseded edition that is named with it. */
  edition: Edition | undefined
}

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

/**
 * Whether it matters that a framework is named once more, with a superseded edition or none. What does not is not judged: in a text full of
 * names nearly all are such.
 */
export type IsNews = (framework: Framework, edition: Edition | undefined) => boolean

/** The same of a slice whose folded text has been looked through, without some of what is no news. */
export function mentionsIn(
  lexicon: Lexicon,
  slice: Slice,
  scan: TextScan,
  meter?: Meter,
  isNews?: IsNews,
): Mention[] {
  const { written, tokens, places } = nameSurroundings(lexicon, scan, meter)
  if (tokens.length === 0) return []
  const [first, end] = [wordCount(fold(slice.before)), scan.words - wordCount(fold(slice.after))]
  return judgedMentions(lexicon, written, tokens, meter, isNews).filter(({ at }) => {
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
  isNews?: IsNews,
): (Mention & { at: number })[] {
  const matches = lexicon.names.find(tokens, meter)
  const found: PhraseMatch<Meaning>[] = []
  for (const match of matches) addWithHidden(lexicon, match, tokens, found)
  const isMeant = meaningJudge(lexicon, written, found, meter)
  const mentions: (Mention & { at: number })[] = [
    ...numberSeries(lexicon, tokens, meter).map((named) => ({
      ...named,
      phrase: 'series' as const,
      edition: undefined,
    })),
    ...withinIdentifiers(lexicon, tokens, matches, meter),
  ]
  let inId: ReturnType<typeof insideIds> | undefined
  let other: ReadonlySet<number> | undefined
  for (const match of found) {
    for (const meaning of match.values) {
      const { framework, phrase, kind } = meaning
      if (kind === 'decoy') continue
      const edition = editionNamed(lexicon.editions.get(framework) ?? [], match, tokens)
      if (isNews && !isNews(framework, edition)) continue
      if (!isMeant(match, meaning)) continue
      other ??= otherNumbers(lexicon, found, tokens)
      inId ??= insideIds(lexicon, tokens, meter)
      if (other.has(match.from) || inId(match, meaning)) continue
      mentions.push({ framework, phrase, edition, at: match.from })
    }
  }
  return mentions.sort((a, b) => a.at - b.at)
}

/**
 * Tells whether a name is a piece of a control id of its own framework, or of several in a row: "HDS-EXI-01" is a bare id still, and
 * names nothing (description 2.7).
 */
function insideIds(
  lexicon: Lexicon,
  tokens: readonly TextToken[],
  meter: Meter | undefined,
): (match: PhraseMatch<Meaning>, meaning: Meaning) => boolean {
  const ids = lexicon.ids.find(tokens, meter)
  const covers = (place: number, framework: Framework): boolean => {
    const id = ids[firstFrom(ids, place + 1) - 1]
    return id !== undefined && place < id.to && id.values.includes(framework)
  }
  return ({ from, to }, { framework }) => covers(from, framework) && covers(to - 1, framework)
}

/** The clear names within words written with humps: `UkGdprTransferAssessment`, `checkSoc2`. */
function withinIdentifiers(
  lexicon: Lexicon,
  tokens: readonly TextToken[],
  matches: readonly PhraseMatch<Meaning>[],
  meter: Meter | undefined,
): (Mention & { at: number })[] {
  const mentions: (Mention & { at: number })[] = []
  let next = 0
  for (let at = 0; at < tokens.length; at += 1) {
    if (!tokens[at]?.humps.length) continue
    while ((matches[next]?.to ?? Infinity) <= at) next += 1
    if ((matches[next]?.from ?? Infinity) <= at) continue
    for (const { framework, phrase } of identifierNames(lexicon.names, tokens, at, meter)) {
      mentions.push({ framework, phrase, edition: undefined, at })
    }
  }
  return mentions
}
