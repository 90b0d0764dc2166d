import type { ControlEntry, Framework } from '../registry/framework.ts'
import type { Findings } from '../search/entry-search.ts'
import type { FoundStatement } from '../search/statement-search.ts'
import type { Statement } from '../search/statements.ts'
import type { Question } from './read-question.ts'
import type { Speech } from './speech/speech.ts'

/** What an answer begins with. */
export interface Lead {
  text: string
  /** The control that carries it. */
  control?: ControlEntry | undefined
  /** What it says, where it is one statement. */
  statement?: Statement
  /** Statements that answer too, best first. */
  more: readonly Statement[]
  /** How much of what the question says its statement speaks of, from 0 to 1. */
  covers?: number
  /** So many words of the question beside its form its statement speaks of. */
  words?: number
  /** The data has its statement as an answer to this very question. */
  asked?: true
  /** It only says that nothing answers. */
  unanswered?: true
  /** It is the whole answer. */
  alone?: true
  /** It is on the framework as a whole: no control is near it. */
  ofWhole?: true
}

/** What a lead is chosen from. */
export interface Material {
  framework: Framework
  question: Question
  findings: Findings
  statements: readonly FoundStatement[]
  /** Every statement of the module, in its order. */
  all: readonly Statement[]
  /** The other frameworks that the question is about. */
  others: readonly Framework[]
  speech: Speech
}
