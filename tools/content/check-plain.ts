import type { Framework } from '../../src/domain/registry/framework.ts'
import type { KnowledgeData, PlainQuestion, Profile } from '../../src/domain/registry/knowledge-data.ts'
import type { Remark } from './remark.ts'

/** What people ask of every framework, and a row of the profile answers. */
const ROWS: readonly (keyof Profile)[] = [
  'bound',
  'duties',
  'supervision',
  'certificate',
  'penalty',
  'evidence',
]

/** What a ruling answers of every framework; of a law also whether it applies yet. */
const RULED: readonly PlainQuestion[] = ['binding', 'certificate', 'size']

/** The plain questions that a framework's data leaves without an answer, or answers twice. */
export function plainFaults(
  { id, textStatus }: Pick<Framework, 'id' | 'textStatus'>,
  { profile, rulings }: KnowledgeData,
): Remark[] {
  const error = (text: string): Remark => ({ framework: id, level: 'error', text })
  const ruled = rulings.flatMap(({ plain }) => plain ?? [])
  const wanted = textStatus === 'law' ? [...RULED, 'in-force' as const] : RULED
  return [
    ...ROWS.filter((row) => profile[row] === undefined).map((row) => error(`profile.${row} is missing`)),
    ...wanted
      .filter((plain) => !ruled.includes(plain))
      .map((plain) => error(`no ruling answers the plain question "${plain}"`)),
    ...[...new Set(ruled.filter((plain, at) => ruled.indexOf(plain) < at))].map((plain) =>
      error(`two rulings answer the plain question "${plain}"`),
    ),
  ]
}
