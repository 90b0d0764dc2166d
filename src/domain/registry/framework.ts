import type { KnowledgeData } from './knowledge-data.ts'
import type { Region } from './regions.ts'

/** One control, clause, article or criterion of a framework, as its module describes it. */
export interface ControlEntry {
  /** The canonical id: `A.5.20`, `CC6.1`, `Art. 21(2)(d)`, `6.1.2`. */
  id: string
  title: string
  text: string
  /** The framework's own part that holds it. */
  group: string
}

/** One bullet, step or paragraph of a module outside its controls. */
export interface Note {
  section: SectionName
  text: string
}

/** The fixed sections of a module, in order. */
export const SECTION_NAMES = [
  'Scope',
  'Structure',
  'Controls',
  'Deadlines and penalties',
  'Assessment',
  'Changes between editions',
  'Mappings',
  'Pitfalls',
  'Glossary',
  'First steps',
  'Sources',
] as const

export type SectionName = (typeof SECTION_NAMES)[number]

export interface Edition {
  id: string
  date: string
  status: 'current' | 'superseded' | 'in-force' | 'repealed' | 'draft'
}

/**
 * What is kept beside a module and never injected: how people write its name, what stands around it, and how they ask for its
 * controls.
 */
export interface Wording {
  /** Clear spellings of its name: in other languages, inflected, shortened, misspelt. */
  names: readonly string[]
  /** Names that count only with one of `signals` near them. */
  ambiguousNames: readonly string[]
  /** Words that tell that an ambiguous name means this framework. */
  signals: readonly string[]
  /** Whether what people write who speak of any rule (`rule-signals.ts`) tells so too. */
  ruleSignals: boolean
  /** Words that speak for another meaning of one of its names: each outweighs one signal. */
  counterSignals: readonly string[]
  /** Phrases that hold one of the names and mean something else. */
  decoys: readonly string[]
  /** By control id: everyday words for it, and its terms in other languages. */
  askedAs: Readonly<Record<string, readonly string[]>>
}

/**
 * One part of a module too large to inject whole: controls that are injected where the conversation speaks of them. The module
 * itself is the overview then, which is always injected.
 */
export interface ModulePart {
  id: string
  title: string
  /** Words that people use when they speak of it. */
  signals: readonly string[]
  /** The markdown that is injected behind the overview. */
  body: string
  /** SHA-256 of `body`, hex. */
  sha256: string
  controls: readonly ControlEntry[]
}

/** What one markdown file says with its wording: the catalog's fields, the names people use, and the knowledge that is injected. */
export interface FrameworkModule extends Wording {
  id: string
  name: string
  fullName: string
  version: string
  /** Date of the last review, `YYYY-MM-DD`. */
  updated: string
  region: Region
  regionLabel: string
  jurisdictions: readonly string[]
  domain: readonly string[]
  kind: string
  issuingBody: string
  supportLevel: 'deep' | 'standard' | 'compact'
  textStatus: 'public-domain' | 'law' | 'open' | 'copyright' | 'restricted'
  /** The word put before an id that begins with a digit, so that no bare number is cited: `Clause`, `Requirement`, `§`. */
  citePrefix: string | undefined
  /** Ids that the framework has and its module does not describe, one by one or from the first to the last number (`Section 1-26`). */
  undescribed: readonly string[]
  /** Ids of its official structure that its module does not describe either. */
  listed: readonly string[]
  /** How far the paragraphs of its articles go and their points, where it was counted: `Art. 33(1-5)`, `Art. 6(1)(a-f)`. */
  points: readonly string[]
  keywords: readonly string[]
  /** The few other names that people would list, in their order. */
  aliases: readonly string[]
  /** Every clear spelling beside its name and full name: the aliases, those of the wording, and last those that describe it. */
  names: readonly string[]
  /** How many of them describe it ("Kenya's privacy law"): they say nothing but which framework is meant. */
  describedNames: number
  editions: readonly Edition[]
  sources: readonly { title: string; url: string }[]
  /** The markdown that is injected. */
  body: string
  /** SHA-256 of `body`, hex. */
  sha256: string
  /** Those of every part included. */
  controls: readonly ControlEntry[]
  notes: readonly Note[]
  /** Empty for a module that is injected whole. */
  parts: readonly ModulePart[]
  /** What it states, as data. It is never injected. */
  data: KnowledgeData
}

/** A part with its size. */
export type CountedPart = ModulePart & { knowledgeTokens: number }

/** A module with its size, as it was counted once. */
export interface Framework extends FrameworkModule {
  /** Tokens of the module as it is injected, delimiters included; without parts that are not. */
  knowledgeTokens: number
  /** The ids of `controls`, in their order: known before anything of their texts is read. */
  controlIds: readonly string[]
  parts: readonly CountedPart[]
}

/** An id as people cite it, never as a bare number: `Clause 6.1.2`, `A.5.20`, `§ 164.312(a)(1)`. */
export function citation(framework: FrameworkModule, id: string): string {
  return framework.citePrefix !== undefined && /^\d/.test(id) ? `${framework.citePrefix} ${id}` : id
}
