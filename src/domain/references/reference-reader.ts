import type { Framework } from '../registry/framework.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { PlacedTokens, type Span } from '../text/placed-tokens.ts'
import type { Slice } from '../text/slices.ts'
import { tokenize } from '../text/tokens.ts'
import { STEPS_A_TURN } from '../text/turns.ts'
import { NamedFrameworks, namesIn } from './named-frameworks.ts'
import { readText, type ReadText } from './read-text.ts'
import { isIdPlace } from './id-place.ts'
import { isOfOtherLaw } from './other-law.ts'
import { ReferenceIndex, type FoundId } from './reference-index.ts'

/** An id where it stands in a text. */
export interface Occurrence {
  /** Whose it is, or most likely is. */
  framework: Framework
  found: FoundId
  /** The frameworks that have it, where there are several and nothing tells which is meant. */
  candidates: readonly Framework[]
  /** Where it stands in the slice's own text. Costs nothing until it is asked for. */
  span: () => Span
}

/** A word and line break put before each line, so that what stands before its first word is seen: `§ 11.1`. Begins no name or id. */
const LINE_START = 'line\n'

/** Characters that cost a step whatever they are; a look at a token, a stem or a part of a key is one as well. */
const CHARACTERS_A_STEP = 64

/** Finds the control ids of some frameworks in a text that is read slice by slice, in turns of the event loop. */
export class ReferenceReader {
  readonly #frameworks: readonly Framework[]
  readonly #meter: Meter
  /** Steps when the turn began. */
  #began: number
  /** Made when the first text comes. */
  readonly #indexes: ReferenceIndex[] = []
  readonly #named = new NamedFrameworks()

  /** Every framework of them that the text has named so far. */
  get named(): ReadonlySet<Framework> {
    return this.#named.all
  }

  readonly #thorough: boolean
  /** Whether the text has cited other laws or documents, so that "rule 3" may be theirs too. */
  #hasOther = false

  /** The steps of all work are counted with `meter`. A `thorough` reader gives mere numbers too, and leaves out what is of other laws. */
  constructor(frameworks: readonly Framework[], meter: Meter, thorough = false) {
    this.#thorough = thorough
    this.#frameworks = frameworks
    this.#meter = meter
    this.#began = meter.steps
  }

  /** Gives each id of the next slices to `take`, and yields where a turn may end. */
  *read(slices: Iterable<Slice>, take: (occurrence: Occurrence, slice: Slice) => void): Generator<void> {
    if (this.#frameworks.length === 0) return
    yield* this.#prepare()
    for (const slice of slices) {
      this.#meter.steps += Math.ceil(slice.own.length / CHARACTERS_A_STEP)
      if (/\S/.test(slice.own)) yield* this.#readSlice(slice, (occurrence) => take(occurrence, slice))
      if (this.#isOver()) yield
    }
  }

  *#prepare(): Generator<void> {
    for (const framework of this.#frameworks.slice(this.#indexes.length)) {
      const making = ReferenceIndex.making(framework, this.#meter)
      let made = making.next()
      for (; made.done !== true; made = making.next()) if (this.#isOver()) yield
      this.#indexes.push(made.value)
    }
  }

  *#readSlice({ before, own, after }: Slice, take: (occurrence: Occurrence) => void): Generator<void> {
    const lead = before || LINE_START
    const placed = new PlacedTokens(lead + own + after)
    const cutting = placed.reading()
    while (cutting.next().done !== true) {
      this.#meter.steps += 1
      if (this.#isOver()) yield
    }
    const text = readText(placed.tokens, this.#meter)
    /** Where the id before ended. */
    let ended = 0
    const naming = namesIn(this.#indexes, text)
    let names = naming.next()
    for (; names.done !== true; names = naming.next()) if (this.#isOver()) yield
    this.#named.begin(text, names.value)
    const last = text.length - tokenize(after).length
    for (let at = before === '' ? 1 : tokenize(before).length; at < last;) {
      this.#named.reach(at)
      const id = this.#idAt(text, at)
      const [from, to] = [at, at + (id?.found.length ?? 1)]
      if (id && this.#isMeant(id.found, placed, { from, to, ended })) {
        ended = to
        if (id.found.generic && this.#hasOther) id.found.unsure = true
        take({ ...id, span: () => shifted(placed.span(from, to), -lead.length) })
      }
      at = to
      if (this.#isOver()) yield
    }
  }

  /** Whether an id's place speaks for it, and nothing behind it says that it is of something else. */
  #isMeant(
    { known, bare, generic }: FoundId,
    placed: PlacedTokens,
    place: { from: number; to: number; ended: number },
  ): boolean {
    if (bare && !isIdPlace(placed, { known, ...place })) return false
    const ofOther =
      this.#thorough &&
      generic === true &&
      isOfOtherLaw(placed.tokens, place.to, (at) => this.#named.beginsAt(at))
    this.#hasOther ||= ofOther
    return !ofOther
  }

  /** Of several frameworks whose form fits, those that have the id; of these the one that is named. */
  #idAt(text: ReadText, at: number): Omit<Occurrence, 'span'> | undefined {
    const fitting = this.#indexes.flatMap((index) => {
      const found = index.at(text, at, { thorough: this.#thorough })
      return found ? [{ index, found }] : []
    })
    const known = fitting.filter(({ found }) => found.known)
    const having = known.length > 0 ? known : fitting
    const [first] = having
    if (!first) return undefined
    const to = at + first.found.length
    const named = this.#named.among(
      having.map(({ index }) => index.framework),
      at,
      to,
    )
    const best = having.findLast(({ index }) => index.framework === named.at(-1)) ?? first
    const { framework } = best.index
    const edition = this.#named.edition(best.index, at, to)
    const looking = { edition, thorough: this.#thorough }
    const found = edition === undefined ? best.found : (best.index.at(text, at, looking) ?? best.found)
    return { framework, found, candidates: named.length > 1 && found.known ? named : [] }
  }

  #isOver(): boolean {
    const over = this.#meter.steps - this.#began >= STEPS_A_TURN
    if (over) this.#began = this.#meter.steps
    return over
  }
}

function shifted({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by }
}
