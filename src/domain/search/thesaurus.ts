import type { Language } from '../text/language.ts'
import { PhraseTrie } from '../text/phrase-trie.ts'
import { tokenize, type TextToken } from '../text/tokens.ts'
import { atOnce } from '../text/turns.ts'
import { bareWords } from './bare-words.ts'
import { LONGEST_WORD, meaningful } from './stems.ts'

/** One concept of the field: the terms for it by language; the first English one is the term that control texts use. */
export type Concept = { en: readonly [string, ...string[]] } & Readonly<Record<string, readonly string[]>>

/** A stem that may stand for a word of the question, and how sure that is, from 0 to 1. */
type Weighted = readonly [stem: string, weight: number]

/** A term in another language says what the English one does; it may still be another concept's as well. */
export const TRANSLATION = 0.5

/** Terms that people use for one another ("breach", "incident") find an entry, and hardly move one that holds the question's own words. */
const SYNONYM = 0.05

/** What a translation's further terms count beside the one that control texts use. */
const FURTHER = 0.3

/** Compounds are read in parts of at least this many letters: `Netzwerksegmentierung`. */
const SHORTEST_PART = 5

/** Concepts that are learnt in one turn of the event loop. */
const CONCEPTS_A_TURN = 5

/** What the terms of compliance stand for, in the languages people ask in. The modules are in English. */
export class Thesaurus {
  readonly #terms = new PhraseTrie<readonly Weighted[]>()
  /** Single words of other languages, for the parts of compounds. */
  readonly #words = new Map<string, (readonly Weighted[])[]>()

  /** What is left of learning the concepts. */
  readonly #learning: Iterator<void, void>

  /** Knows nothing yet: the concepts are learnt when something is first asked, or by `preparing`. */
  constructor(concepts: Iterable<Concept>) {
    this.#learning = this.#learn(concepts)
  }

  /** Learns the concepts, some milliseconds of work from one yield to the next; whoever else needs them goes on where this stands. */
  *preparing(): Generator<void, void> {
    while (this.#learning.next().done !== true) yield
  }

  /** Stems that stand for the terms of a question, by their best weight. */
  related(question: readonly TextToken[], language?: Language): Map<string, number> {
    atOnce(this.#learning)
    const tokens = bareWords(question)
    const found = this.#terms.find(tokens)
    const covered = new Set(found.flatMap(({ from, to }) => tokens.slice(from, to)))
    // English builds no such compounds: "personally" would begin with an Italian word.
    const compounds = language === 'en' ? [] : tokens.filter((token) => !covered.has(token))
    const parts = compounds.flatMap((token) => this.#partsOf(token))
    const weights = new Map<string, number>()
    for (const [stem, weight] of [...found.flatMap(({ values }) => values), ...parts].flat())
      weights.set(stem, Math.max(weight, weights.get(stem) ?? 0))
    return weights
  }

  *#learn(concepts: Iterable<Concept>): Generator<void, void> {
    let learnt = 0
    for (const { en, ...languages } of concepts) {
      const synonyms = weigh(en, SYNONYM, SYNONYM)
      for (const term of en) this.#terms.add(term, synonyms)
      const translated = weigh(en, TRANSLATION, TRANSLATION * FURTHER)
      for (const term of Object.values(languages).flat()) this.#addForeign(term, translated)
      learnt += 1
      if (learnt % CONCEPTS_A_TURN === 0) yield
    }
  }

  #addForeign(term: string, translated: readonly Weighted[]): void {
    this.#terms.add(bareWords(tokenize(term)), translated)
    if (/\s/.test(term)) return
    const [word, ...more] = tokenize(term)
    if (!word || more.length > 0 || word.text.length < SHORTEST_PART) return
    this.#words.set(word.text, [...(this.#words.get(word.text) ?? []), translated])
  }

  /** The terms that a compound begins and ends with. */
  #partsOf({ text }: TextToken): (readonly Weighted[])[] {
    const parts: (readonly Weighted[])[] = []
    if (text.length > LONGEST_WORD) return parts
    for (let at = SHORTEST_PART; at <= text.length - SHORTEST_PART; at += 1) {
      parts.push(...(this.#words.get(text.slice(0, at)) ?? []), ...(this.#words.get(text.slice(at)) ?? []))
    }
    return parts
  }
}

function weigh(terms: readonly string[], first: number, further: number): Weighted[] {
  return terms.flatMap((term, index) =>
    meaningful(term).map((stem): Weighted => [stem, index === 0 ? first : further]),
  )
}
