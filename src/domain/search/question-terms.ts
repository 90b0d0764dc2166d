import type { Language } from '../text/language.ts'
import type { TextToken } from '../text/tokens.ts'
import type { QuestionTurn } from './question-key.ts'
import { LONGEST_WORD, meaningfulIn, meaningfulOf } from './stems.ts'
import { TRANSLATION, type Thesaurus } from './thesaurus.ts'

/** Stems of every question about compliance, which tell no control from another. */
const COMMON = new Set(
  'control requir cover need say tell explain must framework standard complianc compli noncompli articl claus give list mean doe ye pleas thank hello ok okai'.split(
    ' ',
  ),
)

/** Glossary words stand in for a question's abbreviation at this weight ("DPO" also finds "data protection officer"). */
const EXPANSION = 0.5

/** The beginning of a long word finds what it is made from, or its root in a related language: `redundancia`, `Notfallplanung`. */
const BEGINNING = 0.4

/** The shortest word, and the shortest beginning of one, that says enough. */
export const SHORTEST_BEGINNING = 5

/** A question's words, and what they may stand for. */
export interface QuestionTerms {
  /** The question's own, by stem. */
  own: ReadonlySet<string>
  /** Those of its words that are in most questions about compliance, by stem. */
  common: ReadonlySet<string>
  /** What its terms of other languages say in English. */
  translated: ReadonlySet<string>
  /** How much each term counts: 1 for the question's own. */
  weights: ReadonlyMap<string, number>
  /** All its words by stem, those of the ids too that it names, where it names any. */
  withIds?: readonly string[]
  /** All its words in their order but the framework's name, small ones too. */
  words?: readonly string[]
  /** How it asks, where that is known. */
  turn?: QuestionTurn
}

/** What to search for. `glossary` spells out a module's abbreviations, by stem. */
export function questionTerms(
  question: readonly TextToken[],
  glossary: ReadonlyMap<string, readonly string[]>,
  thesaurus: Thesaurus,
  language?: Language,
): QuestionTerms {
  const meant = meaningfulIn(language ?? 'en', question)
  const own = new Set(meant.filter((term) => !COMMON.has(term)))
  const common = new Set(meant.filter((term) => COMMON.has(term)))
  const weights = new Map<string, number>()
  const add = (term: string, weight: number): void => {
    if (!COMMON.has(term)) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  }
  for (const term of own) add(term, 1)
  for (const term of language === 'tr' ? meaningfulOf(question) : own) {
    add(term, 1)
    for (const spelt of glossary.get(term) ?? []) add(spelt, EXPANSION)
    if (term.length > LONGEST_WORD) continue
    for (let length = SHORTEST_BEGINNING; length < term.length; length += 1) {
      add(term.slice(0, length), (BEGINNING * length) / term.length)
    }
  }
  const related = thesaurus.related(question, language)
  for (const [term, weight] of related) add(term, weight)
  // "Document" and "audit" are words of other languages too: of an English question they translate nothing.
  const translated = new Set(
    [...related].filter(([, weight]) => language !== 'en' && weight >= TRANSLATION).map(([term]) => term),
  )
  return { own, common, translated, weights }
}
