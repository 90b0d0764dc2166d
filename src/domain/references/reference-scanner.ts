import { tokenize, tokensOf, type TextToken } from '../text/tokens.ts'
import type { Meter } from '../text/phrase-trie.ts'
import type { Slice } from '../text/slices.ts'
import { atOnce, inTurns, STEPS_A_TURN } from '../text/turns.ts'
import type { Framework } from '../registry/framework.ts'
import { LineCutter } from './line-cutter.ts'
import { readText, type ReadText } from './read-text.ts'
import { ReferenceIndex, type FoundId } from './reference-index.ts'

/** A control id that an answer cites, and whether the framework has it. */
export interface Reference {
  id: string
  framework: string
  known: boolean
}

/** More references than this in one answer are not listed. */
const REFERENCES_MAX = 500

/** Nor are longer ones: a number can have any length, an id has not. */
const ID_MAX = 64

/** A word and line break put before each line, so that what stands before its first word is seen: `§ 11.1`. Begins no name or id. */
const LINE_START = 'line\n'

/** Characters that cost a step whatever they are; a look at a token, a stem or a part of a key is one as well. */
const CHARACTERS_A_STEP = 64

/**
 * Checks the control ids of an answer as it goes by: each id with the shape of an injected framework's ids is looked up in
 * that framework's module. Linear in the text; what is kept is one unfinished line and the ids found.
 *
 * A text that may be long is read in turns of the event loop (`read`, `finish`), a short one at once (`add`, `references`).
 */
export class ReferenceScanner {
  readonly #frameworks: readonly Framework[]
  readonly #meter: Meter
  /** Steps when the turn began. */
  #began: number
  /** Made when the first text comes. */
  readonly #indexes: ReferenceIndex[] = []
  readonly #found = new Map<string, Reference>()
  readonly #lines = new LineCutter()
  /** The injected framework named last: a form that several share is taken for its. */
  #named: Framework | undefined

  /** The steps of all work are counted with `meter`. */
  constructor(frameworks: readonly Framework[], meter: Meter = { steps: 0 }) {
    this.#frameworks = frameworks
    this.#meter = meter
    this.#began = meter.steps
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

  /** Yields where a turn may end. */
  *#take(slices: Iterable<Slice>): Generator<void> {
    if (this.#frameworks.length === 0) return
    for (const framework of this.#frameworks.slice(this.#indexes.length)) {
      const making = ReferenceIndex.making(framework, this.#meter)
      let made = making.next()
      for (; made.done !== true; made = making.next()) if (this.#isOver()) yield
      this.#indexes.push(made.value)
    }
    for (const slice of slices) {
      this.#meter.steps += Math.ceil(slice.own.length / CHARACTERS_A_STEP)
      if (/\S/.test(slice.own)) yield* this.#read(slice)
      if (this.#isOver()) yield
    }
  }

  *#read({ before, own, after }: Slice): Generator<void> {
    const tokens: TextToken[] = []
    for (const token of tokensOf((before || LINE_START) + own + after)) {
      tokens.push(token)
      this.#meter.steps += 1
      if (this.#isOver()) yield
    }
    const text = readText(tokens, this.#meter)
    const named = yield* this.#namesIn(text)
    const last = tokens.length - tokenize(after).length
    for (let at = before === '' ? 1 : tokenize(before).length; at < last;) {
      this.#named = named.get(at) ?? this.#named
      const best = this.#bestAt(text, at)
      if (best) this.#note(best.framework, best.found)
      at += best?.found.length ?? 1
      if (this.#isOver()) yield
    }
  }

  /** Where each name of an injected framework begins, if there are several to tell apart. */
  *#namesIn(text: ReadText): Generator<void, Map<number, Framework>> {
    const named = new Map<number, Framework>()
    if (this.#indexes.length < 2) return named
    for (const { names, framework } of this.#indexes) {
      for (let at = 0; at < text.length;) {
        const match = names.longestAt(text, at)
        if (match) named.set(at, framework)
        at = match?.to ?? at + 1
        this.#meter.steps += 1
        if (this.#isOver()) yield
      }
    }
    return named
  }

  /** Of several frameworks whose form fits: the one named last if it has the id, else one that has it, else the one named last. */
  #bestAt(text: ReadText, at: number): { framework: Framework; found: FoundId } | undefined {
    let best: { framework: Framework; found: FoundId; fit: number } | undefined
    for (const index of this.#indexes) {
      const found = index.at(text, at)
      if (!found) continue
      const { framework } = index
      const fit = (found.known ? 2 : 0) + (framework === this.#named ? 1 : 0)
      if (!best || fit > best.fit) best = { framework, found, fit }
    }
    return best
  }

  #note(framework: Framework, { id, known }: FoundId): void {
    if (this.#found.size >= REFERENCES_MAX || id.length > ID_MAX) return
    const reference = { id, framework: framework.id, known }
    const key = `${framework.id} ${id}`
    if (!this.#found.has(key)) this.#found.set(key, reference)
  }

  #isOver(): boolean {
    const over = this.#meter.steps - this.#began >= STEPS_A_TURN
    if (over) this.#began = this.#meter.steps
    return over
  }
}
