import { editionNumbers, type EditionNumber } from '../registry/edition-numbers.ts'
import { citation, type Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import { PhraseTrie } from '../text/phrase-trie.ts'
import { Openings } from './openings.ts'
import { RULE_SIGNALS } from './rule-signals.ts'
import { Spelling } from './spelling.ts'
import { isNumber, tokenize, type TextToken } from '../text/tokens.ts'
import { atOnce } from '../text/turns.ts'

/** How a framework was named: said to the caller as the reason, in place of the caller's own words. */
export type PhraseClass = 'name' | 'full_name' | 'alias' | 'ambiguous_alias' | 'series'

/** What a phrase of the registry says: a clear name, a name that needs a signal, or something else that only looks like one. */
export interface Meaning {
  framework: Framework
  kind: 'clear' | 'ambiguous' | 'decoy'
  phrase: PhraseClass
}

/** Names of fewer words are too short for a misspelled word to be sure of. */
const WORDS_TO_CORRECT = 3

/** Everything the registry knows of how frameworks are written, prepared for matching once. */
export interface Lexicon {
  names: PhraseTrie<Meaning>
  signals: PhraseTrie<Framework>
  /** What speaks for the other meaning of an ambiguous name: each outweighs one signal. */
  counterSignals: PhraseTrie<Framework>
  /** Control ids that look like one even without their framework: they name nothing, but a caller may wonder why. */
  ids: PhraseTrie<Framework>
  editions: ReadonlyMap<Framework, readonly EditionNumber[]>
  /** What stands before the last number of a name ("ISO", "NIST 800-"): series of numbers may follow it. */
  stems: PhraseTrie<true>
  /** Names of numbers only, in the one form that counts: `2016/679`, `800-53`. */
  numbers: ReadonlySet<string>
  /** The words of long names, for names with a word misspelled. */
  spelling: Spelling
  /** How all of these begin, so that a text can be looked through for them quickly. */
  openings: Openings
}

export function buildLexicon(registry: Registry): Lexicon {
  return atOnce(makeLexicon(registry))
}

/** The same in turns: some milliseconds of work from one yield to the next. */
export function* makeLexicon(registry: Registry): Generator<void, Lexicon> {
  const names = new PhraseTrie<Meaning>()
  const signals = new PhraseTrie<Framework>()
  const counterSignals = new PhraseTrie<Framework>()
  const ids = new PhraseTrie<Framework>()
  const stems = new PhraseTrie<true>()
  const numbers = new Set<string>()
  const spelling = new Spelling()
  const openings = new Openings()
  const cut = cutter()
  for (const framework of registry.frameworks) {
    for (const [tokens, meaning] of meanings(framework, cut)) {
      names.add(tokens, meaning)
      openings.add('name', tokens)
      for (const { text } of tokens) spelling.know(text)
      const last = tokens.at(-1)
      if (tokens.every(isNumber)) numbers.add(numberForm(tokens))
      else if (meaning.kind === 'clear' && last && isNumber(last) && last.between !== ':') {
        // The year of an edition ("ISO 9001:2015") begins no series.
        const stem = tokens.slice(0, -1)
        stems.add(stem, true)
        openings.add('stem', stem)
      }
      const words = tokens.filter((token) => !isNumber(token))
      if (meaning.kind === 'clear' && words.length >= WORDS_TO_CORRECT) {
        for (const { text } of words) spelling.add(text)
      }
    }
    yield
    const { signals: own, ruleSignals, counterSignals: against } = framework
    for (const phrase of ruleSignals ? [...own, ...RULE_SIGNALS] : own) signals.add(cut(phrase), framework)
    for (const phrase of against) counterSignals.add(cut(phrase), framework)
    yield
    for (const id of framework.controlIds) {
      if (/^\p{L}/u.test(id)) signals.add(cut(id), framework)
      const cited = citation(framework, id)
      const written = /^\p{L}|§/u.test(cited) ? [cited] : []
      if (id.startsWith('Art. ')) written.push(id.replace('Art.', 'Article'))
      for (const tokens of written.map(cut)) {
        ids.add(tokens, framework)
        openings.add('id', tokens)
      }
    }
    yield
  }
  const editions = new Map(registry.frameworks.map((framework) => [framework, editionNumbers(framework)]))
  return { names, signals, counterSignals, ids, editions, stems, numbers, spelling, openings }
}

/** A name of numbers as it is compared: hyphens of all kinds alike, no white space. */
export function numberForm(tokens: readonly TextToken[]): string {
  return tokens
    .map(({ text, between }, index) => (index === 0 ? text : between.trim().replace(/^\p{Pd}$/u, '-') + text))
    .join('')
}

/** Cuts phrases into words. One string stands for a word wherever it occurs: there are ten times as many places as words. */
function cutter(): (phrase: string) => TextToken[] {
  const words = new Map<string, string>()
  return (phrase) => {
    const tokens = tokenize(phrase)
    for (const token of tokens) {
      const known = words.get(token.text)
      if (known === undefined) words.set(token.text, token.text)
      else token.text = known
    }
    return tokens
  }
}

/** Every phrase that holds a name of the framework, cut into words, with what it says. */
function meanings(framework: Framework, cut: (phrase: string) => TextToken[]): [TextToken[], Meaning][] {
  const { name, fullName, names, ambiguousNames, decoys } = framework
  const meant = oneOfEach(framework)
  const unclear = ambiguousNames.map((phrase): [TextToken[], Meaning] => [
    cut(phrase),
    meant('ambiguous', 'ambiguous_alias'),
  ])
  const taken = new Set(unclear.map(([tokens]) => wordsOf(tokens)))
  // One meaning for all ways of punctuating a name: "Gramm-Leach-Bliley" and "Gramm, Leach, Bliley" are the same one.
  const clear = new Map<string, Meaning>()
  const all: [string, PhraseClass][] = [
    [name, 'name'],
    [fullName, 'full_name'],
    ...names.map((one): [string, PhraseClass] => [one, 'alias']),
  ]
  return [
    ...all.flatMap(([phrase, phraseClass]): [TextToken[], Meaning][] => {
      const tokens = cut(phrase)
      const words = wordsOf(tokens)
      if (taken.has(words)) return []
      const meaning = clear.get(words) ?? meant('clear', phraseClass)
      clear.set(words, meaning)
      return [[tokens, meaning]]
    }),
    ...unclear,
    ...decoys.map((phrase): [TextToken[], Meaning] => [cut(phrase), meant('decoy', 'alias')]),
  ]
}

/** What names of a framework say: the same object for all that say the same. */
function oneOfEach(framework: Framework): (kind: Meaning['kind'], phrase: PhraseClass) => Meaning {
  const made = new Map<string, Meaning>()
  return (kind, phrase) => {
    const key = `${kind} ${phrase}`
    const meaning = made.get(key) ?? { framework, kind, phrase }
    made.set(key, meaning)
    return meaning
  }
}

function wordsOf(tokens: readonly TextToken[]): string {
  return tokens.map(({ text }) => text).join(' ')
}
