import { citation, type Framework, type SectionName } from '../registry/framework.ts'
import type { Findings, Limits } from '../search/entry-search.ts'
import { unmarked } from '../search/statements.ts'
import { COVERS_ALL, COVERS_CASE } from './coverage.ts'
import type { Lead } from './lead-material.ts'
import { quoteEntry, quoteShortly } from './quote.ts'
import { asksForFigure } from './rank-statements.ts'
import type { Question } from './read-question.ts'
import { labelled } from './scope-lead.ts'
import type { Speech } from './speech/speech.ts'

/** Behind an answer, so many entries and notes go on. */
const BEHIND_LEAD: Limits = { controls: 3, notes: 2 }

/** A figure or a date that was asked for is the answer, and so is what speaks of all that was said: neighbours would only bury it. */
const BEHIND_SURE: Limits = { controls: 2, notes: 1 }

/** Whether the lead is surely what the question asks for. */
function isSure(question: Question, { statement, covers = 0 }: Lead): boolean {
  return covers >= (asksForFigure(question) && statement?.fact !== undefined ? COVERS_CASE : COVERS_ALL)
}

/** What stands before a note's own words: `**Who**: `. */
const LABEL = /^\*\*[^*]+\*\*:?\s+(?=\S)/

/** A framework's answer: the lead, the entries behind it, and what else matters; nothing in it stands twice. */
export function answerBody(
  framework: Framework,
  question: Question,
  findings: Findings,
  lead: Lead | undefined,
  corrected: boolean,
  speech: Speech,
): string[] {
  if (!lead) {
    // "Tell me about it" asks for the whole of it.
    const ofWhole = findings.terms.own.size === 0 && findings.named.length === 0
    const quoted = ofWhole ? [] : quote(framework, findings, speech)
    return quoted.length > 0 || corrected ? quoted : overview(framework, speech)
  }
  if (question.short || lead.alone) return [lead.text]
  const behind = isSure(question, lead) ? BEHIND_SURE : BEHIND_LEAD
  // Only what is named or carries the lead says where it stands; what was found beside it is near it at best.
  const carrying = [...new Set([...findings.named, ...(lead.control ? [lead.control] : [])])].filter(
    (control) => framework.controls.includes(control),
  )
  const near = (lead.ofWhole ? [] : findings.controls)
    .filter((control) => !carrying.includes(control) && framework.controls.includes(control))
    .slice(0, Math.max(0, behind.controls - carrying.length))
  const entries = [...carrying, ...near].map((control, index) =>
    index === 0 ? quoteEntry(framework, control, speech) : quoteShortly(framework, control),
  )
  const told = [lead.text, ...entries].join('\n').toLowerCase()
  const answers = lead.more
    .filter(({ text }) => !told.includes(text.replace(LABEL, '').toLowerCase()))
    .map((more) => withPlace(framework, labelled(more, { framework, speech }), more.control))
  const notes = (lead.ofWhole ? [] : findings.notes)
    .map(({ text }) => unmarked(text))
    .filter((text) => !told.includes(text.replace(LABEL, '').toLowerCase()))
    .filter((text) => ![lead.statement, ...lead.more].some((one) => one && text.includes(one.text)))
    .slice(0, behind.notes)
  // Two facts may quote one line.
  const more = [
    ...entries.slice(carrying.length),
    ...new Set([...answers, ...notes].map((text) => `- ${text}`)),
  ]
  return [
    lead.text,
    ...(carrying.length > 0
      ? [`${speech.labels.controls}\n\n${entries.slice(0, carrying.length).join('\n')}`]
      : []),
    ...(more.length > 0 ? [`${speech.labels.also}\n\n${more.join('\n')}`] : []),
  ]
}

function withPlace(framework: Framework, text: string, control: string | undefined): string {
  return control === undefined || text.includes(control)
    ? text
    : `${text} (**${citation(framework, control)}**)`
}

function quote(framework: Framework, { controls, notes }: Findings, speech: Speech): string[] {
  const bullets = notes.map(({ section, text }) => `- _${section}_: ${unmarked(text)}`)
  return [
    ...(controls.length > 0
      ? [controls.map((control) => quoteEntry(framework, control, speech)).join('\n')]
      : []),
    ...(bullets.length > 0 ? [`${speech.labels.also}\n\n${bullets.join('\n')}`] : []),
  ]
}

/** For a question about the framework as a whole. */
function overview(framework: Framework, { labels }: Speech): string[] {
  const from = (section: SectionName, most: number): string[] =>
    framework.notes
      .filter((note) => note.section === section)
      .slice(0, most)
      .map(({ text }) => text)
  return [
    from('Scope', 3).join('\n'),
    from('Structure', 3).join('\n'),
    `${labels.firstSteps}\n\n${from('First steps', 6).join('\n')}`,
  ]
}
