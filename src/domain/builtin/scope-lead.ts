import type { FoundStatement } from '../search/statement-search.ts'
import type { Statement } from '../search/statements.ts'
import type { Lead, Material } from './lead-material.ts'
import { capitalized } from './quote.ts'
import { COVERS_CASE, COVERS_LEAST } from './rank-statements.ts'

/** Kinds of statement that tell who is bound. */
const ON_SCOPE: ReadonlySet<Statement['kind']> = new Set(['bound', 'exempt', 'threshold', 'verdict', 'scope'])

/** A case is told as a story, of which a module knows a little. */
const COVERS_STORY = 0.2

/** "Are we exempt?" is no question for who is bound. */
export const EXEMPT = /exempt|exclu|out of scope|not apply/i

/** What speaks of the very case that was asked about, and who is bound. */
export function scopeLead(material: Material): Lead | undefined {
  const { all, framework, statements, speech } = material
  const bound = all.find(({ kind }) => kind === 'bound')
  const exempt = all.find(({ kind }) => kind === 'exempt')
  const onCase = statements.find(
    ({ statement, covers }) => ON_SCOPE.has(statement.kind) && covers >= COVERS_STORY,
  )
  const statement = onCase?.statement ?? bound
  if (!statement) return undefined
  // Who is exempt is told as a list, which alone could be taken for those who are bound.
  const label = statement.kind === 'exempt' ? `**${speech.labels.exempt}**: ` : ''
  const told = onCase ? `${verdictOnCase(material, onCase)}${label}${capitalized(statement.text)}` : undefined
  const who =
    bound && !told?.includes(bound.text)
      ? `**${speech.labels.bound}**: ${capitalized(bound.text)}`
      : undefined
  return {
    text: [told, who].filter((one) => one !== undefined).join('\n\n'),
    control: framework.controls.find(({ id }) => id === (statement.control ?? bound?.control)),
    statement,
    covers: onCase?.covers ?? 0,
    more: exempt && exempt !== statement ? [exempt] : [],
  }
}

/** A statement that begins so tells who is not bound. */
const OUT = /^\W*(?:not |out\b|outside|exclu|exempt)/i

/** Whether the case that a statement speaks of is bound, where the question asks that; a question for an exemption asks the opposite. */
function verdictOnCase({ question, speech }: Material, { statement, covers }: FoundStatement): string {
  if (!question.kinds.includes('verdict') || covers < COVERS_LEAST) return ''
  if (statement.verdict !== undefined) return `${speech[statement.verdict]} `
  const out = statement.kind === 'exempt' || OUT.test(statement.text)
  if (!out && (statement.kind !== 'bound' || covers < COVERS_CASE)) return ''
  return `${out === EXEMPT.test(question.text) ? speech.yes : speech.no} `
}
