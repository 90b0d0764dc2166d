import type { Edition, Framework } from '../registry/framework.ts'
import { stems } from '../search/stems.ts'
import type { Lead, Material } from './lead-material.ts'
import { capitalized } from './quote.ts'
import type { QuestionKind, Speech } from './speech/speech.ts'
import { saysOnlyForm } from './rank-statements.ts'

/** What people do with an edition, and when: nothing that another one could be meant by. */
const OF_EDITION: ReadonlySet<string> = new Set(
  stems(
    'current now today valid cite cited use used using refer reference apply applies applicable assess assessed certify certified publish published follow official standard number',
  ),
)

/** Kinds of question that may stand beside: "what is the latest version?" defines, "which version is in force?" asks for a date as well. */
const BESIDE: ReadonlySet<QuestionKind> = new Set([
  'edition',
  'definition',
  'list',
  'control',
  'date',
  'verdict',
])

/** "What is the latest version?": the edition that is current, those before it, and those to come. */
export function editionLead({
  framework,
  question,
  findings,
  statements,
  speech,
}: Material): Lead | undefined {
  const { kinds, form } = question
  if (!kinds.includes('edition') || kinds.some((kind) => !BESIDE.has(kind))) return undefined
  if (!saysOnlyForm(findings, { ...question, form: form.union(OF_EDITION) })) return undefined
  const asked = statements.filter((one) => one.asked === true || one.alike !== undefined).slice(0, 1)
  const told = [editionsOf(framework, speech), ...asked.map(({ statement }) => capitalized(statement.text))]
  return { text: told.join('\n\n'), more: [], alone: true }
}

/** The editions of a framework in words, each with its date. */
export function editionsOf({ editions, version }: Framework, { labels }: Speech): string {
  const of = (...statuses: readonly Edition['status'][]): string =>
    editions
      .filter(({ status }) => statuses.includes(status))
      .map(({ id, date }) => `${id} (${date})`)
      .join(', ')
  const told = [
    [labels.edition, version],
    [labels.earlier, of('superseded', 'repealed')],
    [labels.draft, of('draft')],
  ]
  return told
    .filter(([, editionsTold]) => editionsTold !== '')
    .map(([label, editionsTold]) => `**${label}**: ${editionsTold}.`)
    .join('\n\n')
}
