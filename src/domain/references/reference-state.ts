import { distance } from 'fastest-levenshtein'
import type { Framework } from '../registry/framework.ts'
import type { Occurrence } from './reference-reader.ts'

/** What became of a cited id. */
export const REFERENCE_STATUSES = ['current', 'withdrawn', 'renumbered', 'unknown', 'ambiguous'] as const

export type ReferenceStatus = (typeof REFERENCE_STATUSES)[number]

/** What is told of a cited id beside whose it is. Fields that say nothing are left out. */
export interface ReferenceState {
  status: ReferenceStatus
  /** Of a renumbered one: the ids of the edition in force that it went to. */
  moved_to?: readonly string[]
  /** Of an ambiguous one: the frameworks that have it. */
  candidates?: readonly string[]
}

/** The state of an id as it stands in a text. */
export function stateOf({
  found: { known, movedTo },
  candidates,
}: Pick<Occurrence, 'found' | 'candidates'>): ReferenceState {
  if (!known) return { status: 'unknown' }
  if (candidates.length > 1) return { status: 'ambiguous', candidates: candidates.map(({ id }) => id) }
  if (movedTo === undefined) return { status: 'current' }
  return movedTo.length === 0 ? { status: 'withdrawn' } : { status: 'renumbered', moved_to: movedTo }
}

/** How many ids that exist are told beside one that does not. */
const SUGGESTIONS_MAX = 3

/** The ids of a framework nearest to one that it does not have, best first; none where nothing is near. */
export function nearIds({ controlIds }: Framework, id: string): string[] {
  const most = Math.max(1, Math.floor(id.length / 3))
  return controlIds
    .filter((one) => Math.abs(one.length - id.length) <= most)
    .map((one) => ({ one, away: distance(one, id) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ one }) => one)
}
