import { partsOf } from '../registry/control-parts.ts'
import { citation, type ControlEntry } from '../registry/framework.ts'
import type { Findings } from '../search/entry-search.ts'
import { stems } from '../search/stems.ts'
import { COVERS_CASE } from './coverage.ts'
import type { Lead, Material } from './lead-material.ts'
import { capitalized } from './quote.ts'
import type { Question } from './read-question.ts'
import { CONTROLS_READ } from './titled-lead.ts'

/** What is asked of evidence beside what it is: how long it is kept, what becomes of him who destroys it, and who must prove. */
const NOT_WHICH =
  /\bburden of proof|\bproof of concept|\b(?:how long|how many (?:years|months|days)|retain|retained|retention|prison|jail)\b|\b(?:shred|destroy)\w* evidence/i

/** Whether a question that speaks of evidence asks which. */
export function asksForEvidence({ text }: Question): boolean {
  return !NOT_WHICH.test(text)
}

/** The evidence of the control that speaks of what is asked, or what an auditor asks to see of the whole. */
export function evidenceLead({ framework, question, findings, speech }: Material): Lead | undefined {
  const { controls, named, terms } = findings
  const topic = terms.own.union(terms.translated).difference(question.form)
  // "Evidence" itself stands in many, and says nothing of what it is for.
  const speaksOf = ({ id, title, text }: ControlEntry): number =>
    new Set(stems([title, text, ...(framework.askedAs[id] ?? [])].join(' '))).intersection(topic).size
  const found =
    named.length > 0
      ? controls.slice(0, 1)
      : controls.slice(0, CONTROLS_READ).toSorted((a, b) => speaksOf(b) - speaksOf(a))
  const control = found.find((one) => partsOf(one).evidence !== undefined)
  const { evidence: file } = framework.data.profile
  const label = speech.labels.evidence
  const near = findings.covers >= COVERS_CASE || found.some((one) => isTitled(one, findings))
  if (file !== undefined && named.length === 0 && !near)
    return { text: `**${label}**: ${capitalized(file)}`, more: [], ofWhole: true }
  if (!control) return undefined
  const evidence = partsOf(control).evidence ?? ''
  return { text: `${label} (**${citation(framework, control.id)}**): ${evidence}`, control, more: [] }
}

/** Whether a story speaks of a control by its title: "media sanitization". */
function isTitled({ title }: ControlEntry, { terms }: Findings): boolean {
  const words = stems(title)
  const said = terms.own.union(terms.translated)
  return words.filter((word) => said.has(word)).length >= words.length / 2
}
