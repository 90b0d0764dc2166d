import { PhraseTrie, type Meter } from '../text/phrase-trie.ts'
import { tokenize } from '../text/tokens.ts'
import { atOnce } from '../text/turns.ts'
import type { Framework } from '../registry/framework.ts'
import { editionNumbers, type EditionNumber } from '../registry/edition-numbers.ts'
import { insertedLetter } from './id-part.ts'
import { LARGE } from './number-reader.ts'
import { LearntIds } from './learnt-ids.ts'
import type { ReadText } from './read-text.ts'
import { siblingAt, type EndedId } from './sibling-points.ts'
import { withoutZeros, type WrittenId } from './written-id.ts'

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
  /** An article with a point, or a number of three parts and more: prose hardly has any. */
  isDeep?: true
  /** Behind others in a text that are of another law or paper, so that it may be of that too. */
  doubted?: true
  /** A mere number: its place must speak for it too, the more where it is short, as decimals are ("8.2"). */
  bare?: 'telling' | 'short'
  /** A code with letters that no id of the framework has: its list must speak for it. */
  foreign?: true
  /** A number of a chapter far behind the last one: the same. */
  far?: true
  /** As it was read; told where a text is weighed. */
  written?: WrittenId
}

/** What else is known of the place that is looked at. */
export interface Looking {
  /** The older edition that is meant: its ids come first. */
  edition?: string | undefined
  /** Whether mere numbers are looked at too: for a text that is read whole before anything is said of it. */
  thorough?: boolean
  /** The id of the same framework right before the place. */
  before?: EndedId | undefined
}

/** A control that may have enhancements: `AC-2(1)` of `AC-2`. */
const CONTROL = /^[A-Z]{2}-\d+$/

/** The address of a machine. */
const PRIVATE_ADDRESS = /^(?:(?:10|127)\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}$/

/** No control of SP 800-53 has more: SA-8 has as many. */
const ENHANCEMENTS_MAX = 33

/** A list of numbers under a letter that has these is the whole list. */
const LISTED_LEAST = ['1', '2', '3']

const indexes = new WeakMap<Framework, ReferenceIndex>()

/** The ids of one framework, looked up by how they are written rather than how they are punctuated. */
export class ReferenceIndex {
  readonly framework: Framework
  /** Finds the framework's own names, to tell whose id a shared form is; `true` those that mean nothing else. */
  readonly names = new PhraseTrie<boolean>()
  /** Its older editions, by the numbers that stand at its name. */
  readonly editions: readonly EditionNumber[]
  readonly #learnt: LearntIds
  /** The edition in force: an id with it behind (`LLM03:2026`) is the id. */
  readonly #edition: string | undefined
  /** Made when they are asked for. */
  #nameWords: ReadonlySet<string> | undefined

  /** What is left of making the index. */
  readonly #making: Iterator<number, void>

  private constructor(framework: Framework) {
    this.framework = framework
    const { name, fullName, names, ambiguousNames, editions, data } = framework
    this.#learnt = new LearntIds(framework)
    this.#edition = editions.find(({ status }) => status === 'current')?.id
    for (const phrase of [name, fullName, ...names]) this.names.add(phrase, true)
    for (const phrase of ambiguousNames) this.names.add(phrase, false)
    this.editions = editionNumbers(
      framework,
      data.editions.map(({ from }) => from),
    )
    this.#making = this.#learnt.making()
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

  /** Whether a word stands in one of the framework's names. */
  hasInNames(word: string): boolean {
    const { name, fullName, names } = this.framework
    this.#nameWords ??= new Set(
      [name, fullName, ...names].flatMap((one) => tokenize(one).map(({ text }) => text)),
    )
    return this.#nameWords.has(word)
  }

  /** Whether ids begin as one that does not exist does: `99.31` beside `99.90`. */
  hasChapterOf({ words, parts }: Pick<WrittenId, 'words' | 'parts'>): boolean {
    const chapter = parts.slice(0, 1).map(withoutZeros)
    return this.#learnt.headings.has(words, chapter) || this.#learnt.ids.has(words, chapter)
  }

  /** How many ids there are. */
  get size(): number {
    return this.#learnt.ids.size
  }

  /** The id that stands at a place of a text, if one with the shape of this framework's ids does. */
  at(text: ReadText, from: number, { edition, thorough = false, before }: Looking = {}): FoundId | undefined {
    const read = this.#learnt.reader.at(text, from, thorough) ?? (before && siblingAt(text, from, before))
    const written = read && this.#inOwnLetters(read)
    if (!written) return undefined
    if (written.foreign) return this.#judgeForeign(written)
    const numbers = written.words.length === 0
    const judged = thorough
      ? this.#weigh(written, text.meter, edition)
      : (this.#control(written, edition) ?? this.#judge(written, text.meter, { edition }))
    if (!judged) return undefined
    const generic = numbers || this.#learnt.isOfLaw(written.words)
    return { ...judged, ...(thorough && { written }), ...(generic && { generic }) }
  }

  /** An article of a law of the Union as English and German have it: `Art. 29d` for "article 29 quinquies". */
  #inOwnLetters(written: WrittenId): WrittenId {
    const [number = '', word = '', ...more] = written.parts
    const letter = written.inserted ? insertedLetter(word) : undefined
    if (letter === undefined || !this.framework.jurisdictions.includes('EU')) return written
    return { ...written, parts: [number, letter, ...more] }
  }

  /** "Control 8.5" of a framework whose controls stand in an annex: `A.8.5`, whether or not there is a clause of that number. */
  #control({ asControl, parts, length }: WrittenId, edition: string | undefined): FoundId | undefined {
    if (!asControl) return undefined
    const id = edition === undefined ? this.#learnt.lettered(parts) : undefined
    if (id !== undefined) return { id, known: true, length }
    if (this.#learnt.ids.has([], parts)) return undefined
    const older = this.#learnt.letteredOlder(parts, edition)
    return older && { ...older, known: true, length }
  }

  /** What is written in a text that is read whole before anything is said of it, with what speaks for it. */
  #weigh(written: WrittenId, meter: Meter, edition: string | undefined): FoundId | undefined {
    const { words, parts, cited } = written
    const numbers = words.length === 0
    const control = this.#control(written, edition)
    if (control) return { ...control, ...(parts.length > 2 && { isDeep: true as const }) }
    const looking = { edition, thorough: true }
    const sure = numbers && !cited ? undefined : this.#judge(written, meter, looking)
    const judged = sure ?? (numbers ? this.#judgeNumber(written, meter, edition) : undefined)
    if (!judged) return undefined
    const deep = parts.length > (numbers ? 2 : 1) && { isDeep: true as const }
    // The framework's own word before a number tells more than another such as "section".
    const isSure = cited ? judged.known && cited === 'own' : judged.unsure !== true
    const { id, known, length, movedTo, bare } = judged
    const facts = { id, known, length, ...(movedTo && { movedTo }), ...(bare && { bare }), ...deep }
    return isSure ? facts : { ...facts, unsure: true, ...(written.far && { far: true as const }) }
  }

  /**
   * The id, or the one it is a point of: `Art. 21(3)` is found as `Art. 21` where the module goes no deeper there. Where it
   * lists the points, one that is not among them does not exist. A heading is no id, nor is what no id of the framework looks like.
   */
  #judge(written: WrittenId, meter: Meter, { edition, thorough }: Looking): FoundId | undefined {
    const { words, length, weak } = written
    const parts = this.#withoutEdition(written)
    const plain = parts.map(withoutZeros)
    const meant = edition === undefined ? undefined : this.#learnt.older.get(words, plain, edition)
    // That it has more zeros today is no move.
    const padded = meant?.movedTo.length === 1 && this.#learnt.ids.get(words, plain) === meant.movedTo[0]
    if (meant && !padded) return { ...meant, known: true, length }
    const exact = this.#learnt.ids.get(words, parts, meter)
    if (exact !== undefined) return { id: exact, known: true, length, ...(weak && { unsure: true }) }
    const unpadded = this.#learnt.ids.get(words, plain, meter)
    if (unpadded !== undefined) return { id: unpadded, known: true, length, unsure: true }
    if (weak && words.length === 0) return undefined
    // Before headings: an article that is gone is the beginning of one that was put in behind it (`Art. 19a`).
    const older = weak && !thorough ? undefined : this.#learnt.older.get(words, plain)
    if (older) return { ...older, known: true, length, ...(weak && { unsure: true }) }
    if (this.#learnt.headings.has(words, plain)) return undefined
    // An article of its own may have points, but is none.
    const above = this.#above(words, plain, written.inserted ? 2 : 1, meter)
    if (above !== undefined) return { id: above, known: true, length, ...(weak && { unsure: true }) }
    if (weak && !(thorough && written.capitals)) return undefined
    if (this.#learnt.isLeftOut(words, plain, thorough === true)) return undefined
    if (thorough && this.#learnt.isTooLong(words, plain)) return undefined
    // "map 1.0" is a version.
    if (plain.length > 1 && plain.at(-1) === '0') return undefined
    const isWritten = plain.length <= this.#learnt.ids.longest && this.#learnt.hasPattern(words, plain)
    if (!isWritten || insertedLetter(plain[1] ?? '') !== undefined) return this.#neverPutIn(written, plain)
    return {
      id: this.#learnt.spell({ ...written, parts }),
      known: false,
      length,
      ...(weak && { unsure: true }),
    }
  }

  /** "Art. 22a" or "Art. 22 bis" of a law that has an Article 22, and none with a letter; or that has no Article 22 at all. */
  #neverPutIn(
    { words, length, inserted, template }: WrittenId,
    [number = '', letter = '']: readonly string[],
  ): FoundId | undefined {
    const isWord = insertedLetter(letter) !== undefined
    if (!inserted || !this.#learnt.isOfLaw(words) || !(isWord || /^[a-z]$/.test(letter))) return undefined
    const before =
      this.#learnt.ids.get(words, [number]) ?? this.#learnt.spell({ template, words, parts: [number] })
    return { id: `${before}${isWord ? ' ' : ''}${letter}`, known: false, length }
  }

  #judgeForeign({ words, parts, length, template }: WrittenId): FoundId {
    const id = this.#learnt.spell({ template, words, parts })
    return { id, known: false, length, unsure: true, foreign: true }
  }

  /** A number that might be anything else as well: an id that exists, or did, or one in the form of those that do. */
  #judgeNumber({ words, parts, length, cited }: WrittenId, meter: Meter, edition = ''): FoundId | undefined {
    const plain = parts.map(withoutZeros)
    const telling = plain.length > 2 || Number(plain[0]) >= LARGE || plain.some((part) => /^[a-z]/.test(part))
    const bare = { bare: telling ? ('telling' as const) : ('short' as const) }
    const facts = { length, unsure: true as const, ...(cited ? {} : bare) }
    const { ids, older: olderIds } = this.#learnt
    const [exact, older] = [
      ids.get(words, parts) ?? ids.get(words, plain),
      olderIds.get(words, plain, edition),
    ]
    if (older && (edition !== '' || exact === undefined)) return { ...older, known: true, ...facts }
    const id = exact ?? this.#above(words, plain, 2, meter)
    if (id !== undefined) return { id, known: true, ...facts }
    if (this.#learnt.headings.has(words, plain)) return undefined
    const isChapter = cited === 'own' && this.#learnt.isBeyondChapters(plain)
    if (!isChapter && !this.#learnt.mayBeNumber(plain)) return undefined
    if (PRIVATE_ADDRESS.test(plain.join('.'))) return undefined
    return { id: this.#learnt.spell({ template: '', words, parts: plain }), known: false, ...facts }
  }

  /** The id that what is written is a point of, of at least so many parts. */
  #above(
    words: readonly string[],
    parts: readonly string[],
    least: number,
    meter: Meter,
  ): string | undefined {
    for (let count = Math.min(parts.length - 1, this.#learnt.ids.longest); count >= least; count -= 1) {
      if (words.length === 0 && this.#isBehindListed(parts, count)) return undefined
      const id = this.#learnt.ids.get(words, parts.slice(0, count), meter)
      if (id === undefined || !this.#isPointOf(id, words, parts, count)) continue
      return this.#lists(id, words, parts.slice(0, count + 1)) ? undefined : id
    }
    return undefined
  }

  /** Whether the part behind the first `count` is a number that none of those from 1 to 3 and on is: `164.308(a)(9)`. */
  #isBehindListed(parts: readonly string[], count: number): boolean {
    if (!/^\d/.test(parts[count] ?? '') || !/^[a-z]/.test(parts[count - 1] ?? '')) return false
    const has = (number: string): boolean => this.#learnt.ids.has([], [...parts.slice(0, count), number])
    return LISTED_LEAST.every(has) && !has(parts[count] ?? '')
  }

  /**
   * Whether what stands behind the first `count` parts is a point below them: of a law, a letter, a control's enhancement, or a
   * number behind a letter where the module has none (`500.19(a)(1)`).
   */
  #isPointOf(id: string, words: readonly string[], parts: readonly string[], count: number): boolean {
    const enhancement =
      parts.length === 2 &&
      CONTROL.test(id) &&
      !(Number(parts[1]) > ENHANCEMENTS_MAX) &&
      // `SR 1.14` is no point of `SR-1` where there is an `SR 1.1`.
      this.#learnt.ids.get(words, [parts[0] ?? '', '1'])?.includes('.') !== true
    if (enhancement && this.#learnt.allEnhancements && /^\d/.test(parts[1] ?? '')) return false
    if (enhancement || this.#learnt.isOfLaw(words) || /^[a-z]/.test(parts[count] ?? '')) return true
    return (
      /^[a-z]/.test(parts[count - 1] ?? '') && !this.#learnt.ids.has(words, [...parts.slice(0, count), '1'])
    )
  }

  /** Whether the module lists such points of an id: letters, numbers, or what a letter heads (`R1` of `CIP-003-9`). */
  #lists(id: string, words: readonly string[], point: readonly string[]): boolean {
    const last = point.at(-1) ?? ''
    const listed = /^[a-z]$/.test(last) && this.#learnt.listed.has(id)
    if (listed || (/^\d/.test(last) && this.#learnt.numbered.has(id))) return true
    return this.#learnt.headings.has(words, point)
  }

  #withoutEdition({ words, parts }: WrittenId): readonly string[] {
    const dated = words.length > 0 && parts.length > 1 && parts.at(-1) === this.#edition
    return dated ? parts.slice(0, -1) : parts
  }
}
