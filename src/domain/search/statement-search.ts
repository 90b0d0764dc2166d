import MiniSearch from 'minisearch'
import type { Framework } from '../registry/framework.ts'
import type { QuestionTerms } from './question-terms.ts'
import { AskedQuestions } from './asked-questions.ts'
import { Likeness } from './likeness.ts'
import { KnownTerms } from './known-terms.ts'
import { MeantQuestions } from './meant-questions.ts'
import { shareOf, termsOf, withBeginnings } from './question-words.ts'
import { OwnNames } from './own-names.ts'
import { tokenize } from '../text/tokens.ts'
import { beginnings, meaningful } from './stems.ts'
import { makingStatements, type Statement } from './statements.ts'
import { wordsOf } from './unspaced.ts'
import type { WordVectors } from './word-vectors.ts'

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
  /** How surely it is meant, by what the question's words mean, from 0 to 1. */
  meant?: number
}

/** What tells which statements answer a question, by their index. */
interface Clues {
  terms: QuestionTerms
  abroad: boolean
  /** What it says beside its form. */
  said: ReadonlySet<string>
  /** The data has the question for them; where it asks what must stand in something, `contents`. */
  asked: ReadonlySet<number>
  contents: boolean
  /** In another language, how alike its questions are. */
  alike: ReadonlyMap<number, number>
  /** How surely it means them. */
  meant: ReadonlyMap<number, number>
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

/** A question that says what the data has as its very question is meant so. */
const ASKED_SO = 3

/** So much of a question in another language is the same as one that the data has. */
const ALIKE_FROM = 0.5

/**
 * What a question means speaks of all of it; whether it is on its very topic is left to how surely it is meant. Each stands just above a
 * bound of `builtin/coverage.ts`: `COVERS_ALL`, `ON_TOPIC` and `TOPIC_LEAST`.
 */
const COVERS_MEANT = 0.76
const SURELY_MEANT = 0.8
const ON_TOPIC_SURELY = 0.61
const ON_TOPIC_MEANT = 0.26

/** What is meant, and has no word of the question, is worth so much of what has most of them. */
const UNHEARD_SCORE = 0.5

/** Finds what a module states outside its controls: facts, deadlines, verdicts, sentences. */
export class StatementSearch {
  readonly #framework: Framework
  #statements: readonly Statement[] = []
  readonly #asked = new AskedQuestions()
  readonly #likeness = new Likeness()
  /** Its names, which questions are looked at without; in other languages, where they are inflected, without their words. */
  readonly #names: OwnNames
  readonly #nameStems: ReadonlySet<string>
  readonly #known = new KnownTerms()
  readonly #meant: MeantQuestions
  readonly #index = new MiniSearch<{ id: number; about: string; abroad: string; text: string }>({
    fields: FIELDS,
    tokenize: (text, field) => (field === 'abroad' ? withBeginnings(text) : meaningful(text)),
    processTerm: (term) => term,
    searchOptions: { boost: BOOST, tokenize: (text) => text.split(' ') },
  })

  /** Finds nothing yet: `preparing` makes it ready. */
  constructor(framework: Framework, vectors: WordVectors) {
    this.#framework = framework
    this.#meant = new MeantQuestions(vectors, framework)
    this.#names = new OwnNames(framework)
    this.#nameStems = new Set([framework.name, ...framework.aliases].flatMap(meaningful))
  }

  get statements(): readonly Statement[] {
    return this.#statements
  }

  /** Reads the module, some milliseconds of work from one yield to the next. */
  *preparing(): Generator<void, void> {
    this.#statements = yield* makingStatements(this.#framework)
    this.#known.statements = this.#statements.length
    for (let at = 0; at < this.#statements.length; at += STATEMENTS_A_TURN) {
      const turn = this.#statements.slice(at, at + STATEMENTS_A_TURN)
      this.#index.addAll(
        turn.map(({ about, abroad, text }, index) => ({ id: at + index, about, abroad, text })),
      )
      for (const [index, statement] of turn.entries()) this.#learn(at + index, statement)
      yield
    }
  }

  #learn(at: number, { about, abroad, text, asked = [], beside }: Statement): void {
    // What is said of another framework does not make its words this one's.
    if (beside === undefined) this.#known.add([about, text])
    this.#known.addAbroad(abroad)
    this.#meant.add(at, wordsOf(tokenize(text)))
    for (const question of asked) {
      const unnamed = this.#names.leftOut(tokenize(question))
      this.#asked.add(at, question, unnamed)
      this.#meant.add(at, wordsOf(unnamed))
    }
    for (const question of abroad.split('; ')) {
      const words = this.#withoutName(termsOf(question))
      if (words.length > 0) this.#likeness.add(at, words)
    }
  }

  /**
   * The statements that hold any of the question's words or that it means, best first. `form` are those that say only how it asks;
   * `abroad` is a question in another language than English.
   */
  find(terms: QuestionTerms, form: ReadonlySet<string>, abroad = false): FoundStatement[] {
    const { own, common, weights, words = [] } = terms
    const all = new Map(weights)
    for (const term of common) if (!all.has(term)) all.set(term, COMMON_WEIGHT)
    if (abroad) for (const term of beginnings(own)) all.set(term, BEGINNING_ABROAD)
    const results = this.#index.search([...all.keys()].join(' '), {
      combineWith: 'OR',
      fields: abroad ? FIELDS : FIELDS_OF_ENGLISH,
      boostTerm: (term) => all.get(term) ?? 0,
    })
    const beyond = own.difference(form)
    const ofContents = this.#asked.ofContents(terms)
    const clues: Clues = {
      terms,
      abroad,
      said: beyond.size > 0 ? beyond : own,
      contents: ofContents !== undefined,
      asked: ofContents ?? this.#asked.answering(terms) ?? new Set(),
      alike: abroad ? this.#likeness.of(this.#withoutName([...own, ...common])) : new Map(),
      meant: abroad ? new Map() : this.#meant.of(words),
    }
    const heard = new Set(results.map(({ id }) => Number(id)))
    const unheard = [...clues.meant.keys()]
      .filter((id) => !heard.has(id))
      .map((id) => ({ id, score: UNHEARD_SCORE * (results[0]?.score ?? 1), queryTerms: [] }))
    const found = [...results, ...unheard]
      .flatMap(({ id, score, queryTerms }) => this.#found(Number(id), score, queryTerms, clues) ?? [])
      .toSorted((a, b) => b.score - a.score)
    return this.#withVerbatim(found, terms)
  }

  /** How well a statement answers a question, by the surest of the clues. */
  #found(at: number, score: number, terms: readonly string[], clues: Clues): FoundStatement | undefined {
    const statement = this.#statements[at]
    if (!statement) return undefined
    const speaksOf = terms.filter((term) => clues.said.has(term))
    const alike = clues.alike.get(at) ?? 0
    if (alike >= ALIKE_FROM)
      return {
        statement,
        score: likelier(score, alike),
        covers: alike,
        onTopic: alike,
        speaksOf,
        alike,
      }
    if (clues.asked.has(at))
      return {
        statement,
        score: likelier(score, 1),
        covers: 1,
        onTopic: 1,
        speaksOf,
        asked: true,
        ...(clues.contents && { contents: true }),
      }
    const { common, translated } = clues.terms
    const said = this.#known.covered(clues.said, common, terms, clues.abroad)
    const covers = Math.max(said, shareOf(translated, terms))
    const onTopic = clues.abroad ? covers : this.#known.onTopic(clues.said, new Set(speaksOf))
    const meant = clues.meant.get(at)
    if (meant === undefined) return { statement, score, covers, onTopic, speaksOf }
    return {
      statement,
      score: likelier(score, meant),
      covers: Math.max(covers, COVERS_MEANT),
      onTopic: Math.max(onTopic, meant >= SURELY_MEANT ? ON_TOPIC_SURELY : ON_TOPIC_MEANT),
      speaksOf,
      meant,
    }
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
}

/** What is surely asked for scores so much more. `sure` is from 0 to 1. */
function likelier(score: number, sure: number): number {
  return score * (1 + (ASKED_SO - 1) * sure ** 2)
}
