import { citation, type ControlEntry, type Framework } from '../registry/framework.ts'
import { tokenize } from '../text/tokens.ts'
import { inTurns } from '../text/turns.ts'
import { CITED_BY } from './cite-words.ts'
import { readText } from './read-text.ts'
import type { FoundId } from './found-id.ts'
import { ReferenceIndex } from './reference-index.ts'
import { nearIds } from './reference-state.ts'
import { idPieces } from './written-id.ts'

/** A control that was asked for by its id. */
export type FoundControl =
  | {
      status: 'current'
      id: string
      /** What the module says of it, or of the one that it is a point of; undefined where the module has no entry for it. */
      entry: ControlEntry | undefined
    }
  | { status: 'renumbered' | 'withdrawn'; id: string; movedTo: readonly string[] }
  | { status: 'unknown'; suggestions: readonly string[] }

/** The ids under which the edition in force has it: those that it moved to, and none where it was withdrawn. */
export function idsInForce(found: Exclude<FoundControl, { status: 'unknown' }>): readonly string[] {
  return found.status === 'current' ? [found.id] : found.movedTo
}

/** More is no id. */
const WRITTEN_MAX = 120

/** A control by its id however it is written: `a5.20`, `Art 21 (2) d`, `Clause 6.1.2`, `6.1.2`. */
export async function findControl(framework: Framework, written: string): Promise<FoundControl> {
  const entry = entriesOf(framework).get(written)
  if (entry) return { status: 'current', id: entry.id, entry }
  if (written.length > WRITTEN_MAX) return { status: 'unknown', suggestions: [] }
  const found = await readId(framework, written)
  if (!found?.known) return { status: 'unknown', suggestions: nearIds(framework, found?.id ?? written) }
  if (found.movedTo) {
    const status = found.movedTo.length > 0 ? 'renumbered' : 'withdrawn'
    return { status, id: found.id, movedTo: found.movedTo }
  }
  return { status: 'current', id: found.id, entry: entryOf(framework, found.id) }
}

/** The id that is written, alone or behind the word that the framework's numbers are cited with. */
async function readId(framework: Framework, written: string): Promise<FoundId | undefined> {
  const alike = idsByPieces(framework)
  const [whole, ...others] = alike.whole.get(piecesOf(written)) ?? []
  if (whole !== undefined && others.length === 0) return { id: whole, known: true, length: 1 }
  const index = await inTurns(ReferenceIndex.making(framework, { steps: 0 }))
  const ownWord = framework.citePrefix?.toLowerCase()
  let unknown: FoundId | undefined
  for (const text of [written, `${framework.citePrefix ?? 'Control'} ${written}`]) {
    const tokens = readText(tokenize(`line\n${text}`), { steps: 0 }, text.trimEnd().endsWith(')') ? ')' : '')
    const named = index.names.longestAt(tokens, 1)?.to ?? 1
    for (let at = 1; at < tokens.length; at += 1) {
      const found = index.at(tokens, at, { thorough: true })
      // All of what is written is the id, behind the framework's name or the word that it is cited with.
      if (found && at + found.length === tokens.length) {
        if (found.known) return found
        unknown ??= found
      }
      const word = tokens[at]?.text ?? ''
      if (at >= named && word !== ownWord && !BEFORE_ID.has(word)) break
    }
  }
  const [rest, ...more] = alike.withoutLetter.get(piecesOf(written)) ?? []
  return rest !== undefined && more.length === 0 ? { id: rest, known: true, length: 1 } : unknown
}

/** The entry of an id, or of the one that it is a point of: `314.4` for `314.4(e)`. */
function entryOf(framework: Framework, id: string): ControlEntry | undefined {
  const entry = entriesOf(framework).get(id)
  const above = /^(.+?)\s*\([^()]*\)$/.exec(id)?.[1]
  return entry ?? (above === undefined ? undefined : entryOf(framework, above))
}

const entries = new WeakMap<Framework, ReadonlyMap<string, ControlEntry>>()

/** The controls by their ids, and as they are cited. Made once. */
function entriesOf(framework: Framework): ReadonlyMap<string, ControlEntry> {
  const known = entries.get(framework)
  if (known) return known
  const made = new Map(framework.controls.map((control) => [citation(framework, control.id), control]))
  for (const control of framework.controls) made.set(control.id, control)
  entries.set(framework, made)
  return made
}

/** What may stand before an id: "Annex A.5.20", "45 CFR 164.312", "Klausel 6.1.2". */
const BEFORE_ID: ReadonlySet<string> = new Set([
  ...CITED_BY,
  ...'annex paragraph paragraphs practice criterion point points l cfr nycrr 16 21 23 45'.split(' '),
])

/** The ids of a framework by their letters and numbers. */
interface IdsByPieces {
  whole: ReadonlyMap<string, readonly string[]>
  /** Without the word or letter in front: `5.20` of A.5.20. */
  withoutLetter: ReadonlyMap<string, readonly string[]>
}

const pieces = new WeakMap<Framework, IdsByPieces>()

/** Made once. */
function idsByPieces(framework: Framework): IdsByPieces {
  const known = pieces.get(framework)
  if (known) return known
  const keys = framework.controlIds.map((id) => [piecesOf(id), id] as const)
  const rests = keys.flatMap(([key, id]) => {
    const rest = /^[^\d ]+ (\d.*)$/.exec(key)?.[1]
    return rest === undefined ? [] : [[rest, id] as const]
  })
  const made = { whole: grouped(keys), withoutLetter: grouped(rests) }
  pieces.set(framework, made)
  return made
}

function grouped(keys: readonly (readonly [key: string, id: string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [key, id] of keys) groups.set(key, [...(groups.get(key) ?? []), id])
  return groups
}

function piecesOf(id: string): string {
  return idPieces(tokenize(id)).join(' ')
}
