import type { Profile } from '../registry/knowledge-data.ts'
import { citation } from '../registry/framework.ts'
import { unmarked, type Statement, type StatementKind } from '../search/statements.ts'
import { citedControl } from './cited-control.ts'
import { editionsOf } from './edition-lead.ts'
import type { Lead, Material } from './lead-material.ts'
import type { PlainPoint } from './plain-questions.ts'
import { capitalized } from './quote.ts'
import { labelled } from './scope-lead.ts'

/** "Is it voluntary?" has the opposite verdict of "is it mandatory?". */
const OPPOSITE = { yes: 'no', no: 'yes', depends: 'depends' } as const

/** What else somebody wants to know who asks a plain question. */
const BESIDE: Readonly<Partial<Record<PlainPoint, readonly StatementKind[]>>> = {
  binding: ['bound', 'exempt', 'penalty'],
  certificate: ['certificate', 'validity'],
  'in-force': ['date', 'bound'],
  size: ['bound', 'exempt', 'threshold'],
  penalty: ['penalty'],
  duties: ['clock', 'bound'],
}

/** Of each kind so many. */
const BESIDE_MOST = 2

/** A plain question is answered by its ruling, or by its row of the profile; not at all where the data has neither. */
export function plainLead(material: Material): Lead | undefined {
  const { question, all, statements } = material
  const { plain: asked } = question
  if (!asked) return undefined
  const statement = all.find(({ plain }) => plain === asked.point)
  // What the data has this very question for says more than a row.
  if (!statement && statements.some((one) => one.asked === true || one.alike !== undefined)) return undefined
  const lead = statement ? ruled(statement, asked.opposite, material) : told(asked.point, material)
  if (!lead) return undefined
  const more = (BESIDE[asked.point] ?? []).flatMap((kind) =>
    all.filter((one) => one.kind === kind && !lead.text.includes(one.text)).slice(0, BESIDE_MOST),
  )
  return { ...lead, covers: 1, more, ofWhole: true }
}

function ruled(statement: Statement, opposite: boolean, material: Material): Omit<Lead, 'more'> | undefined {
  const { framework, speech } = material
  if (statement.verdict === undefined) return undefined
  const verdict = speech[opposite ? OPPOSITE[statement.verdict] : statement.verdict]
  const control = framework.controls.find(({ id }) => id === statement.control)
  const place = control ? ` (**${citation(framework, control.id)}**)` : ''
  return { text: `${verdict} ${labelled(statement, material)}${place}`, control, statement }
}

/** Where no ruling answers, a row of the profile does, without a yes or no. */
function told(point: PlainPoint, { framework, speech }: Material): Omit<Lead, 'more'> | undefined {
  const row = rowOf(point)
  if (row === undefined) return { text: editionsOf(framework, speech) }
  const text = framework.data.profile[row]
  if (text === undefined) return undefined
  const label = `**${speech.labels[row]}**: `
  return { text: `${label}${capitalized(unmarked(text))}`, control: citedControl(framework, text) }
}

/** The row that speaks of a point; undefined where the editions do. */
function rowOf(point: PlainPoint): keyof Profile | undefined {
  switch (point) {
    case 'in-force':
      return undefined
    case 'binding':
    case 'size':
      return 'bound'
    default:
      return point
  }
}
