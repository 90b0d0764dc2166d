import type { Framework } from './framework.ts'
import type { EditionMoves } from './knowledge-data.ts'

/** An edition of a framework: as its module lists them, or as its moves name it. */
export interface ListedEdition {
  id: string
  /** A whole day, `YYYY-MM-DD`, where the module tells one. */
  date?: string
  status: Framework['editions'][number]['status']
  /** Whether it is the one in force. */
  current: boolean
}

/** What changed from one edition to another. */
export interface EditionDiff {
  from: string
  to: string
  added: string[]
  removed: string[]
  renumbered: { kind: 'renumbered' | 'merged' | 'split'; old: readonly string[]; new: readonly string[] }[]
  changed: string[]
  /** Whether every id that changed is told. */
  complete: boolean
  source: { title: string; url: string } | undefined
}

/** Some editions are dated by their month alone. */
const WHOLE_DAY = /^\d{4}-\d\d-\d\d$/

/** Every edition that is known of, the module's own first. */
export function editionsOf({ editions, data }: Framework): ListedEdition[] {
  const standing = editions.some(({ status }) => status === 'current') ? 'current' : 'in-force'
  const own = editions.map(({ id, date, status }) => ({
    id,
    ...(WHOLE_DAY.test(date) && { date }),
    status,
    current: status === standing,
  }))
  const followed = new Set(data.editions.map(({ from }) => from))
  const named = data.editions.flatMap(({ from, to }) => [from, to])
  const others = [...new Set(named)].filter((id) => !own.some((one) => isSame(one.id, id)))
  // What nothing follows is the edition in force, by the name that its moves give it.
  return [
    ...own,
    ...others.map((id) => ({
      id,
      status: followed.has(id) ? ('superseded' as const) : ('in-force' as const),
      current: false,
    })),
  ]
}

/** The differences between two editions that the module tells; undefined where it does not compare these two. */
export function editionDiff({ data }: Framework, from: string, to: string): EditionDiff | undefined {
  const told = data.editions.find((one) => isSame(one.from, from) && isSame(one.to, to))
  return told && diffOf(told, data.sources)
}

/** The pairs of editions that can be compared. */
export function comparedEditions({ data }: Framework): { from: string; to: string }[] {
  return data.editions.map(({ from, to }) => ({ from, to }))
}

function diffOf(
  { from, to, moves, complete, source }: EditionMoves,
  sources: Framework['data']['sources'],
): EditionDiff {
  const diff: EditionDiff = {
    from,
    to,
    added: [],
    removed: [],
    renumbered: [],
    changed: [],
    complete,
    source: sources[source],
  }
  for (const { kind, old, new: now } of moves) {
    if (kind === 'new') diff.added.push(...now)
    else if (kind === 'withdrawn') diff.removed.push(...old)
    else if (kind === 'changed') diff.changed.push(...(now.length > 0 ? now : old))
    else diff.renumbered.push({ kind, old, new: now })
  }
  return diff
}

/** `Rev. 5` is `rev. 5`; `2022` is the edition that is told as `2022 (November)`. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.trim().toLowerCase()]
  return a === b || a.startsWith(`${b} (`) || b.startsWith(`${a} (`)
}
