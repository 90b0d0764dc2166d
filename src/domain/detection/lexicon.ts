import { citation, type Edition, type Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import { PhraseTrie } from './phrase-trie.ts'
import { isNumber, tokenize } from './tokens.ts'

/** How a framework was named: said to the caller as the reason, in place of the caller's own words. */
export type PhraseClass = 'name' | 'full_name' | 'alias' | 'ambiguous_alias' | 'series'

/** What a phrase of the registry says: a clear name, a name that needs a signal, or something else that only looks like one. */
export interface Meaning {
  framework: Framework
  kind: 'clear' | 'ambiguous' | 'decoy'
  phrase: PhraseClass
}

/** An edition by the numbers people write for it: `2013`, `3.2.1`, `4`. */
export interface EditionNumber {
  words: readonly string[]
  edition: Edition
}

/** Everything the registry knows of how frameworks are written, prepared for matching once. */
export interface Lexicon {
  names: PhraseTrie<Meaning>
  signals: PhraseTrie<Framework>
  /** Control ids that look like one even without their framework: they name nothing, but a caller may wonder why. */
  ids: PhraseTrie<Framework>
  editions: ReadonlyMap<Framework, readonly EditionNumber[]>
}

export function buildLexicon(registry: Registry): Lexicon {
  const names = new PhraseTrie<Meaning>()
  const signals = new PhraseTrie<Framework>()
  const ids = new PhraseTrie<Framework>()
  for (const framework of registry.frameworks) {
    for (const [phrase, meaning] of meanings(framework)) names.add(phrase, meaning)
    for (const phrase of framework.signals) signals.add(phrase, framework)
    for (const { id } of framework.controls) {
      const cited = citation(framework, id)
      if (!/^\p{L}|§/u.test(cited)) continue
      ids.add(cited, framework)
      if (/^\p{L}/u.test(id)) signals.add(id, framework)
      if (id.startsWith('Art. ')) ids.add(id.replace('Art.', 'Article'), framework)
    }
  }
  return {
    names,
    signals,
    ids,
    editions: new Map(registry.frameworks.map((framework) => [framework, editionNumbers(framework)])),
  }
}

function meanings(framework: Framework): [string, Meaning][] {
  const { name, fullName, aliases, ambiguousAliases, decoys } = framework
  const unclear = new Set(ambiguousAliases.map(fold))
  const all: [string, PhraseClass][] = [
    [name, 'name'],
    [fullName, 'full_name'],
    ...aliases.map((alias): [string, PhraseClass] => [alias, 'alias']),
  ]
  const seen = new Set<string>()
  return [
    ...all.flatMap(([phrase, phraseClass]): [string, Meaning][] => {
      const folded = fold(phrase)
      if (seen.has(folded) || unclear.has(folded)) return []
      seen.add(folded)
      return [[phrase, { framework, kind: 'clear', phrase: phraseClass }]]
    }),
    ...ambiguousAliases.map((phrase): [string, Meaning] => [
      phrase,
      { framework, kind: 'ambiguous', phrase: 'ambiguous_alias' },
    ]),
    ...decoys.map((phrase): [string, Meaning] => [phrase, { framework, kind: 'decoy', phrase: 'alias' }]),
  ]
}

function fold(phrase: string): string {
  return tokenize(phrase)
    .map(({ text }) => text)
    .join(' ')
}

/** Words that may stand between a framework's name and its edition's number. */
export const EDITION_WORDS = new Set([
  'v',
  'version',
  'rev',
  'revision',
  'r',
  'release',
  'edition',
  'ed',
  'isa',
  'from',
  'of',
  'the',
])

/** The superseded editions that numbers alone tell apart from every edition that still stands. */
function editionNumbers({ editions }: Framework): EditionNumber[] {
  const numbered = editions.flatMap((edition): EditionNumber[] => {
    const tokens = tokenize(edition.id)
    const start = tokens.findIndex(({ text }) => !EDITION_WORDS.has(text))
    const rest = tokens.slice(Math.max(start, 0))
    const end = rest.findIndex((token) => !isNumber(token))
    const words = (end < 0 ? rest : rest.slice(0, end)).map(({ text }) => text)
    return words.length > 0 ? [{ words, edition }] : []
  })
  const standing = new Set(
    numbered.filter(({ edition }) => !isOver(edition)).map(({ words }) => words.join(' ')),
  )
  return numbered
    .filter(({ words, edition }) => isOver(edition) && !standing.has(words.join(' ')))
    .sort((a, b) => b.words.length - a.words.length)
}

function isOver({ status }: Edition): boolean {
  return status === 'superseded' || status === 'repealed'
}
