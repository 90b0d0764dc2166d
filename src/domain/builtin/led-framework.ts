import type { Framework } from '../registry/framework.ts'
import type { Findings } from '../search/entry-search.ts'
import type { StatementSearch } from '../search/statement-search.ts'
import type { Lead } from './lead-material.ts'

/** A framework, as it is injected, and what all of it says on the question. */
export interface Searched {
  framework: Framework
  /** The same with every part. */
  whole: Framework
  findings: Findings
  statements: StatementSearch
}

/** The same with its lead. */
export type Led = Searched & { lead: Lead | undefined }
