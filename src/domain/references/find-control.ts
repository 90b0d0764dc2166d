import { citation, type ControlEntry, type Framework } from '../registry/framework.ts'
import { isNumber, tokenize } from '../text/tokens.ts'
import { inTurns } from '../text/turns.ts'
import { readText } from './read-text.ts'
import { ReferenceIndex, type FoundId } from './reference-index.ts'
import { nearIds } from './reference-state.ts'
import { stemWord, withoutZeros } from './written-id.ts'

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
  return { status: 'current', id: found.id, entry: entriesOf(framework).get(found.id) }
}

/** The id that is written, alone or behind the word that the framework's numbers are cited with. */
async function readId(framework: Framework, written: string): Promise<FoundId | undefined> {
  const alike = idsByPieces(framework).get(piecesOf(written)) ?? []
  if (alike[0] !== undefined && alike.length === 1) return { id: alike[0], known: true, length: 1 }
  const index = await inTurns(ReferenceIndex.making(framework, { steps: 0 }))
  for (const text of [written, `${framework.citePrefix ?? 'Control'} ${written}`]) {
    const tokens = readText(tokenize(`line\n${text}`))
    for (let at = 1; at < tokens.length; at += 1) {
      const found = index.at(tokens, at, { thorough: true })
      // All of what is written is the id.
      if (found && at + found.length === tokens.length) return found
    }
  }
  return undefined
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

const pieces = new WeakMap<Framework, ReadonlyMap<string, readonly string[]>>()

/** The ids of a framework by their letters and numbers, and without the word or letter in front: `5.20` is A.5.20. Made once. */
function idsByPieces(framework: Framework): ReadonlyMap<string, readonly string[]> {
  const known = pieces.get(framework)
  if (known) return known
  const made = new Map<string, string[]>()
  const add = (key: string, id: string): void => {
    made.set(key, [...(made.get(key) ?? []), id])
  }
  const whole = new Set(framework.controlIds.map(piecesOf))
  for (const id of framework.controlIds) {
    const key = piecesOf(id)
    add(key, id)
    const rest = /^[^\d ]+ (\d.*)$/.exec(key)?.[1]
    if (rest !== undefined && !whole.has(rest)) add(rest, id)
  }
  pieces.set(framework, made)
  return made
}

/** An id's letters and numbers, without punctuation, case and leading zeros. */
function piecesOf(id: string): string {
  return tokenize(id)
    .map((token) => (isNumber(token) ? withoutZeros(token.text) : stemWord(token)))
    .join(' ')
}
