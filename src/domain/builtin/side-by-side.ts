import { comparisonTable, relation } from './comparison.ts'
import type { Led } from './led-framework.ts'
import { quoteShortly } from './quote.ts'
import { saysOnlyForm } from './rank-statements.ts'
import type { Question } from './read-question.ts'
import type { QuestionKind, Speech } from './speech/speech.ts'
import { unmarked } from '../search/statements.ts'

/** Of each side of a comparison so many controls are told. */
const COMPARED_CONTROLS = 2

/** Forms that compare the whole of two frameworks, not what they say on something. */
const WHOLE: ReadonlySet<QuestionKind> = new Set(['comparison', 'definition', 'list', 'verdict'])

/** What each says on the question, or how they relate where nothing special is asked, and a table of them. */
export function sideBySide(led: readonly Led[], question: Question, speech: Speech): string[] {
  const plain =
    led.every(({ findings }) => saysOnlyForm(findings, question)) &&
    question.kinds.every((kind) => WHOLE.has(kind))
  const related = relation(led.map(({ whole, statements }) => [whole, statements.statements] as const))
  const table = comparisonTable(
    led.map(({ whole }) => whole),
    speech,
  )
  const bullets = plain ? [] : led.map((one) => `- **${one.framework.name}**: ${inBrief(one)}`)
  return [
    ...(bullets.length > 0 ? [bullets.join('\n')] : []),
    ...(related ? [`${unmarked(related.statement.text)} _(${related.framework.name})_`] : []),
    ...(table === undefined ? [] : [table]),
  ]
}

/** What a framework says on the question: its lead, or else the first sentence of its best control. */
function inBrief({ framework, findings, lead }: Led): string {
  if (lead) return lead.text.replaceAll(/\s*\n+\s*/g, ' ')
  const [control] = findings.controls
  return control ? quoteShortly(framework, control).replace(/^- /, '') : '–'
}

/** The controls that carry one side of a comparison, in a line each. */
export function shortly({ framework, findings }: Led): string[] {
  const lines = findings.controls
    .slice(0, COMPARED_CONTROLS)
    .map((control) => quoteShortly(framework, control))
  return lines.length === 0 ? [] : [`## ${framework.name}\n\n${lines.join('\n')}`]
}
