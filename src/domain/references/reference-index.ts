import { PhraseTrie, type Meter } from '../text/phrase-trie.ts'
import { tokenize } from '../text/tokens.ts'
import { atOnce } from '../text/turns.ts'
import type { Framework } from '../registry/framework.ts'
import { editionNumbers, type EditionNumber } from '../registry/edition-numbers.ts'
import type { FoundId } from './found-id.ts'
import { IdJudge } from './id-judge.ts'
import { insertedLetter } from './id-part.ts'
import { LearntIds } from './learnt-ids.ts'
import { pointMarks } from './point-marks.ts'
import type { ReadText } from './read-text.ts'
import { siblingAt, type EndedId } from './sibling-points.ts'
import { withoutZeros, type WrittenId } from './written-id.ts'

/** What else is known of the place that is looked at. */
export interface Looking {
  /** The older edition that is meant: its ids come first. */
  edition?: string | undefined
  /** Whether mere numbers are looked at too: for a text that is read whole before anything is said of it. */
  thorough?: boolean
  /** The id of the same framework right before the place. */
  before?: EndedId | undefined
}

const indexes = new WeakMap<Framework, ReferenceIndex>()

/** The ids of one framework, looked up by how they are written rather than how they are punctuated. */
export class ReferenceIndex {
  readonly framework: Framework
  /** Finds the framework's own names, to tell whose id a shared form is; `true` those that mean nothing else. */
  readonly names = new PhraseTrie<boolean>()
  /** Its older editions, by the numbers that stand at its name. */
  readonly editions: readonly EditionNumber[]
  readonly #learnt: LearntIds
  readonly #judge: IdJudge
  /** Made when they are asked for. */
  #nameWords: ReadonlySet<string> | undefined

  /** What is left of making the index. */
  readonly #making: Iterator<number, void>

  private constructor(framework: Framework) {
    this.framework = framework
    const { name, fullName, names, ambiguousNames, editions, data } = framework
    this.#learnt = new LearntIds(framework)
    this.#judge = new IdJudge(this.#learnt, editions.find(({ status }) => status === 'current')?.id)
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
    const judged = this.#judge.judge(written, text.meter, {
      edition,
      thorough,
      marks: () => pointMarks(text, from, written.length),
    })
    if (!judged || written.foreign) return judged
    const generic = written.words.length === 0 || this.#learnt.isOfLaw(written.words)
    const ended = written.words.length === 0 && this.#learnt.numbers.hasOwnEnding(written.parts)
    return {
      ...judged,
      ...(thorough && { written }),
      ...(generic && { generic }),
      ...(ended && { hasOwnEnding: true as const }),
    }
  }

  /** An article of a law of the Union as English and German have it: `Art. 29d` for "article 29 quinquies". */
  #inOwnLetters(written: WrittenId): WrittenId {
    const [number = '', word = '', ...more] = written.parts
    const letter = written.inserted ? insertedLetter(word) : undefined
    if (letter === undefined || !this.framework.jurisdictions.includes('EU')) return written
    return { ...written, parts: [number, letter, ...more] }
  }
}
