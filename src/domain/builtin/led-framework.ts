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
  statements: StatementSearch
}

/** The same with what answers the question. */
export interface Led extends Searched {
  /** The statements that speak of the question, best first. */
  found: readonly FoundStatement[]
  lead: Lead | undefined
}
