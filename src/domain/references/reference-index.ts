import { PhraseTrie } from '../text/phrase-trie.ts'
import { tokenize, type TextToken } from '../text/tokens.ts'
import type { Framework, SectionName } from '../registry/framework.ts'
import { IdReader } from './id-reader.ts'
import { idKey, idPattern, isPhrase, splitId, withoutZeros, type WrittenId } from './written-id.ts'
import { writtenLike } from './written-like.ts'

/** What an id in a text turned out to be. */
export interface FoundId {
  /** As the module writes it, or, where it is not known, in the form of the module's ids. */
  id: string
  known: boolean
  /** Tokens it takes up. */
  length: number
}

/** What stands in front of the ids of laws and the like, whose points go deeper than a module does. */
const OF_LAW = new Set('art annex recital section rule app paragraph cip'.split(' '))

/** A control that may have enhancements: `AC-2(1)` of `AC-2`. */
const CONTROL = /^[A-Z]{2}-\d+$/

/** A list of numbered points as long as this is the whole list; a shorter one (`Section 8(1)` to `(10)`) may be a selection. */
const LONG_LIST = Array.from({ length: 20 }, (_, index) => String(index + 1))

/** A module that has fewer than one of so many numbers describes a selection: `ISM-0100`, `ISM-1570`. */
const SELECTION = 10

/** So does one that leaves out more than one in so many sections of a law, if it does not say which others there are. */
const LEFT_OUT = 3

/** Several ids by their first and last number: `Section 1-26`. */
const RANGE = /^(.*?)(\d+)-(\d+)$/

/** The sections of a module that tell of other editions. */
const OF_EDITIONS: ReadonlySet<SectionName> = new Set(['Changes between editions', 'Deadlines and penalties'])

const indexes = new WeakMap<Framework, ReferenceIndex>()

/** The ids of one framework, looked up by how they are written rather than how they are punctuated. */
export class ReferenceIndex {
  readonly framework: Framework
  /** Finds the framework's own names, to tell whose id a shared form is. */
  readonly names = new PhraseTrie<true>()
  readonly #reader: IdReader
  /** `stem|part.part` to the id as the module writes it. */
  readonly #ids = new Map<string, string>()
  /** Beginnings of ids that are none themselves: `A.5` of `A.5.20`. */
  readonly #headings = new Set<string>()
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
  readonly #selections: ReadonlySet<string>
  /** The edition in force: an id with it behind (`LLM03:2026`) is the id. */
  readonly #edition: string | undefined

  constructor(framework: Framework) {
    this.framework = framework
    const { name, fullName, names, editions, controls } = framework
    this.#reader = new IdReader(framework)
    this.#edition = editions.find(({ status }) => status === 'current')?.id
    for (const phrase of [name, fullName, ...names]) this.names.add(phrase, true)
    for (const { id } of controls) if (!isPhrase(id)) this.#add(id)
    const others = framework.undescribed.flatMap(idsOf)
    for (const id of others) this.#addUndescribed(id)
    this.#selections = selectionsOf(
      controls.map(({ id }) => id),
      others,
    )
    this.#addMentioned()
    for (const id of this.#ids.values()) {
      if (this.#hasPoint(id, 'a') && this.#hasPoint(id, 'd')) this.#listed.add(id)
      if (LONG_LIST.every((point) => this.#hasPoint(id, point))) this.#numbered.add(id)
    }
  }

  /** The index of a framework, made once. */
  static of(framework: Framework): ReferenceIndex {
    const index = indexes.get(framework) ?? new ReferenceIndex(framework)
    indexes.set(framework, index)
    return index
  }

  /** The id that stands at a place of a text, if one with the shape of this framework's ids does. */
  at(tokens: readonly TextToken[], from: number): FoundId | undefined {
    const written = this.#reader.at(tokens, from)
    return written && this.#judge(written)
  }

  #add(id: string): void {
    const split = splitId(id)
    const { words, parts } = split
    const plain = idKey(words, parts.map(withoutZeros))
    for (const like of likesOf(words, parts)) if (!this.#patterns.has(like)) this.#patterns.set(like, id)
    this.#ids.set(idKey(words, parts), id)
    if (!this.#ids.has(plain)) this.#ids.set(plain, id)
    this.#addBeginnings(id, words, parts)
    this.#reader.learn(id, split)
  }

  #addUndescribed(id: string): void {
    const { words, parts } = splitId(id)
    const key = idKey(words, parts.map(withoutZeros))
    if (!this.#ids.has(key)) this.#ids.set(key, id)
  }

  /** Numbers of older and coming editions and withdrawn ids exist as well where the module itself tells of them. */
  #addMentioned(): void {
    const { controls, notes } = this.framework
    const texts = [
      ...controls.map(({ text }) => text),
      ...notes.filter(({ section }) => OF_EDITIONS.has(section)).map(({ text }) => text),
    ]
    for (const tokens of texts.map(tokenize)) {
      for (let at = 0; at < tokens.length; at += 1) {
        const written = this.#reader.at(tokens, at)
        if (!written || this.#find(written) !== undefined) continue
        if (written.weak && written.words.length === 0) continue
        this.#ids.set(idKey(written.words, written.parts.map(withoutZeros)), this.#spell(written))
      }
    }
  }

  /** The paragraph that a listed point belongs to exists too (`Art. 23(4)` of `Art. 23(4)(a)`); other beginnings are headings. */
  #addBeginnings(id: string, words: readonly string[], parts: readonly string[]): void {
    let rest = id
    for (let count = parts.length - 1; count > 0; count -= 1) {
      const beginning = idKey(words, parts.slice(0, count).map(withoutZeros))
      const paragraph = /^(.*)\([^()]*\)$/.exec(rest)?.[1]
      if (paragraph !== undefined && !this.#ids.has(beginning))
        this.#ids.set(beginning, paragraph.replace(/[\s-]+$/, ''))
      if (paragraph === undefined) this.#headings.add(beginning)
      rest = paragraph ?? ''
    }
  }

  #hasPoint(id: string, point: string): boolean {
    const { words, parts } = splitId(`${id}(${point})`)
    return this.#ids.has(idKey(words, parts))
  }

  /**
   * The id, or the one it is a point of: `Art. 21(3)` is found as `Art. 21` where the module goes no deeper there. Where it
   * lists the points, one that is not among them does not exist. A heading is no id, nor is what no id of the framework looks like.
   */
  #judge(written: WrittenId): FoundId | undefined {
    const { words, length, weak } = written
    const parts = this.#withoutEdition(written)
    const exact = this.#find({ words, parts })
    if (exact !== undefined) return { id: exact, known: true, length }
    const plain = parts.map(withoutZeros)
    if (this.#headings.has(idKey(words, plain)) || (weak && words.length === 0)) return undefined
    // An article of its own may have points, but is none.
    const above = this.#above(words, plain, written.inserted ? 2 : 1)
    if (above !== undefined) return { id: above, known: true, length }
    if (weak || this.#selections.has(words.join(' '))) return undefined
    if (!this.#patterns.has(idPattern(words, plain))) return undefined
    return { id: this.#spell({ ...written, parts }), known: false, length }
  }

  /** The id that what is written is a point of, of at least so many parts. */
  #above(words: readonly string[], parts: readonly string[], least: number): string | undefined {
    for (let count = parts.length - 1; count >= least; count -= 1) {
      const id = this.#ids.get(idKey(words, parts.slice(0, count)))
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
    if (enhancement || OF_LAW.has(words.at(-1) ?? '') || /^[a-z]/.test(parts[count] ?? '')) return true
    const firstPoint = idKey(words, [...parts.slice(0, count), '1'])
    return /^[a-z]/.test(parts[count - 1] ?? '') && !this.#ids.has(firstPoint)
  }

  /** Whether the module lists such points of an id: letters, numbers, or what a letter heads (`R1` of `CIP-003-9`). */
  #lists(id: string, words: readonly string[], point: readonly string[]): boolean {
    const last = point.at(-1) ?? ''
    if (/^[a-z]$/.test(last) ? this.#listed.has(id) : this.#numbered.has(id) && /^\d/.test(last)) return true
    return this.#headings.has(idKey(words, point))
  }

  #withoutEdition({ words, parts }: WrittenId): readonly string[] {
    const dated = words.length > 0 && parts.length > 1 && parts.at(-1) === this.#edition
    return dated ? parts.slice(0, -1) : parts
  }

  #find({ words, parts }: Pick<WrittenId, 'words' | 'parts'>): string | undefined {
    return this.#ids.get(idKey(words, parts)) ?? this.#ids.get(idKey(words, parts.map(withoutZeros)))
  }

  #spell({ template, words, parts }: WrittenId): string {
    const like = likesOf(words, parts).find((key) => this.#patterns.has(key)) ?? ''
    return writtenLike(this.#patterns.get(like) ?? template, words, parts)
  }
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

/** Every id that is meant: one, or all of a range. */
function idsOf(undescribed: string): string[] {
  const [, stem = '', first, last] = RANGE.exec(undescribed) ?? []
  if (first === undefined || last === undefined) return [undescribed]
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, index) => `${stem}${Number(first) + index}`,
  )
}

/** The stems whose ids have one number each, few of the numbers up to the largest, and no word on which others there are. */
function selectionsOf(ids: readonly string[], others: readonly string[]): Set<string> {
  const complete = new Set(others.map((id) => splitId(id).words.join(' ')))
  const numbers = new Map<string, Set<number>>()
  for (const { words, parts } of ids.map(splitId)) {
    const stem = words.join(' ')
    if (stem === '' || complete.has(stem)) continue
    if (parts.length === 1) numbers.set(stem, (numbers.get(stem) ?? new Set<number>()).add(Number(parts[0])))
  }
  const few = [...numbers].filter(([stem, known]) => {
    const last = Math.max(...known)
    const leftOut = OF_LAW.has(stem.split(' ').at(-1) ?? '') && last - known.size > last / LEFT_OUT
    return leftOut || last > SELECTION * known.size
  })
  return new Set(few.map(([stem]) => stem))
}
