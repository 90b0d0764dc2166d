import type { Edition, Framework } from '../registry/framework.ts'
import { EDITION_WORDS, type Lexicon, type Meaning, type PhraseClass } from './lexicon.ts'
import type { Meter, PhraseMatch } from './phrase-trie.ts'
import { SignalPlaces } from './signal-places.ts'
import { isNumber, tokenize, type TextToken } from './tokens.ts'

/** One place where a text names a framework. */
export interface Mention {
  framework: Framework
  phrase: PhraseClass
  /** The superseded edition that is named with it. */
  edition: Edition | undefined
}

/** Words that carry a series on: "ISO 27001 and 27701", in the languages people write. */
const AND = new Set([
  'and',
  'or',
  'und',
  'oder',
  'et',
  'ou',
  'y',
  'o',
  'e',
  'en',
  'of',
  'i',
  'oraz',
  'resp',
  'bzw',
  'plus',
])

/** The frameworks a text names, in the order of the text. */
export function findMentions(lexicon: Lexicon, text: string, meter?: Meter): Mention[] {
  const tokens = tokenize(text)
  let signals: SignalPlaces | undefined
  const isMeant = (match: PhraseMatch<Meaning>, { kind, framework }: Meaning): boolean => {
    if (kind !== 'ambiguous') return kind === 'clear'
    signals ??= new SignalPlaces(lexicon.signals.findAll(tokens, meter))
    return signals.near(match, framework)
  }
  const mentions: Mention[] = []
  for (const match of lexicon.names
    .find(tokens, meter)
    .flatMap((found) => underDecoy(lexicon, found, tokens))) {
    if (isPartOfNumber(match, tokens)) continue
    const meant = match.values.filter((meaning) => isMeant(match, meaning))
    for (const { framework, phrase } of meant) {
      mentions.push({ framework, phrase, edition: supersededEdition(lexicon, framework, match, tokens) })
    }
    if (meant.length > 0) mentions.push(...series(lexicon, match, tokens))
  }
  return mentions
}

/** A decoy hides the names of its own framework only; another framework's name within it still counts. */
function underDecoy(
  lexicon: Lexicon,
  match: PhraseMatch<Meaning>,
  tokens: readonly TextToken[],
): PhraseMatch<Meaning>[] {
  const hidden = match.values.filter(({ kind }) => kind === 'decoy').map(({ framework }) => framework)
  if (hidden.length === 0) return [match]
  const { from, to } = match
  const inner = lexicon.names
    .findAll(tokens.slice(from, to))
    .filter((found) => found.to - found.from < to - from)
    .map((found) => ({
      values: found.values.filter(({ kind, framework }) => kind !== 'decoy' && !hidden.includes(framework)),
      from: found.from + from,
      to: found.to + from,
    }))
  return [match, ...inner]
}

/** Whether a name made of numbers only ("800-171") is a piece of a longer number ("1-800-171-2000"). */
function isPartOfNumber({ from, to }: PhraseMatch<unknown>, tokens: readonly TextToken[]): boolean {
  if (!tokens.slice(from, to).every(isNumber)) return false
  const continues = (at: number): boolean => {
    const [before, token] = [tokens[at - 1], tokens[at]]
    return before !== undefined && token?.gap === 'tight' && isNumber(before) && isNumber(token)
  }
  return continues(from) || continues(to)
}

/**
 * The numbers that go on with a name's own: "ISO 27001/27002", "ISO 27001, 27701 and 42001", "NIST 800-53/171". Each counts
 * only if it makes a clear name in place of the number before.
 */
function series(lexicon: Lexicon, match: PhraseMatch<Meaning>, tokens: readonly TextToken[]): Mention[] {
  const last = tokens[match.to - 1]
  if (!last || !isNumber(last)) return []
  const stem = tokens.slice(match.from, match.to - 1).map(({ text }) => text)
  if (stem.length === 0) return []
  const mentions: Mention[] = []
  let at = match.to
  for (;;) {
    const next = AND.has(tokens[at]?.text ?? '') ? at + 1 : at
    const number = tokens[next]
    if (!number || !isNumber(number) || number.gap === 'stop') return mentions
    const clear = lexicon.names.exact([...stem, number.text]).filter(({ kind }) => kind === 'clear')
    if (clear.length === 0) return mentions
    for (const { framework } of clear) mentions.push({ framework, phrase: 'series', edition: undefined })
    at = next + 1
  }
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
