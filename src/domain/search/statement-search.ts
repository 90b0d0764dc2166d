import MiniSearch from 'minisearch'
import type { Framework } from '../registry/framework.ts'
import type { QuestionTerms } from './question-terms.ts'
import { AskedQuestions } from './asked-questions.ts'
import { Likeness } from './likeness.ts'
import { holds, shareOf, shareOfWord, termsOf, withBeginnings } from './question-words.ts'
import { OwnNames } from './own-names.ts'
import { tokenize } from '../text/tokens.ts'
import { beginnings, meaningful } from './stems.ts'
import { makingStatements, type Statement } from './statements.ts'

/** A statement that speaks of a question. */
export interface FoundStatement {
  statement: Statement
  score: number
  /** How much of what the question says it speaks of, from 0 to 1. */
  covers: number
  /** The same by how rare the words are, and without those that are in most questions: whether it is on the thing that is asked about. */
  onTopic: number
  /** Words of the question that it speaks of, by stem. */
  speaksOf: readonly string[]
  /** The data has it as an answer to this very question. */
  asked?: true
  /** So it has word by word, small ones too. */
  verbatim?: true
  /** It is so asked what must stand in something. */
  contents?: true
  /** How alike the question is to one that the data has for it, where that is nearly the same in another language than English. */
  alike?: number
}

/** What a statement is about says more than its words. */
const BOOST = { about: 2, abroad: 2, text: 1 }

/** Questions in English are looked for in English alone. */
const FIELDS_OF_ENGLISH = ['about', 'text']
const FIELDS = ['about', 'abroad', 'text']

/** In another language than English, how a word begins counts nearly as much as the word: it is inflected. */
const BEGINNING_ABROAD = 0.6

/** Words that are in most questions decide nothing, yet tell "controls" from "domains". */
const COMMON_WEIGHT = 0.25

/** Some have dozens of questions in a dozen languages. */
const STATEMENTS_A_TURN = 5

/** What a common word counts in the share of a question that is covered. */
const COMMON_SHARE = 0.5

/** More is not covered of a question that has no other words. */
const COMMON_MOST = 0.4

/** In a question of more words, those that the module does not know count less. */
const STORY_FROM = 3

/** A question that says what the data has as its very question is meant so. */
const ASKED_SO = 3

/** So much of a question in another language is the same as one that the data has. */
const ALIKE_FROM = 0.5

/** Finds what a module states outside its controls: facts, deadlines, verdicts, sentences. */
export class StatementSearch {
  readonly #framework: Framework
  #statements: readonly Statement[] = []
  readonly #asked = new AskedQuestions()
  readonly #likeness = new Likeness()
  /** Its names, which questions are looked at without; in other languages, where they are inflected, without their words. */
  readonly #names: OwnNames
  readonly #nameStems: ReadonlySet<string>
  /** Every term of a statement, and how many statements have it. */
  readonly #known = new Map<string, number>()
  /** Every term of the questions in other languages. */
  readonly #knownAbroad = new Set<string>()
  readonly #index = new MiniSearch<{ id: number; about: string; abroad: string; text: string }>({
    fields: FIELDS,
    tokenize: (text, field) => (field === 'abroad' ? withBeginnings(text) : meaningful(text)),
    processTerm: (term) => term,
    searchOptions: { boost: BOOST, tokenize: (text) => text.split(' ') },
  })

  /** Finds nothing yet: `preparing` makes it ready. */
  constructor(framework: Framework) {
    this.#framework = framework
    this.#names = new OwnNames(framework)
    this.#nameStems = new Set([framework.name, ...framework.aliases].flatMap(meaningful))
  }

  get statements(): readonly Statement[] {
    return this.#statements
  }

  /** Reads the module, some milliseconds of work from one yield to the next. */
  *preparing(): Generator<void, void> {
    this.#statements = yield* makingStatements(this.#framework)
    for (let at = 0; at < this.#statements.length; at += STATEMENTS_A_TURN) {
      const turn = this.#statements.slice(at, at + STATEMENTS_A_TURN)
      this.#index.addAll(
        turn.map(({ about, abroad, text }, index) => ({ id: at + index, about, abroad, text })),
      )
      for (const [index, { about, abroad, text, asked = [], beside }] of turn.entries()) {
        // What is said of another framework does not make its words this one's.
        if (beside === undefined)
          for (const term of new Set([...meaningful(about), ...meaningful(text)]))
            this.#known.set(term, (this.#known.get(term) ?? 0) + 1)
        for (const term of withBeginnings(abroad)) this.#knownAbroad.add(term)
        for (const question of asked)
          this.#asked.add(at + index, question, this.#names.leftOut(tokenize(question)))
        for (const question of abroad.split('; ')) {
          const words = this.#withoutName(termsOf(question))
          if (words.length > 0) this.#likeness.add(at + index, words)
        }
      }
      yield
    }
  }

  /**
   * The statements that hold any of the question's words, best first. `form` are those that say only how it asks; `abroad` is a
   * question in another language than English.
   */
  find(terms: QuestionTerms, form: ReadonlySet<string>, abroad = false): FoundStatement[] {
    const { own, common, translated, weights } = terms
    const all = new Map(weights)
    for (const term of common) if (!all.has(term)) all.set(term, COMMON_WEIGHT)
    if (abroad) for (const term of beginnings(own)) all.set(term, BEGINNING_ABROAD)
    const results = this.#index.search([...all.keys()].join(' '), {
      combineWith: 'OR',
      fields: abroad ? FIELDS : FIELDS_OF_ENGLISH,
      boostTerm: (term) => all.get(term) ?? 0,
    })
    const meant = own.difference(form)
    const said = meant.size > 0 ? meant : own
    const ofContents = this.#asked.ofContents(terms)
    const asked = ofContents ?? this.#asked.answering(terms)
    const alike = abroad ? this.#likeness.of(this.#withoutName([...own, ...common])) : undefined
    const found = results
      .flatMap(({ id, score, queryTerms }): FoundStatement[] => {
        const statement = this.#statements[Number(id)]
        if (!statement) return []
        const speaksOf = queryTerms.filter((term) => said.has(term))
        const likeness = alike?.get(Number(id)) ?? 0
        if (likeness >= ALIKE_FROM)
          return [
            {
              statement,
              score: score * (1 + (ASKED_SO - 1) * likeness ** 2),
              covers: likeness,
              onTopic: likeness,
              speaksOf,
              alike: likeness,
            },
          ]
        if (asked?.has(Number(id)) === true)
          return [
            {
              statement,
              score: score * ASKED_SO,
              covers: 1,
              onTopic: 1,
              speaksOf,
              asked: true,
              ...(ofContents && { contents: true }),
            },
          ]
        const covers = Math.max(
          this.#covered(said, common, queryTerms, abroad),
          shareOf(translated, queryTerms),
        )
        const onTopic = abroad ? covers : this.#onTopic(said, new Set(speaksOf))
        return [{ statement, score, covers, onTopic, speaksOf }]
      })
      .toSorted((a, b) => b.score - a.score)
    return this.#withVerbatim(found, terms)
  }

  /** What the data has the question for word by word comes first, whether or not a word of it was looked for. */
  #withVerbatim(found: FoundStatement[], terms: QuestionTerms): FoundStatement[] {
    const statement = this.#statements[this.#asked.verbatim(terms) ?? -1]
    if (!statement) return found
    const { score = 1, speaksOf = [] } = found.find((one) => one.statement === statement) ?? {}
    const whole = { covers: 1, onTopic: 1, asked: true, verbatim: true } as const
    return [{ statement, score, speaksOf, ...whole }, ...found.filter((one) => one.statement !== statement)]
  }

  /** Whether the data has an answer to a question of just these terms. */
  isAsked(terms: QuestionTerms): boolean {
    return this.#asked.answering(terms) !== undefined
  }

  #withoutName(terms: readonly string[]): string[] {
    return terms.filter((term) => !this.#nameStems.has(term))
  }

  /** How much of a question's words is among the terms that were found; common ones count half. */
  #covered(
    own: ReadonlySet<string>,
    common: ReadonlySet<string>,
    found: readonly string[],
    abroad: boolean,
  ): number {
    // Where somebody tells a story, the words that the module does not know are of the story.
    const unknown = Math.min(1, STORY_FROM / own.size)
    const weigh = (terms: Iterable<string>): number =>
      [...terms].reduce((sum, term) => sum + (this.#knows(term, abroad) ? 1 : unknown * shareOfWord(term)), 0)
    const all = weigh(own) + common.size * COMMON_SHARE
    const among = new Set(found)
    const has =
      weigh([...own].filter((term) => holds(among, term))) + common.intersection(among).size * COMMON_SHARE
    if (all === 0) return 0
    // Of words that are in most questions alone, nobody knows what is asked.
    return own.size === 0 ? Math.min(COMMON_MOST, has / all) : has / all
  }

  /** How much of what is asked about a statement speaks of, each word by how few statements have it. */
  #onTopic(said: ReadonlySet<string>, found: ReadonlySet<string>): number {
    const unknown = Math.min(1, STORY_FROM / said.size)
    const weigh = (terms: Iterable<string>): number =>
      [...terms].reduce((sum, term) => {
        const having = this.#known.get(term)
        const rarity = Math.log(1 + this.#statements.length / (having ?? 1))
        return sum + (having === undefined ? unknown : 1) * rarity
      }, 0)
    const all = weigh(said)
    return all === 0 ? 0 : weigh(said.intersection(found)) / all
  }

  #knows(term: string, abroad: boolean): boolean {
    return this.#known.has(term) || (abroad && holds(this.#knownAbroad, term))
  }
}
