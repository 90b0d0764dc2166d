import { partsOf } from '../registry/control-parts.ts'
import { citation } from '../registry/framework.ts'
import { obligationOf } from '../registry/knowledge-data.ts'
import { sentencesOf } from '../search/statements.ts'
import { stems } from '../search/stems.ts'
import { citedControl } from './cited-control.ts'
import { COVERS_CASE, COVERS_LEAST } from './coverage.ts'
import { ASKS_FOR_DUTY, DUTY } from './duty-words.ts'
import type { Lead, Material } from './lead-material.ts'
import { capitalized } from './quote.ts'
import { asksForFigure, figuresAsked } from './rank-statements.ts'
import { CONTROLS_READ } from './titled-lead.ts'

/** A control says yes or no by how strongly it binds only where it speaks of so much of the question. */
const COVERS_BINDING = 0.7

/** What comes nearest where no statement answers: a control's figure or duty, a row of the profile; or that nothing answers. */
export function nearestLead(material: Material): Lead | undefined {
  const { kinds, language } = material.question
  return (
    figureLead(material) ??
    // Of a question whose words are not understood, the control found may speak of something else.
    (kinds.includes('verdict') && language === 'en' ? bindingLead(material) : undefined) ??
    rowLead(material) ??
    (isUnanswered(material) ? unanswered(material) : undefined)
  )
}

/** The first sentence of the controls found that has a figure of the kind asked for. */
function figureLead({ framework, question, findings }: Material): Lead | undefined {
  const figures = figuresAsked(question)
  if (figures.length === 0 || findings.covers < COVERS_LEAST) return undefined
  for (const control of findings.controls.slice(0, CONTROLS_READ)) {
    const sentence = sentencesOf(partsOf(control).intent).find((one) =>
      figures.some((figure) => figure.test(one)),
    )
    if (sentence !== undefined)
      return { text: `${sentence} (**${citation(framework, control.id)}**)`, control, more: [] }
  }
  return undefined
}

/** Words that ask for a fine, and not for what something costs; and those that ask how fast an incident is reported. */
export const OF_FINE =
  /\b(?:fin(?:es?|ed)|penalt\w*|sanction\w*|punish\w*|worst|dear|at stake|what do (?:we|i) face|costs? (?:us|me))\b/i
export const OF_INCIDENT = /\b(?:incidents?|breach\w*|attack\w*|hack\w*|ransom\w*|leak\w*|stolen|outage)\b/i

/** How high fines are, or how fast an incident is reported, where no sentence is on the very case. */
function rowLead({ framework, question, speech }: Material): Lead | undefined {
  const [kind] = question.kinds
  const row =
    kind === 'money' && OF_FINE.test(question.text)
      ? 'penalty'
      : kind === 'clock' && OF_INCIDENT.test(question.text)
        ? 'clock'
        : undefined
  const told = row && framework.data.profile[row]
  if (!row || told === undefined) return undefined
  return {
    text: `**${speech.labels[row]}**: ${capitalized(told)}`,
    control: citedControl(framework, told),
    more: [],
  }
}

/** That nothing answers can be said only of a question whose words are understood. No control answers without a figure what something costs. */
function isUnanswered({ question, findings }: Material): boolean {
  const near = findings.covers >= COVERS_CASE && question.kinds[0] !== 'money'
  return question.language === 'en' && asksForFigure(question) && !near
}

/** A figure is asked for, and the module tells none: that is said, and the controls follow. */
function unanswered({ framework, findings, speech }: Material): Lead {
  const nearest = findings.controls.length > 0 ? ` ${speech.nearest}` : ''
  return { text: `${speech.unanswered(framework.name)}${nearest}`, more: [], unanswered: true }
}

/** "Does it require X?", where no ruling is told: the control that speaks of X says how strongly it binds. */
function bindingLead({ framework, question, findings, speech }: Material): Lead | undefined {
  const [control] = findings.controls
  if (!control || findings.covers < COVERS_BINDING) return undefined
  // A date or a number may have found it, or what people ask for it with: a register of weaknesses is no bug bounty.
  const topic = findings.terms.own.difference(question.form).difference(DUTY)
  if (topic.size === 0 || !topic.isSubsetOf(new Set(stems(`${control.title} ${partsOf(control).intent}`))))
    return undefined
  if (question.language === 'en' && !ASKS_FOR_DUTY.test(question.text)) return undefined
  const strength = obligationOf(framework.data, control.id)?.strength
  if (strength === undefined) return undefined
  const verdict = { must: speech.yes, if: speech.depends, advisory: speech.no }[strength]
  const [sentence = ''] = sentencesOf(partsOf(control).intent)
  return { text: `${verdict} ${sentence} (**${citation(framework, control.id)}**)`, control, more: [] }
}
