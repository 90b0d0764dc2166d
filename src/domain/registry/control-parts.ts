import type { ControlEntry } from './framework.ts'

/** The parts of an entry's text: what it asks, and what an auditor looks for, where the module tells it. */
export interface EntryParts {
  intent: string
  evidence?: string
  test?: string
  finding?: string
}

const PART = /\s+(?=(?:Evidence|Test|Finding):)/

/** Cuts an entry's text at its `Evidence:`, `Test:` and `Finding:`; what stands under one of them twice is told in one. */
export function partsOf({ text }: Pick<ControlEntry, 'text'>): EntryParts {
  const [intent = '', ...rest] = text.split(PART)
  const parts: EntryParts = { intent }
  for (const part of rest) {
    const [, label = '', words = ''] = /^(Evidence|Test|Finding):\s*(.*)$/s.exec(part) ?? []
    const name = label.toLowerCase() as 'evidence' | 'test' | 'finding'
    parts[name] = parts[name] === undefined ? words : `${parts[name]} ${words}`
  }
  return parts
}
