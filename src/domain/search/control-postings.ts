import type { Framework } from '../registry/framework.ts'
import { tokenize, type TextToken } from '../text/tokens.ts'
import { idPieces } from '../references/written-id.ts'
import { meaningful } from './stems.ts'

/*
 * The one index over the controls of all frameworks, in bytes: a sorted vocabulary, and behind each term the controls that hold it with
 * what the term says for each, worked out when the content is compiled. So a start reads nothing, a first query reads a file, and a query adds up
 * numbers.
 */

/** Where a word counts: a control's title says more than its text; `asked` holds people's own words for it. */
const FIELDS = { title: 2.5, asked: 2, text: 1, group: 0.5 } as const

type Field = keyof typeof FIELDS

/** BM25: how soon a word that comes again adds no more, and how much a long text counts against it. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.6

/** What a term says at most, in a byte. */
const IMPACT_MAX = 255

/** Before the key of an id, so that it is no word. */
const ID = '#'

/** Longer ids are not looked for. */
const ID_PIECES_MAX = 10

const HEAD_WORDS = 4

/** More controls than this have no number of two bytes. */
const CONTROLS_MAX = 65_535

/** A term's controls, by their place among all, and what the term says for each. */
interface Posting {
  document: number
  weight: number
}

/** Every control of the frameworks, in their order, as an index. @throws {RangeError} for more controls than two bytes can number */
export function buildPostings(frameworks: readonly Framework[]): Uint8Array {
  const documents = frameworks.flatMap(documentsOf)
  if (documents.length > CONTROLS_MAX) throw new RangeError(`more than ${CONTROLS_MAX} controls`)
  const terms = weighed(documents)
  const vocabulary = [...terms.keys()].sort((a, b) => (a < b ? -1 : 1))
  const words = new TextEncoder().encode(vocabulary.join('\n'))
  const most = [...terms.values()].flat().reduce((best, { weight }) => Math.max(best, weight), 0)
  const postings = vocabulary.map((term) => terms.get(term) ?? [])
  const total = postings.reduce((sum, one) => sum + one.length, 0)
  const padded = words.length + (words.length % 2)
  const head = Uint32Array.of(vocabulary.length, total, words.length, documents.length)
  const lengths = Uint16Array.from(postings, (one) => one.length)
  const controls = Uint16Array.from(postings.flat(), ({ document }) => document)
  const impacts = Uint8Array.from(postings.flat(), ({ weight }) =>
    Math.max(1, Math.round((weight / most) * IMPACT_MAX)),
  )
  const bytes = new Uint8Array(head.byteLength + padded + lengths.byteLength + controls.byteLength + total)
  let at = 0
  for (const part of [head, words, lengths, controls, impacts]) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += part === words ? padded : part.byteLength
  }
  return bytes
}

/** What is searched of one control. */
type Document = Record<Field, readonly string[]> & { ids: readonly string[] }

function documentsOf({ controls, askedAs }: Framework): Document[] {
  return controls.map(({ id, title, text, group }) => ({
    title: meaningful(title),
    asked: (askedAs[id] ?? []).flatMap(meaningful),
    text: meaningful(text),
    group: meaningful(group),
    ids: idKeys(id),
  }))
}

/** How an id is looked up: without punctuation, case and leading zeros; nothing for a single number or word. */
function idKeys(id: string): string[] {
  const pieces = idPieces(tokenize(id))
  return pieces.length > 1 ? [ID + pieces.join(' ')] : []
}

/** Every term with its controls, by BM25 over the fields together. An id says which control is meant, and no more. */
function weighed(documents: readonly Document[]): Map<string, Posting[]> {
  const names = Object.keys(FIELDS) as Field[]
  const mean = Object.fromEntries(
    names.map((field) => [
      field,
      documents.reduce((sum, one) => sum + one[field].length, 0) / documents.length,
    ]),
  ) as Record<Field, number>
  const terms = new Map<string, Posting[]>()
  const add = (term: string, posting: Posting): void => {
    const postings = terms.get(term)
    if (postings) postings.push(posting)
    else terms.set(term, [posting])
  }
  const frequencies = documents.map((document) => {
    const counts = new Map<string, number>()
    for (const field of names) {
      const long = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (document[field].length / Math.max(1, mean[field]))
      for (const term of document[field]) counts.set(term, (counts.get(term) ?? 0) + FIELDS[field] / long)
    }
    return counts
  })
  const holding = new Map<string, number>()
  for (const counts of frequencies)
    for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1)
  for (const [document, counts] of frequencies.entries()) {
    for (const [term, count] of counts) {
      const rare = Math.log(
        1 + (documents.length - (holding.get(term) ?? 0) + 0.5) / ((holding.get(term) ?? 0) + 0.5),
      )
      add(term, { document, weight: (rare * count) / (SATURATION + count) })
    }
    for (const key of documents[document]?.ids ?? []) add(key, { document, weight: 1 })
  }
  return terms
}

type Give = (control: number, impact: number) => void

/** Controls by their places: from the first to the one before the last. */
export interface Span {
  start: number
  end: number
}

const EVERYWHERE: Span = { start: 0, end: Infinity }

/** The index as it is read: terms are looked up, their controls get what they say. */
export class ControlPostings {
  /** How many controls there are. */
  readonly size: number
  readonly #vocabulary: readonly string[]
  /** Where each term's controls begin; one more for the end. */
  readonly #starts: Uint32Array
  readonly #controls: Uint16Array
  readonly #impacts: Uint8Array

  /** Takes what `buildPostings` gave. */
  constructor(bytes: Uint8Array) {
    const at = bytes.slice().buffer
    const [terms = 0, total = 0, length = 0, size = 0] = new Uint32Array(at, 0, HEAD_WORDS)
    const words = HEAD_WORDS * Uint32Array.BYTES_PER_ELEMENT
    this.size = size
    this.#vocabulary = new TextDecoder().decode(new Uint8Array(at, words, length)).split('\n')
    const lengths = new Uint16Array(at, words + length + (length % 2), terms)
    this.#starts = new Uint32Array(terms + 1)
    for (let term = 0; term < terms; term += 1)
      this.#starts[term + 1] = (this.#starts[term] ?? 0) + (lengths[term] ?? 0)
    const controls = lengths.byteOffset + lengths.byteLength
    this.#controls = new Uint16Array(at, controls, total)
    this.#impacts = new Uint8Array(at, controls + this.#controls.byteLength, total)
  }

  /**
   * Calls `give` with each control that holds the term and what it says there, from 0 to 1; with those from one place to another only,
   * where `among` says so. Gives whether there is such a term.
   */
  each(term: string, give: Give, among?: Span): boolean {
    const place = this.#placeOf(term)
    if (this.#vocabulary[place] !== term) return false
    this.#give(place, give, among)
    return true
  }

  /** The same for at most so many terms that begin so, and are longer. */
  eachLonger(beginning: string, most: number, give: Give, among?: Span): void {
    const first = this.#placeOf(beginning)
    for (let place = first; place < first + most; place += 1) {
      const term = this.#vocabulary[place]
      if (term?.startsWith(beginning) !== true) return
      if (term !== beginning) this.#give(place, give, among)
    }
  }

  /** The controls whose ids stand in a query, the longest id at each place, and the words that are no part of one. */
  named(query: readonly TextToken[]): { controls: ReadonlySet<number>; rest: TextToken[] } {
    const controls = new Set<number>()
    const rest: TextToken[] = []
    const pieces = idPieces(query)
    for (let from = 0; from < pieces.length; from += 1) {
      let to = Math.min(pieces.length, from + ID_PIECES_MAX)
      const isId = (): boolean =>
        this.each(ID + pieces.slice(from, to).join(' '), (control) => controls.add(control))
      while (to > from + 1 && !isId()) to -= 1
      if (to > from + 1) from = to - 1
      else rest.push(...query.slice(from, from + 1))
    }
    return { controls, rest }
  }

  #give(place: number, give: Give, { start, end }: Span = EVERYWHERE): void {
    const behind = this.#starts[place + 1] ?? 0
    const first = this.#starts[place] ?? 0
    for (let at = start > 0 ? this.#firstFrom(first, behind, start) : first; at < behind; at += 1) {
      const control = this.#controls[at] ?? 0
      if (control >= end) return
      give(control, (this.#impacts[at] ?? 0) / IMPACT_MAX)
    }
  }

  /** The first place between two whose control is not before this one. */
  #firstFrom(first: number, behind: number, control: number): number {
    let [from, to] = [first, behind]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#controls[middle] ?? 0) < control) from = middle + 1
      else to = middle
    }
    return from
  }

  /** The first place whose term is not before this one. */
  #placeOf(term: string): number {
    let [from, to] = [0, this.#vocabulary.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#vocabulary[middle] ?? '') < term) from = middle + 1
      else to = middle
    }
    return from
  }
}
