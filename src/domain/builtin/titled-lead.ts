import { partsOf } from '../registry/control-parts.ts'
import { citation } from '../registry/framework.ts'
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

/** A sentence with its dot, which may stand before its place: "once a year. (**Art. 35**)"; a quotation may end with a comma. */
export function ended(quoted: string): string {
  const text = quoted.replace(/[,;]$/, '')
  return /[.!?:]\*{0,2}(?: \(\*\*[^*]*\*\*\))?$/.test(text) ? text : `${text}.`
}
