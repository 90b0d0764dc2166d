import { citation, type ControlEntry, type FrameworkModule } from '../registry/framework.ts'
import { sentencesOf } from '../search/statements.ts'
import type { Speech } from './speech/speech.ts'

/** The parts of an entry's text: what it asks, and what an auditor looks for, where the module tells it. */
export interface EntryParts {
  intent: string
  evidence?: string
  test?: string
  finding?: string
}

const PART = /\s+(?=(?:Evidence|Test|Finding):)/

/** Cuts an entry's text at its `Evidence:`, `Test:` and `Finding:`. */
export function partsOf({ text }: ControlEntry): EntryParts {
  const [intent = '', ...rest] = text.split(PART)
  const told = rest.map((part) => /^(Evidence|Test|Finding):\s*(.*)$/s.exec(part) ?? [])
  return {
    intent,
    ...Object.fromEntries(told.map(([, name = '', words = '']) => [name.toLowerCase(), words])),
  }
}

/** An entry with its evidence, test step and usual finding on lines of their own, as an auditor's checklist reads. */
export function quoteEntry(
  framework: FrameworkModule,
  control: ControlEntry,
  { labels }: Pick<Speech, 'labels'>,
): string {
  const { intent, evidence, test, finding } = partsOf(control)
  const below = [
    [labels.evidence, evidence],
    [labels.test, test],
    [labels.finding, finding],
  ].flatMap(([label, words]) => (words === undefined ? [] : [`  - ${label}: ${words}`]))
  return [`- **${cited(framework, control)}**: ${intent}`, ...below].join('\n')
}

/** An entry in one line: its first sentence. */
export function quoteShortly(framework: FrameworkModule, control: ControlEntry): string {
  return `- **${cited(framework, control)}**: ${sentencesOf(partsOf(control).intent)[0] ?? ''}`
}

function cited(framework: FrameworkModule, { id, title }: ControlEntry): string {
  return `${citation(framework, id)} ${title}`
}

/** Where a text may be cut, the best kind of border first. */
const BORDERS = [/[.!?]["”)]*(?= )/g, /;(?= )/g, /,(?= )|:(?= )| (?=\()/g]

/** The beginning of a text, to the last border of its clauses within so many words; the whole of one that has none there. */
export function shortened(text: string, words: number): string {
  const ends = [...text.matchAll(/\s+/g)].map(({ index }) => index)
  const limit = ends[words - 1]
  if (limit === undefined) return text
  for (const border of BORDERS) {
    const at = [...text.matchAll(border)].findLast(({ index }) => index > limit / 3 && index <= limit)
    if (at) return `${text.slice(0, at.index)}${at[0].trim() === ';' || at[0].trim() === ',' ? ' …' : at[0]}`
  }
  return text
}

/** A quotation may begin in the middle of a sentence; an answer does not. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
