import type { Framework } from '../registry/framework.ts'
import type { Findings } from '../search/entry-search.ts'
import type { FoundStatement, StatementSearch } from '../search/statement-search.ts'
import type { Lead } from './lead-material.ts'
import type { Question } from './read-question.ts'

/** A question out of a text, and what is found for it alone. */
export interface Ask {
  question: Question
  findings: Findings
}

/** A framework, as it is injected, and what all of it says on the question. */
export interface Searched {
  framework: Framework
  /** The same with every part. */
  whole: Framework
  findings: Findings
  /** All words of the question in their order but this framework's name: beside another one `findings` are found without them. */
  words: readonly string[]
  /** What is found for each of several questions, or for the one sentence that asks beside a story; empty where the text asks as one. */
  asks: readonly Ask[]
  statements: StatementSearch
  /** What is found for a text that asks this framework alone, by what its words mean too. */
  findAlone: (text: string) => Findings
}

/** The same with what answers the question. */
export interface Led extends Searched {
  /** The statements that speak of the question, best first. */
  found: readonly FoundStatement[]
  lead: Lead | undefined
  /** It answers what is asked of this framework alone, and not what is asked of several together. */
  alone?: true
}
