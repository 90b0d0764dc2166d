import type { Framework } from '../registry/framework.ts'
import type { Slice } from '../text/slices.ts'
import { inTurns } from '../text/turns.ts'
import { citedAmong, type Candidate } from './cited-ids.ts'
import { LineCutter } from './line-cutter.ts'
import { ReferenceReader, type Occurrence } from './reference-reader.ts'
import { ID_MAX } from './reference-scanner.ts'
import {
  nearIds,
  REFERENCE_STATUSES,
  stateOf,
  type ReferenceState,
  type ReferenceStatus,
} from './reference-state.ts'

/** A control id at one place of a text. */
export interface CheckedReference extends ReferenceState {
  /** As it stands in the text. */
  written: string
  /** As the framework writes it; of an unknown one, in the form of its ids. */
  id: string
  framework: string
  /** Of an unknown one: ids that exist and are written nearly so, where there are any. */
  suggestions?: readonly string[]
  /** In UTF-16 code units, as JavaScript's `slice` takes them. */
  start: number
  end: number
}

/** A reference as it may turn out to be one. */
interface Possible extends Candidate {
  reference: CheckedReference
}

export interface TextCheck {
  /** In the order of the text; at most `LISTED_MAX`. */
  references: CheckedReference[]
  /** Of every place, listed or not. */
  counts: Record<ReferenceStatus, number>
}

/** More places than this are counted and not listed. */
export const LISTED_MAX = 1_000

/** Ids that do not exist for which near ones are looked up. */
const LOOKED_UP_MAX = 100

/**
 * Every control id of some frameworks in a text, place by place, with what became of it. What may be something else as well (a mere
 * number, an id that does not exist) counts where the text names its framework or surely cites it elsewhere. Reads the text in turns of the event loop.
 */
export async function checkText(text: string, frameworks: readonly Framework[]): Promise<TextCheck> {
  const possible: Possible[] = []
  const slices = new PlacedSlices(text)
  const reader = new ReferenceReader(frameworks, { steps: 0 }, true)
  await inTurns(
    reader.read(slices.all(), (occurrence) => {
      const { framework, found, place } = occurrence
      if (!place || found.id.length > ID_MAX) return
      const { start, end } = slices.place(occurrence)
      const written = text.slice(start, end)
      const reference = { written, id: found.id, framework: framework.id, ...stateOf(occurrence), start, end }
      possible.push({ framework, found, place, reference })
    }),
  )
  const cited = citedAmong(possible, reader.subject).map(({ reference }) => reference)
  const counts = Object.fromEntries(REFERENCE_STATUSES.map((status) => [status, 0])) as TextCheck['counts']
  for (const { status } of cited) counts[status] += 1
  const references = cited.slice(0, LISTED_MAX)
  await inTurns(suggesting(references, frameworks))
  return { references, counts }
}

/** The slices of a text, and where the one that is being read begins. */
class PlacedSlices {
  readonly #text: string
  #start = 0

  constructor(text: string) {
    this.#text = text
  }

  *all(): Generator<Slice, void> {
    const lines = new LineCutter()
    for (const part of [lines.add(this.#text), lines.end()]) {
      for (const slice of part) {
        yield slice
        this.#start += slice.own.length
      }
    }
  }

  /** Where an id of this slice stands in the text, with the bracket that closes it. */
  place({ span }: Occurrence): { start: number; end: number } {
    const own = span()
    const [start, end] = [this.#start + own.start, this.#start + own.end]
    const written = this.#text.slice(start, end)
    const open = written.split('(').length > written.split(')').length
    return { start, end: open && this.#text[end] === ')' ? end + 1 : end }
  }
}

/** Puts near ids to those that do not exist, one look-up a turn. */
function* suggesting(
  references: CheckedReference[],
  frameworks: readonly Framework[],
): Generator<void, void> {
  const near = new Map<string, readonly string[]>()
  for (const reference of references) {
    const framework = frameworks.find(({ id }) => id === reference.framework)
    if (reference.status !== 'unknown' || !framework) continue
    const key = `${framework.id} ${reference.id}`
    if (!near.has(key)) {
      if (near.size === LOOKED_UP_MAX) return
      near.set(key, nearIds(framework, reference.id))
      yield
    }
    const suggestions = near.get(key) ?? []
    if (suggestions.length > 0) reference.suggestions = suggestions
  }
}
