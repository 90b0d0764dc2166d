import type { Edition } from '../registry/framework.ts'
import { stems } from '../search/stems.ts'
import type { Lead, Material } from './lead-material.ts'
import type { QuestionKind } from './speech/speech.ts'
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

const EARLIER: ReadonlySet<Edition['status']> = new Set(['superseded', 'repealed'])

/** "What is the latest version?": the edition that is current, those before it, and those to come. */
export function editionLead({ framework, question, findings, speech }: Material): Lead | undefined {
  const { kinds, form } = question
  if (!kinds.includes('edition') || kinds.some((kind) => !BESIDE.has(kind))) return undefined
  if (!saysOnlyForm(findings, { ...question, form: form.union(OF_EDITION) })) return undefined
  const { editions, version } = framework
  const { labels } = speech
  const of = (statuses: ReadonlySet<Edition['status']>): string =>
    editions
      .filter(({ status }) => statuses.has(status))
      .map(({ id, date }) => `${id} (${date})`)
      .join(', ')
  const told = [
    [labels.edition, version],
    [labels.earlier, of(EARLIER)],
    [labels.draft, of(new Set(['draft']))],
  ]
  const text = told
    .filter(([, editionsTold]) => editionsTold !== '')
    .map(([label, editionsTold]) => `**${label}**: ${editionsTold}.`)
    .join('\n\n')
  return { text, more: [], alone: true }
}
