import type { Note } from '../registry/framework.ts'

/** What a line begins with that says what the rest of it is about: `**Excluded** (Art. 2(3)): `. */
const LABEL = /^(?:[-*+] )?(\*\*[^*]+\*\*(?: \((?:[^()]|\([^()]*\))*\))?):?\s+/

/** Only the middle of a sentence begins with a small letter. */
const FRAGMENT = /^\p{Ll}/u

/** The lines of a module that have a label. */
export type LabelledLines = readonly { label: string; rest: string }[]

export function labelledLines(notes: readonly Note[]): LabelledLines {
  return notes.flatMap(({ text }) => {
    const [written, label] = LABEL.exec(text) ?? []
    return written === undefined || label === undefined ? [] : [{ label, rest: text.slice(written.length) }]
  })
}

/** A quotation that is no sentence by itself, behind the label of its line: "No. Insurance brokers" does not say that they are exempt. */
export function withLabel(quotation: string, lines: LabelledLines): string {
  if (!FRAGMENT.test(quotation)) return quotation
  const line = lines.find(({ rest }) => rest.includes(quotation))
  return line ? `${line.label}: ${quotation}` : quotation
}
