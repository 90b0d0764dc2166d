import type { Framework } from '../registry/framework.ts'
import type { Findings } from '../search/entry-search.ts'
import type { FoundStatement, StatementSearch } from '../search/statement-search.ts'
import type { Lead } from './lead-material.ts'

/** A framework, as it is injected, and what all of it says on the question. */
export interface Searched {
  framework: Framework
  /** The same with every part. */
  whole: Framework
  findings: Findings
  /** What is found for the one sentence that asks, where a story stands beside it. */
  asked?: { sentence: string; findings: Findings } | undefined
  statements: StatementSearch
}

/** The same with what answers the question. */
export interface Led extends Searched {
  /** The statements that speak of the question, best first. */
  found: readonly FoundStatement[]
  lead: Lead | undefined
}
