import MiniSearch from 'minisearch'
import type { Framework } from '../registry/framework.ts'
import type { QuestionTerms } from './question-terms.ts'
import { languageOf } from '../text/language.ts'
import { tokenize } from '../text/tokens.ts'
import { meaningful, meaningfulIn } from './stems.ts'
import { statementsOf, type Statement } from './statements.ts'

/** A statement that speaks of a question. */
export interface FoundStatement {
  statement: Statement
  score: number
  /** How much of what the question says it speaks of, from 0 to 1. */
  covers: number
  /** Words of the question that it speaks of, by stem. */
  speaksOf: readonly string[]
  /** The data has it as an answer to this very question. */
  asked?: true
}

/** What a statement is about says more than its words. */
const BOOST = { about: 2, text: 1 }

/** Words that are in most questions decide nothing, yet tell "controls" from "domains". */
const COMMON_WEIGHT = 0.25

const STATEMENTS_A_TURN = 25

/** What a common word counts in the share of a question that is covered. */
const COMMON_SHARE = 0.5

/** In a question of more words, those that the module does not know count less. */
const STORY_FROM = 3

/** A question that says what the data has as its very question is meant so. */
const ASKED_SO = 3

/** Finds what a module states outside its controls: facts, deadlines, verdicts, sentences. */
export class StatementSearch {
  readonly #framework: Framework
  #statements: readonly Statement[] = []
  /** By the words of each question that the data has, the statements that answer it, by index. */
  readonly #asked = new Map<string, Set<number>>()
  /** Stems of the framework's name, which questions are looked at without. */
  readonly #nameStems: ReadonlySet<string>
  /** Every term of a statement. */
  readonly #known = new Set<string>()
  readonly #index = new MiniSearch<{ id: number; about: string; text: string }>({
    fields: ['about', 'text'],
    tokenize: meaningful,
    processTerm: (term) => term,
    searchOptions: { boost: BOOST, tokenize: (text) => text.split(' ') },
  })

  /** Finds nothing yet: `preparing` makes it ready. */
  constructor(framework: Framework) {
    this.#framework = framework
    this.#nameStems = new Set([framework.name, ...framework.aliases].flatMap(meaningful))
  }

  get statements(): readonly Statement[] {
    return this.#statements
  }

  /** Reads the module, some milliseconds of work from one yield to the next. */
  *preparing(): Generator<void, void> {
    this.#statements = statementsOf(this.#framework)
    for (let at = 0; at < this.#statements.length; at += STATEMENTS_A_TURN) {
      const turn = this.#statements.slice(at, at + STATEMENTS_A_TURN)
      const spoken = turn.map(({ asked = [] }) => asked.map(termsOf))
      this.#index.addAll(
        turn.map(({ about, text }, index) => ({
          id: at + index,
          about: [about, ...(spoken[index] ?? []).flatMap(({ inflected }) => inflected)].join(' '),
          text,
        })),
      )
      for (const [index, { about, text }] of turn.entries()) {
        for (const term of [...meaningful(about), ...meaningful(text)]) this.#known.add(term)
        for (const { terms, inflected } of spoken[index] ?? []) {
          for (const term of inflected) this.#known.add(term)
          const words = this.#wordsOf(terms)
          this.#asked.set(words, (this.#asked.get(words) ?? new Set()).add(at + index))
        }
      }
      yield
    }
  }

  /** The statements that hold any of the question's words, best first. `form` are those that say only how it asks. */
  find({ own, common, translated, weights }: QuestionTerms, form: ReadonlySet<string>): FoundStatement[] {
    const all = new Map(weights)
    for (const term of common) if (!all.has(term)) all.set(term, COMMON_WEIGHT)
    const results = this.#index.search([...all.keys()].join(' '), {
      combineWith: 'OR',
      boostTerm: (term) => all.get(term) ?? 0,
    })
    const meant = own.difference(form)
    const said = meant.size > 0 ? meant : own
    const asked = this.#asked.get(this.#wordsOf([...own, ...common]))
    return results
      .flatMap(({ id, score, queryTerms }) => {
        const statement = this.#statements[Number(id)]
        if (!statement) return []
        const speaksOf = queryTerms.filter((term) => said.has(term))
        if (asked?.has(Number(id)) === true)
          return [{ statement, score: score * ASKED_SO, covers: 1, speaksOf, asked: true }]
        const covers = Math.max(this.#covered(said, common, queryTerms), shareOf(translated, queryTerms))
        return [{ statement, score, covers, speaksOf }]
      })
      .toSorted((a, b) => b.score - a.score)
  }

  /** A question's words in one order, each once, without those of the framework's name. */
  #wordsOf(terms: readonly string[]): string {
    return [...new Set(terms.filter((term) => !this.#nameStems.has(term)))].toSorted().join(' ')
  }

  /** How much of a question's words is among the terms that were found; common ones count half. */
  #covered(own: ReadonlySet<string>, common: ReadonlySet<string>, found: readonly string[]): number {
    // Where somebody tells a story, the words that the module does not know are of the story.
    const unknown = Math.min(1, STORY_FROM / own.size)
    const weigh = (terms: ReadonlySet<string>): number =>
      [...terms].reduce((sum, term) => sum + (this.#known.has(term) ? 1 : unknown * shareOfWord(term)), 0)
    const all = weigh(own) + common.size * COMMON_SHARE
    const among = new Set(found)
    const has = weigh(own.intersection(among)) + common.intersection(among).size * COMMON_SHARE
    return all === 0 ? 0 : has / all
  }
}

/** Of the pairs that a text without spaces is read in, half stand across two words and mean nothing. */
const PAIR = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]{2}$/u

function shareOfWord(term: string): number {
  return PAIR.test(term) ? 0.5 : 1
}

/** The terms of a question that the data has, and those that only its own language makes of it. */
function termsOf(question: string): { terms: string[]; inflected: string[] } {
  const language = languageOf(question)
  const terms = meaningfulIn(language, tokenize(question))
  return { terms, inflected: language === 'tr' ? terms : [] }
}

/** How much of what was said is among the terms that were found. */
export function shareOf(said: ReadonlySet<string>, found: readonly string[]): number {
  return said.size === 0 ? 0 : found.filter((term) => said.has(term)).length / said.size
}
