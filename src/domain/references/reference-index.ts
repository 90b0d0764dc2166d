import { PhraseTrie, type Meter } from '../text/phrase-trie.ts'
import { tokenize } from '../text/tokens.ts'
import { atOnce } from '../text/turns.ts'
import type { Framework, SectionName } from '../registry/framework.ts'
import { annexTails } from './annex-tails.ts'
import { editionNumbers, type EditionNumber } from '../registry/edition-numbers.ts'
import { IdReader, LARGE } from './id-reader.ts'
import { IdTable } from './id-table.ts'
import { readText, type ReadText } from './read-text.ts'
import { selectionsOf } from './selections.ts'
import { SupersededIds } from './superseded-ids.ts'
import { idsOf } from './undescribed-ids.ts'
import {
  idPattern,
  isOfLaw,
  isPhrase,
  splitId,
  withoutZeros,
  type SplitId,
  type WrittenId,
} from './written-id.ts'
import { writtenLike } from './written-like.ts'

/** What an id in a text turned out to be. */
export interface FoundId {
  /** As the module writes it, or, where it is not known, in the form of the module's ids. */
  id: string
  known: boolean
  /** Tokens it takes up. */
  length: number
  /** Where it went, if the id is an older edition's: ids of the edition in force, none where it was withdrawn. */
  movedTo?: readonly string[]
  /** Might be anything else as well: counts only where the rest of the text speaks for it. */
  unsure?: true
  /** In the form of many laws' and documents' ids: `Art. 6`, `clause 7.4`. */
  generic?: true
  /** A mere number: its place must speak for it too. */
  bare?: true
}

/** What else is known of the place that is looked at. */
export interface Looking {
  /** The older edition that is meant: its ids come first. */
  edition?: string | undefined
  /** Whether mere numbers are looked at too: for a text that is read whole before anything is said of it. */
  thorough?: boolean
}

const BARE = { unsure: true, bare: true } as const

/** A control that may have enhancements: `AC-2(1)` of `AC-2`. */
const CONTROL = /^[A-Z]{2}-\d+$/

/** A list of numbered points as long as this is the whole list; a shorter one (`Section 8(1)` to `(10)`) may be a selection. */
const LONG_LIST = Array.from({ length: 20 }, (_, index) => String(index + 1))

/** Taking one id apart costs about as much as so many looks at a token. */
const STEPS_AN_ID = 20

/** The sections of a module that tell of other editions. */
const OF_EDITIONS: ReadonlySet<SectionName> = new Set(['Changes between editions', 'Deadlines and penalties'])

const indexes = new WeakMap<Framework, ReferenceIndex>()

/** The ids of one framework, looked up by how they are written rather than how they are punctuated. */
export class ReferenceIndex {
  readonly framework: Framework
  /** Finds the framework's own names, to tell whose id a shared form is. */
  readonly names = new PhraseTrie<true>()
  /** Its older editions, by the numbers that stand at its name. */
  readonly editions: readonly EditionNumber[]
  readonly #reader: IdReader
  readonly #ids = new IdTable()
  readonly #older: SupersededIds
  /** Beginnings of ids that are none themselves: `A.5` of `A.5.20`. */
  readonly #headings = new IdTable()
  /** Ids whose points the module lists from (a) on without a hole. */
  readonly #listed = new Set<string>()
  /** Ids whose points the module numbers from 1 to 20 and more: `Annex I` of `Annex I GSPR 1`. */
  readonly #numbered = new Set<string>()
  /**
   * Of each stem, which kinds of parts follow in which order (`##`, `##@`), with an id written so. Anything else has not the shape of
   * an id.
   */
  readonly #patterns = new Map<string, string>()
  /** Stems of whose numbers the module has a few only, so that it cannot tell which of the others exist. */
  #selections: ReadonlySet<string> = new Set()
  /** The edition in force: an id with it behind (`LLM03:2026`) is the id. */
  readonly #edition: string | undefined

  /** What is left of making the index. */
  readonly #making: Iterator<number, void>

  private constructor(framework: Framework) {
    this.framework = framework
    const { name, fullName, names, ambiguousNames, editions, data } = framework
    this.#reader = new IdReader(framework)
    this.#edition = editions.find(({ status }) => status === 'current')?.id
    for (const phrase of [name, fullName, ...names, ...ambiguousNames]) this.names.add(phrase, true)
    this.editions = editionNumbers(
      framework,
      data.editions.map(({ from }) => from),
    )
    this.#older = new SupersededIds(data.editions)
    this.#making = this.#make()
  }

  /** The index of a framework, made once. */
  static of(framework: Framework): ReferenceIndex {
    const index = ReferenceIndex.#begun(framework)
    atOnce(index.#making)
    return index
  }

  /** The same in turns, one of which may end at each yield; whoever else needs the index goes on where this stands. */
  static *making(framework: Framework, meter: Meter): Generator<void, ReferenceIndex> {
    const index = ReferenceIndex.#begun(framework)
    for (let next = index.#making.next(); next.done !== true; next = index.#making.next()) {
      meter.steps += next.value
      yield
    }
    return index
  }

  static #begun(framework: Framework): ReferenceIndex {
    const index = indexes.get(framework) ?? new ReferenceIndex(framework)
    indexes.set(framework, index)
    return index
  }

  /** The id that stands at a place of a text, if one with the shape of this framework's ids does. */
  at(text: ReadText, from: number, { edition, thorough = false }: Looking = {}): FoundId | undefined {
    const written = this.#reader.at(text, from, thorough)
    if (!written) return undefined
    const found = written.bare ? undefined : this.#judge(written, text.meter, { edition, thorough })
    const numbers = written.words.length === 0
    const judged = found ?? (thorough && numbers ? this.#judgeBare(written, edition) : undefined)
    return judged && (numbers || isOfLaw(written.words)) ? { ...judged, generic: true } : judged
  }

  /** Learns the ids one by one and yields the steps that each has cost. */
  *#make(): Generator<number, void> {
    const { controls, undescribed } = this.framework
    const described = controls.map(({ id }) => id)
    const others = undescribed.flatMap(idsOf)
    for (const id of described) {
      if (!isPhrase(id)) this.#add(id)
      yield STEPS_AN_ID
    }
    for (const [tail, id] of annexTails(described)) {
      const split = splitId(tail)
      this.#ids.putNew(split.words, split.parts, id)
      this.#reader.learn(tail, split)
    }
    for (const id of others) {
      this.#addUndescribed(id)
      yield STEPS_AN_ID
    }
    this.#selections = selectionsOf(described, others)
    for (const older of this.#older.making()) {
      this.#reader.learn(older.id, older)
      // Codes of letters and a number (`KSI-IAM-01`) are read as such, whether they exist or not.
      if (older.words.length > 1) this.#addPatterns(older.id, older)
      yield STEPS_AN_ID
    }
    for (const text of textsOnIds(this.framework)) yield this.#addMentioned(text)
    for (const id of new Set(this.#ids.ids())) {
      this.#addList(id)
      yield STEPS_AN_ID
    }
  }

  #add(id: string): void {
    const split = splitId(id)
    const { words, parts } = split
    this.#addPatterns(id, split)
    this.#ids.put(words, parts, id)
    this.#ids.putNew(words, parts.map(withoutZeros), id)
    this.#addBeginnings(id, words, parts)
    this.#reader.learn(id, split)
  }

  #addPatterns(id: string, { words, parts }: SplitId): void {
    for (const like of likesOf(words, parts)) if (!this.#patterns.has(like)) this.#patterns.set(like, id)
  }

  #addUndescribed(id: string): void {
    const { words, parts } = splitId(id)
    this.#ids.putNew(words, parts.map(withoutZeros), id)
  }

  /** Numbers of older and coming editions and withdrawn ids exist as well where the module itself tells of them. */
  #addMentioned(text: string): number {
    const tokens = readText(tokenize(text))
    for (let at = 0; at < tokens.length; at += 1) {
      const written = this.#reader.at(tokens, at, false)
      if (!written || (written.weak && written.words.length === 0)) continue
      const { words, parts } = written
      const has = this.#ids.has(words, parts) || this.#older.get(words, parts)
      if (!has) this.#ids.putNew(words, parts.map(withoutZeros), this.#spell(written))
    }
    return tokens.meter.steps + tokens.length
  }

  /** The paragraph that a listed point belongs to exists too (`Art. 23(4)` of `Art. 23(4)(a)`); other beginnings are headings. */
  #addBeginnings(id: string, words: readonly string[], parts: readonly string[]): void {
    let rest = id
    for (let count = parts.length - 1; count > 0; count -= 1) {
      const beginning = parts.slice(0, count).map(withoutZeros)
      const paragraph = /^(.*)\([^()]*\)$/.exec(rest)?.[1]
      if (paragraph === undefined) this.#headings.put(words, beginning, id)
      else this.#ids.putNew(words, beginning, paragraph.replace(/[\s-]+$/, ''))
      rest = paragraph ?? ''
    }
  }

  #addList(id: string): void {
    const { words, parts } = splitId(id)
    const hasPoint = (point: string): boolean => this.#ids.has(words, [...parts, point])
    if (hasPoint('a') && hasPoint('d')) this.#listed.add(id)
    if (LONG_LIST.every(hasPoint)) this.#numbered.add(id)
  }

  /**
   * The id, or the one it is a point of: `Art. 21(3)` is found as `Art. 21` where the module goes no deeper there. Where it
   * lists the points, one that is not among them does not exist. A heading is no id, nor is what no id of the framework looks like.
   */
  #judge(written: WrittenId, meter: Meter, { edition, thorough }: Looking): FoundId | undefined {
    const { words, length, weak } = written
    const parts = this.#withoutEdition(written)
    const plain = parts.map(withoutZeros)
    const meant = edition === undefined ? undefined : this.#older.get(words, plain, edition)
    if (meant) return { ...meant, known: true, length }
    const exact = this.#ids.get(words, parts, meter)
    if (exact !== undefined) return { id: exact, known: true, length, ...(weak && { unsure: true }) }
    const unpadded = this.#ids.get(words, plain, meter)
    if (unpadded !== undefined) return { id: unpadded, known: true, length, unsure: true }
    if (this.#headings.has(words, plain) || (weak && words.length === 0)) return undefined
    const older = weak && !thorough ? undefined : this.#older.get(words, plain)
    if (older) return { ...older, known: true, length, ...(weak && { unsure: true }) }
    // An article of its own may have points, but is none.
    const above = this.#above(words, plain, written.inserted ? 2 : 1, meter)
    if (above !== undefined) return { id: above, known: true, length, ...(weak && { unsure: true }) }
    if (weak || this.#selections.has(words.join(' '))) return undefined
    if (plain.length > this.#ids.longest || !this.#patterns.has(idPattern(words, plain))) return undefined
    return { id: this.#spell({ ...written, parts }), known: false, length }
  }

  /** A number that nothing beside it says is an id: one that exists, did exist, or has the form of one. */
  #judgeBare({ words, parts, length }: WrittenId, edition = ''): FoundId | undefined {
    const plain = parts.map(withoutZeros)
    const [exact, older] = [this.#ids.get(words, parts), this.#older.get(words, plain, edition)]
    if (older && (edition !== '' || exact === undefined)) return { ...older, known: true, length, ...BARE }
    if (exact !== undefined) return { id: exact, known: true, length, ...BARE }
    const telling = plain.length > 2 || (plain.length > 1 && Number(plain[0]) >= LARGE)
    return telling && this.#patterns.has(idPattern(words, plain))
      ? { id: plain.join('.'), known: false, length, ...BARE }
      : undefined
  }

  /** The id that what is written is a point of, of at least so many parts. */
  #above(
    words: readonly string[],
    parts: readonly string[],
    least: number,
    meter: Meter,
  ): string | undefined {
    for (let count = Math.min(parts.length - 1, this.#ids.longest); count >= least; count -= 1) {
      const id = this.#ids.get(words, parts.slice(0, count), meter)
      if (id === undefined || !this.#isPointOf(id, words, parts, count)) continue
      return this.#lists(id, words, parts.slice(0, count + 1)) ? undefined : id
    }
    return undefined
  }

  /**
   * Whether what stands behind the first `count` parts is a point below them: of a law, a letter, a control's enhancement, or a
   * number behind a letter where the module has none (`500.19(a)(1)`).
   */
  #isPointOf(id: string, words: readonly string[], parts: readonly string[], count: number): boolean {
    const enhancement = parts.length === 2 && CONTROL.test(id)
    if (enhancement || isOfLaw(words) || /^[a-z]/.test(parts[count] ?? '')) return true
    return /^[a-z]/.test(parts[count - 1] ?? '') && !this.#ids.has(words, [...parts.slice(0, count), '1'])
  }

  /** Whether the module lists such points of an id: letters, numbers, or what a letter heads (`R1` of `CIP-003-9`). */
  #lists(id: string, words: readonly string[], point: readonly string[]): boolean {
    const last = point.at(-1) ?? ''
    if (/^[a-z]$/.test(last) ? this.#listed.has(id) : this.#numbered.has(id) && /^\d/.test(last)) return true
    return this.#headings.has(words, point)
  }

  #withoutEdition({ words, parts }: WrittenId): readonly string[] {
    const dated = words.length > 0 && parts.length > 1 && parts.at(-1) === this.#edition
    return dated ? parts.slice(0, -1) : parts
  }

  #spell({ template, words, parts }: WrittenId): string {
    const like = likesOf(words, parts).find((key) => this.#patterns.has(key)) ?? ''
    return writtenLike(this.#patterns.get(like) ?? template, words, parts)
  }
}

/** What a module says of its controls and of other editions: the ids in there exist. */
function textsOnIds({ controls, notes }: Framework): string[] {
  return [
    ...controls.map(({ text }) => text),
    ...notes.filter(({ section }) => OF_EDITIONS.has(section)).map(({ text }) => text),
  ]
}

/**
 * What ids that are written alike have in common, the most telling first: `Annex VIII Rule 1` and `Annex I GSPR 1`, or `Art. 7, I`
 * and `Art. 55-A`, are one pattern, written each in its own way.
 */
function likesOf(words: readonly string[], parts: readonly string[]): readonly [string, string, string] {
  const pattern = idPattern(words, parts)
  const kind = /^[ivx]+$/.test(parts.at(-1) ?? '') ? 'roman' : 'other'
  return [`${pattern} ${withoutZeros(parts[0] ?? '')}`, `${pattern} ${kind}`, pattern]
}
