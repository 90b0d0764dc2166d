import type { Framework } from '../registry/framework.ts'
import type { Meter } from '../text/phrase-trie.ts'
import type { Slice } from '../text/slices.ts'
import { atOnce, inTurns } from '../text/turns.ts'
import { LineCutter } from './line-cutter.ts'
import { ReferenceReader, type Occurrence } from './reference-reader.ts'
import { stateOf, type ReferenceState } from './reference-state.ts'

/** A control id that an answer cites, whether the framework has it, in any of its editions, and what became of it. */
export interface Reference extends ReferenceState {
  id: string
  framework: string
  known: boolean
}

/** More references than this in one answer are not listed. */
const REFERENCES_MAX = 500

/** Nor are longer ones: a number can have any length, an id has not. */
export const ID_MAX = 64

/**
 * Checks the control ids of an answer as it goes by: each id with the shape of an injected framework's ids is looked up in
 * that framework's module. Linear in the text; what is kept is one unfinished line and the ids found.
 *
 * A text that may be long is read in turns of the event loop (`read`, `finish`), a short one at once (`add`, `references`).
 */
export class ReferenceScanner {
  readonly #reader: ReferenceReader
  readonly #found = new Map<string, Reference>()
  readonly #lines = new LineCutter()

  /** The steps of all work are counted with `meter`. */
  constructor(frameworks: readonly Framework[], meter: Meter = { steps: 0 }) {
    this.#reader = new ReferenceReader(frameworks, meter)
  }

  /** Takes the next piece of the answer, cut anywhere. */
  add(text: string): void {
    atOnce(this.#take(this.#lines.add(text)))
  }

  /** Every id found, in the order of its first place. Call once the answer is whole. */
  references(): Reference[] {
    atOnce(this.#take(this.#lines.end()))
    return [...this.#found.values()]
  }

  /** Takes the next piece in turns of the event loop. Await it before the next call. */
  read(text: string): Promise<void> {
    return inTurns(this.#take(this.#lines.add(text)))
  }

  /** What `references` gives, with the last line read in turns. */
  async finish(): Promise<Reference[]> {
    await inTurns(this.#take(this.#lines.end()))
    return this.references()
  }

  #take(slices: Iterable<Slice>): Generator<void> {
    return this.#reader.read(slices, (occurrence) => this.#note(occurrence))
  }

  #note(occurrence: Occurrence): void {
    const { framework, found } = occurrence
    if (this.#found.size >= REFERENCES_MAX || found.id.length > ID_MAX) return
    const key = `${framework.id} ${found.id}`
    if (this.#found.has(key)) return
    this.#found.set(key, {
      id: found.id,
      framework: framework.id,
      known: found.known,
      ...stateOf(occurrence),
    })
  }
}
