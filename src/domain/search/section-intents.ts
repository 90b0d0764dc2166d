import type { SectionName } from '../registry/framework.ts'

/** What a question asks for by kind: the stems that say so, the section that answers, and which of its bullets fit best. */
export interface SectionIntent {
  section: SectionName
  stems: readonly string[]
  fits?: RegExp
  /** The words ask for something else as often ("when do we need a DPIA?"): only bullets about the question's subject answer it. */
  vague?: true
}

const MONEY = /EUR|USD|GBP|CHF|[$€£]|\d ?%|million|dollars|fine/

/** Questions for a section of a module rather than for a control: "deadline", "who must comply", "first steps". */
const INTENTS: readonly SectionIntent[] = [
  { section: 'Deadlines and penalties', stems: ['fine', 'penalti', 'sanction'], fits: MONEY },
  {
    section: 'Deadlines and penalties',
    stems: ['deadlin', 'clock', 'date', 'expir', 'valid'],
  },
  {
    section: 'Deadlines and penalties',
    stems: ['hour', 'when', 'long', 'soon', 'fast', 'quick', 'quickli'],
    vague: true,
  },
  { section: 'Scope', stems: ['scope', 'who', 'threshold', 'exempt', 'exclud', 'appli', 'subject', 'fall'] },
  {
    section: 'Assessment',
    stems: ['certif', 'certifi', 'assessor', 'auditor', 'attest', 'accredit', 'recertif', 'surveil'],
  },
  {
    section: 'Changes between editions',
    stems: ['chang', 'edit', 'version', 'differ', 'new', 'old', 'transit', 'supersed', 'revis'],
  },
  { section: 'Pitfalls', stems: ['mistak', 'misconcept', 'pitfal', 'pitfall', 'myth', 'wrong', 'trap'] },
  { section: 'First steps', stems: ['start', 'begin', 'prepar', 'roadmap', 'step'] },
]

/** What a question asks for, most special first. */
export function sectionIntents(stems: ReadonlySet<string>): SectionIntent[] {
  return INTENTS.filter((intent) => intent.stems.some((stem) => stems.has(stem)))
}
