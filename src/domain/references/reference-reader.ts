import type { Framework } from '../registry/framework.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { PlacedTokens, type Span } from '../text/placed-tokens.ts'
import type { Slice } from '../text/slices.ts'
import { tokenize } from '../text/tokens.ts'
import { STEPS_A_TURN } from '../text/turns.ts'
import { NamedFrameworks, namesIn } from './named-frameworks.ts'
import { readText, type ReadText } from './read-text.ts'
import type { TextSubject } from './cited-ids.ts'
import { placeOf, type IdPlace } from './id-place.ts'
import { RuleTalk } from './rule-talk.ts'
import { isOfOtherLaw } from './other-law.ts'
import type { FoundId } from './found-id.ts'
import { ownedId, type Fitting } from './owned-id.ts'
import { ReferenceIndex, type Looking } from './reference-index.ts'

/** An id where it stands in a text. */
export interface Occurrence {
  /** Whose it is, or most likely is. */
  framework: Framework
  found: FoundId
  /** The frameworks that have it, where there are several and nothing tells which is meant. */
  candidates: readonly Framework[]
  /** What its place says; told by a `thorough` reader. */
  place: IdPlace | undefined
  /** Where it stands in the slice's own text. Costs nothing until it is asked for. */
  span: () => Span
}

/** A word and line break put before each line, so that what stands before its first word is seen: `§ 11.1`. Begins no name or id. */
const LINE_START = 'line\n'

/** Characters that cost a step whatever they are; a look at a token, a stem or a part of a key is one as well. */
const CHARACTERS_A_STEP = 64

/** What stands around an id is looked at about so often, to tell what its place says. */
const STEPS_A_PLACE = 16

/** Finds the control ids of some frameworks in a text that is read slice by slice, in turns of the event loop. */
export class ReferenceReader {
  readonly #frameworks: readonly Framework[]
  readonly #meter: Meter
  /** Steps when the turn began. */
  #began: number
  /** Made when the first text comes. */
  readonly #indexes: ReferenceIndex[] = []
  readonly #named = new NamedFrameworks()

  readonly #talk = new RuleTalk()
  readonly #thorough: boolean
  readonly #looking: Looking
  /** Whether the text has cited other laws or documents, so that "rule 3" may be theirs too. */
  #hasOther = false

  /** The steps of all work are counted with `meter`. A `thorough` reader gives mere numbers too, and leaves out what is of other laws. */
  constructor(frameworks: readonly Framework[], meter: Meter, thorough = false) {
    this.#thorough = thorough
    this.#looking = { thorough }
    this.#frameworks = frameworks
    this.#meter = meter
    this.#began = meter.steps
  }

  /** What the text read so far speaks of; only a `thorough` reader listens. */
  get subject(): TextSubject {
    const { all: named, clearly } = this.#named
    return { named, clearly, otherWords: this.#talk.otherWords }
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
    for (const cut of placed.reading()) {
      this.#meter.steps += cut
      if (this.#isOver()) yield
    }
    const text = readText(placed.tokens, this.#meter, placed.behind)
    /** Where the id before ended, and what it was. */
    let ended = 0
    let previous: Fitting | undefined
    // Of one framework alone, names tell no more than its edition: they are looked for where an id stands.
    let hasNames = this.#thorough || this.#indexes.length > 1
    if (hasNames) yield* this.#readNames(text)
    const last = text.length - tokenize(after).length
    let to = before === '' ? 1 : tokenize(before).length
    if (this.#thorough) this.#talk.hear(text.slice(to, last))
    while (to < last) {
      const from = to
      to += 1
      const own = this.#fittingAt(text, from)
      const sibling = own || !previous ? undefined : siblingOf(previous, text, from, ended)
      const fitting = own ?? sibling
      if (fitting) {
        if (!hasNames) yield* this.#readNames(text)
        hasNames = true
        this.#named.reach(from)
        const { index, ...id } = ownedId(text, from, fitting, {
          names: this.#named,
          thorough: this.#thorough,
        })
        to = from + id.found.length
        // A code in small letters may be a word: "map 1.5".
        const small = this.#thorough && /^\p{Lu}/u.test(id.found.id) && !placed.isCapitalized(from)
        if (small && !id.found.generic) id.found.unsure = true
        if (this.#thorough) this.#meter.steps += STEPS_A_PLACE
        const behindName = this.#thorough && this.#named.endsAt(from)
        const place = this.#thorough ? placeOf(placed, { from, to, ended, behindName }) : undefined
        const ofOther = this.#isOfOther(id.found, text, { from, to }, index)
        // A decimal behind an id is none of its points: "8.3.6 and .5 GB".
        const ofNone = ofOther || (sibling !== undefined && place?.excluded === true)
        ended = ofNone ? 0 : to
        previous = ofNone ? undefined : { index, found: id.found }
        // What goes on with its last part is of the same list.
        if (place && sibling) place.joined = true
        if (!ofNone) take({ ...id, place, span: spanIn(placed, from, to, lead.length) })
      }
      if (this.#isOver()) yield
    }
    if (hasNames) this.#named.reach(text.length)
  }

  /** Whether what stands at an id says that it is of another law or document. */
  #isOfOther(
    found: FoundId,
    text: ReadText,
    place: { from: number; to: number },
    index: ReferenceIndex,
  ): boolean {
    // Of an answer it is asked only where a wrong word would be said: it may cite a law that was not injected.
    if (!found.generic || !(this.#thorough || found.isBeyond)) return false
    const ofOther = isOfOtherLaw(
      text,
      { ...place, isNumber: /^\d/.test(found.id) },
      {
        beginsAt: (at) => this.#named.beginsAt(at),
        endsAt: (at) => this.#named.endsAt(at),
        has: (word) => index.hasInNames(word),
      },
    )
    this.#hasOther ||= ofOther
    if (this.#hasOther) found.doubted = true
    return ofOther
  }

  *#readNames(text: ReadText): Generator<void> {
    const naming = namesIn(this.#indexes, text)
    let names = naming.next()
    for (; names.done !== true; names = naming.next()) if (this.#isOver()) yield
    this.#named.begin(text, names.value)
  }

  /** What stands at a place in the form of each framework's ids. At most places nothing does. */
  #fittingAt(text: ReadText, at: number): [Fitting, ...Fitting[]] | undefined {
    let fitting: [Fitting, ...Fitting[]] | undefined
    for (const index of this.#indexes) {
      const found = index.at(text, at, this.#looking)
      // What is far from all of one framework's chapters may be near another's.
      if (!found || (found.far && fitting)) continue
      if (fitting && fitting[0].found.far !== true) fitting.push({ index, found })
      else fitting = [{ index, found }]
    }
    return fitting
  }

  #isOver(): boolean {
    const over = this.#meter.steps - this.#began >= STEPS_A_TURN
    if (over) this.#began = this.#meter.steps
    return over
  }
}

/** What goes on with the last part of the id before it: `.30` of "3.1.1, .2 and .30". */
function siblingOf(
  { index, found: { written } }: Fitting,
  text: ReadText,
  from: number,
  ended: number,
): [Fitting] | undefined {
  if (from - ended > 1) return undefined
  const found = written && index.at(text, from, { thorough: true, before: { written, ended } })
  return found && [{ index, found }]
}

/** Where tokens stand behind the first characters of a text. */
function spanIn(placed: PlacedTokens, from: number, to: number, behind: number): () => Span {
  return () => {
    const { start, end } = placed.span(from, to)
    return { start: start - behind, end: end - behind }
  }
}
