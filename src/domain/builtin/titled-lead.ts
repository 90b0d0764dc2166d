import { partsOf } from '../registry/control-parts.ts'
import { citation } from '../registry/framework.ts'
import { asksForContents, withoutContents } from '../search/contents.ts'
import { sentencesOf } from '../search/statements.ts'
import { stems } from '../search/stems.ts'
import type { Lead, Material } from './lead-material.ts'

/** One word of a title may mean anything. */
const TITLE_WORDS_LEAST = 2

/** A title or a figure is looked for in so many controls. */
export const CONTROLS_READ = 3

/** "What counts as a significant incident?" is answered by the term that is called so, or else by the control of that title. */
export function titledLead({ framework, question, findings, all }: Material): Lead | undefined {
  const asked = findings.terms.own.difference(question.form)
  const isNamed = (name = ''): boolean => asked.isSubsetOf(new Set(stems(name)))
  if (asked.size < TITLE_WORDS_LEAST) return undefined
  const term = all.find(({ kind, text }) => kind === 'term' && isNamed(text.split(':')[0]))
  if (term) return { text: term.text, statement: term, covers: 1, more: [] }
  const control = findings.controls.slice(0, CONTROLS_READ).find(({ title }) => isNamed(title))
  if (!control) return undefined
  const [sentence = ''] = sentencesOf(partsOf(control).intent)
  return { text: `${ended(sentence)} (**${citation(framework, control.id)}**)`, control, covers: 1, more: [] }
}

/** A title that says so tells what stands in something. */
const OF_CONTENTS = /\b(?:contents?|elements|particulars|clauses|provisions)\b/i

/** "What must be in a DPIA?" is answered by the control on its contents, where the data has no answer to that very question. */
export function contentsLead({ framework, question, findings, statements }: Material): Lead | undefined {
  if (!asksForContents(question.text) || statements.some(({ contents }) => contents === true))
    return undefined
  const topic = new Set(withoutContents([...findings.terms.own.difference(question.form)]))
  const control = findings.controls
    .slice(0, CONTROLS_READ)
    .find(({ title }) => topic.size > 0 && OF_CONTENTS.test(title) && topic.isSubsetOf(new Set(stems(title))))
  if (!control) return undefined
  const { intent } = partsOf(control)
  return { text: `${ended(intent)} (**${citation(framework, control.id)}**)`, control, covers: 1, more: [] }
}

/** A sentence with its dot, which may stand before its place: "once a year. (**Art. 35**)"; a quotation may end with a comma. */
export function ended(quoted: string): string {
  const text = quoted.replace(/[,;]$/, '')
  return /[.!?:]\*{0,2}(?: \(\*\*[^*]*\*\*\))?$/.test(text) ? text : `${text}.`
}
