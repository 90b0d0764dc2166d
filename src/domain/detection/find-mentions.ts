import type { Edition, Framework } from '../registry/framework.ts'
import { EDITION_WORDS, numberForm, type Lexicon, type Meaning, type PhraseClass } from './lexicon.ts'
import type { Meter, PhraseMatch } from './phrase-trie.ts'
import { SignalPlaces } from './signal-places.ts'
import type { Slice } from './slices.ts'
import { isNumber, tokenize, type TextToken } from './tokens.ts'

/** One place where a text names a framework. */
export interface Mention {
  framework: Framework
  phrase: PhraseClass
  /** The superseded edition that is named with it. */
  edition: Edition | undefined
}

/** Words that carry a series on: "ISO 27001 and 27701", in the languages people write. */
const AND = new Set('and or und oder et ou y o e en of i oraz resp bzw plus'.split(' '))

/** Words that say that a number is of another kind: "Invoice 2016/679", "CVE-2022-2555". */
const NUMBER_LABELS = new Set(
  'invoice rechnung factura facture fattura order po ticket case file permit parking cve release build v version part model sku room page call phone tel fax expediente dossier aktenzeichen parcel issue pr bug'.split(
    ' ',
  ),
)

/** Words in front of the number of an act of the Union. */
const ACTS = new Set(
  'eu ue reg regulation regolamento reglamento reglement verordnung verordening directive directiva direttiva richtlinie richtlijn'.split(
    ' ',
  ),
)

/** More signals against a name than this change nothing any more. */
const COUNTED_MOST = 4

/** The frameworks that a text, or the slice of one, names, in the order of the text. */
export function findMentions(lexicon: Lexicon, text: string | Slice, meter?: Meter): Mention[] {
  const { before, own, after } = typeof text === 'string' ? { before: '', own: text, after: '' } : text
  const written = tokenize(before + own + after)
  const tokens = written.map((token) => ({ ...token, text: lexicon.spelling.correct(token.text) }))
  const matches = lexicon.names.find(tokens, meter)
  let signals: SignalPlaces | undefined
  let counterSignals: SignalPlaces | undefined
  const isMeant = (match: PhraseMatch<Meaning>, { kind, framework }: Meaning): boolean => {
    if (kind !== 'ambiguous') return kind === 'clear'
    signals ??= new SignalPlaces(lexicon.signals.findAll(written, meter), written)
    counterSignals ??= new SignalPlaces(
      outsideDecoys(lexicon.counterSignals.findAll(written, meter), matches),
      written,
    )
    // "Dora" may be a person where "DORA" may only be another abbreviation: it takes more to be sure.
    const person = match.to - match.from === 1 && tokens[match.from]?.title === true
    const least = (person ? 2 : 1) + counterSignals.near(match, framework, COUNTED_MOST)
    return signals.near(match, framework, least) >= least
  }
  const found = matches.flatMap((match) => withHidden(lexicon, match, tokens))
  const mentions: (Mention & { at: number })[] = series(lexicon, tokens, meter)
  for (const match of found) {
    if (isOtherNumber(lexicon, match, tokens)) continue
    for (const meaning of match.values) {
      if (!isMeant(match, meaning)) continue
      const { framework, phrase } = meaning
      const edition = supersededEdition(lexicon, framework, match, tokens)
      mentions.push({ framework, phrase, edition, at: match.from })
    }
  }
  const [first, end] = [tokenize(before).length, tokens.length - tokenize(after).length]
  return mentions.filter(({ at }) => at >= first && at < end).sort((a, b) => a.at - b.at)
}

/** "DORA metrics aside, does DORA bind a bank?": what a decoy says has been told, and speaks against no other place. */
function outsideDecoys(
  signals: readonly PhraseMatch<Framework>[],
  matches: readonly PhraseMatch<Meaning>[],
): PhraseMatch<Framework>[] {
  const decoyed = new Set<number>()
  for (const { values, from, to } of matches) {
    if (values.some(({ kind }) => kind === 'decoy')) for (let at = from; at < to; at += 1) decoyed.add(at)
  }
  return signals.filter(({ from }) => !decoyed.has(from))
}

/**
 * A match and what it may not hide: a decoy hides the names of its own framework only, and a clear name that begins within an
 * ambiguous one and goes on behind it ("relatório SOC 2") counts as well.
 */
function withHidden(
  lexicon: Lexicon,
  match: PhraseMatch<Meaning>,
  tokens: readonly TextToken[],
): PhraseMatch<Meaning>[] {
  const { from, to, values } = match
  if (values.some(({ kind }) => kind === 'clear')) return [match]
  const hidden = new Set(values.flatMap(({ kind, framework }) => (kind === 'decoy' ? [framework] : [])))
  const starts = Array.from({ length: to - from }, (_, index) => from + index)
  const others = starts.flatMap((at) => {
    const found = lexicon.names.longestAt(at === from ? tokens.slice(0, to - 1) : tokens, at)
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

/**
 * Whether a name of numbers only ("800-171", "2016/679") is something else here: written otherwise, a piece of a longer number
 * ("1-800-171-2000"), or labelled as another kind of number.
 */
function isOtherNumber(
  lexicon: Lexicon,
  { from, to }: PhraseMatch<unknown>,
  tokens: readonly TextToken[],
): boolean {
  const own = tokens.slice(from, to)
  if (!own.every(isNumber)) return false
  const continues = (at: number): boolean => {
    const [before, token] = [tokens[at - 1], tokens[at]]
    return before !== undefined && token?.gap === 'tight' && isNumber(before) && isNumber(token)
  }
  const label = tokens[from - 1]
  const labelled = label !== undefined && own[0]?.gap !== 'hard' && NUMBER_LABELS.has(label.text)
  const form = numberForm(own)
  // In file names the slash of a citation becomes a hyphen: "Reg_EU_2024-2847".
  const cited = label !== undefined && ACTS.has(label.text) && lexicon.numbers.has(form.replace('-', '/'))
  return labelled || continues(from) || continues(to) || !(cited || lexicon.numbers.has(form))
}

/**
 * The numbers that follow a name's stem one after another: "ISO 27001/27002", "ISO 9001, 27701 and 42001", "NIST 800-53/171".
 * The first is a name by itself or none; each further one counts if it makes a clear name with the stem.
 */
function series(
  lexicon: Lexicon,
  tokens: readonly TextToken[],
  meter: Meter | undefined,
): (Mention & { at: number })[] {
  const mentions: (Mention & { at: number })[] = []
  for (const { from, to } of lexicon.stems.find(tokens, meter)) {
    const stem = tokens.slice(from, to).map(({ text }) => text)
    const first = tokens[to]
    if (!first || !isNumber(first) || first.gap === 'hard' || first.gap === 'stop') continue
    for (let at = nextNumber(tokens, to + 1); at !== undefined; at = nextNumber(tokens, at + 1)) {
      const number = tokens[at]?.text ?? ''
      const clear = clearNames(lexicon, stem, number)
      for (const framework of clear) mentions.push({ framework, phrase: 'series', edition: undefined, at })
    }
  }
  return mentions
}

/** Where the series goes on behind a number: at once, behind a separator, or behind "and". */
function nextNumber(tokens: readonly TextToken[], at: number): number | undefined {
  const next = AND.has(tokens[at]?.text ?? '') ? at + 1 : at
  const number = tokens[next]
  // A dot goes on with the number itself: "ISO 9001.2".
  const goesOn =
    number && isNumber(number) && number.gap !== 'stop' && number.between !== '.' && number.between !== ':'
  return goesOn ? next : undefined
}

/** "NIST SP 800-" and "171" make a name although only "800-171" is listed: the stem may be shortened from the left. */
function clearNames(lexicon: Lexicon, stem: readonly string[], number: string): Framework[] {
  for (let skip = 0; skip < stem.length; skip += 1) {
    const clear = lexicon.names.exact([...stem.slice(skip), number]).filter(({ kind }) => kind === 'clear')
    if (clear.length > 0) return clear.map(({ framework }) => framework)
  }
  return []
}

/** The superseded edition whose numbers stand in a name or right behind it: "ISO 27001:2013", "PCI DSS v3.2.1". */
function supersededEdition(
  lexicon: Lexicon,
  framework: Framework,
  { from, to }: PhraseMatch<unknown>,
  tokens: readonly TextToken[],
): Edition | undefined {
  let behind = to
  while (EDITION_WORDS.has(tokens[behind]?.text ?? '') && behind < to + 3) behind += 1
  const starts = [...Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index), behind]
  for (const { words, edition } of lexicon.editions.get(framework) ?? []) {
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
