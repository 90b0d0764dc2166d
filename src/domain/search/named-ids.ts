import { CITED_BY } from '../references/cite-words.ts'
import type { ReadText } from '../references/read-text.ts'
import { ReferenceIndex } from '../references/reference-index.ts'
import type { ControlEntry, Framework, Note } from '../registry/framework.ts'
import { PhraseTrie } from '../text/phrase-trie.ts'
import { isNumber, tokenize, type TextToken } from '../text/tokens.ts'

/** The ids that a question names. */
export interface NamedIds {
  controls: ControlEntry[]
  /** What the module tells of ids without an entry of their own: those of older editions. */
  notes: Note[]
  /** Whether one has the form of the framework's and does not exist. */
  invented: boolean
  /** The question's words that are no part of an id. */
  rest: TextToken[]
}

/** An id within an entry's text: letters and at least two numbers. */
const OLDER_ID = /\b[A-Z]{1,3}[.-]\d{1,3}(?:\.\d{1,3})+\b/g

/** An id of a letter and numbers, whose letter people leave out. */
const OF_ANNEX = /^[A-Z]\.(\d+(?:\.\d+)+)$/

/** An id of numbers, and what it is a point of, of two numbers at least. */
const DIVIDED = /^((?:[A-Z]\.)?\d+\.\d+)\.\d+$/

/** What stands before a number that is a version or a score. */
const SCORED = new Set('cvss score version v tls ssl php python ios android windows'.split(' '))

/** Finds the controls of one framework that a question names by their ids. */
export class NamedIdReader {
  readonly #framework: Framework
  readonly #notes: readonly Note[]
  readonly #bare = new PhraseTrie<ControlEntry>()
  readonly #byId: ReadonlyMap<string, ControlEntry>

  constructor(framework: Framework, notes: readonly Note[]) {
    this.#framework = framework
    this.#notes = notes
    this.#byId = new Map(framework.controls.map((control) => [control.id, control]))
    for (const control of framework.controls) {
      // A whole number alone names nothing, even here.
      if (tokenize(control.id).length > 1) this.#bare.add(control.id, control)
      // Nor does people's number without the letter of its annex ("5.23"), where a clause has it.
      const number = OF_ANNEX.exec(control.id)?.[1]
      if (number !== undefined && !this.#byId.has(number)) this.#bare.add(number, control)
      // A number that the module only divides ("12.8") names what it is divided into.
      const parent = DIVIDED.exec(control.id)?.[1]
      if (parent !== undefined && !this.#byId.has(parent)) this.#bare.add(parent, control)
      // The numbers of older editions lead to the control that tells of them: "(2013: A.12.6.1)".
      for (const [older] of control.text.matchAll(OLDER_ID))
        if (!this.#byId.has(older)) this.#bare.add(older, control)
    }
  }

  /** The ids that stand in the question, in its order. */
  read(tokens: ReadText): NamedIds {
    const places: [number, ControlEntry][] = []
    const elsewhere = new Set<string>()
    let invented = false
    const covered = new Set<TextToken>()
    for (let at = 0; at < tokens.length;) {
      const cited = ReferenceIndex.of(this.#framework).at(tokens, at)
      const control = cited && this.#byId.get(cited.id)
      if (control) places.push([at, control])
      else if (cited?.known) elsewhere.add(cited.id)
      invented ||= cited?.known === false
      for (const token of tokens.slice(at, at + (cited?.length ?? 0))) covered.add(token)
      at += cited?.length ?? 1
    }
    for (const { from, to, control } of this.#bareIds(tokens)) {
      places.push([from, control])
      for (const token of tokens.slice(from, to)) covered.add(token)
    }
    return {
      controls: [...new Set(places.sort(([a], [b]) => a - b).map(([, control]) => control))],
      notes: this.#notes.filter(({ text }) => [...elsewhere].some((id) => holds(text, id))),
      invented,
      rest: tokens.filter((token) => !covered.has(token)),
    }
  }

  /** Ids that nobody cites as such ("ISO 27002 5.20") or of words. `A.12.6.1` holds no `6.1`: an id begins where its number begins. */
  #bareIds(tokens: readonly TextToken[]): { from: number; to: number; control: ControlEntry }[] {
    return this.#bare.find(tokens).flatMap(({ values, from, to }) => {
      const [before, first] = [tokens[from - 1], tokens[from]]
      const inside = before && first && isNumber(first) && ['.', '-', ''].includes(first.between)
      if (inside === true || SCORED.has(before?.text ?? '')) return []
      // "PCI DSS 3.2.1" is an edition, "requirement 3.2.1" an id.
      const meant = values.filter(({ id }) => !this.#isEdition(id) || CITED_BY.has(before?.text ?? ''))
      return meant.map((control) => ({ from, to, control }))
    })
  }

  #isEdition(id: string): boolean {
    return this.#framework.editions.some((edition) => edition.id === id)
  }
}

/** Whether a text holds an id, with zeros before its numbers or without. */
function holds(text: string, id: string): boolean {
  const plain = (written: string): string => written.replaceAll(/\b0+(?=\d)/g, '')
  const [where, what] = [plain(text), plain(id)]
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    if (!/^[\d.]*\d/.test(where.slice(at + what.length))) return true
  }
  return false
}
