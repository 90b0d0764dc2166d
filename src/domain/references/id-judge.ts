import type { Meter } from '../text/phrase-trie.ts'
import type { FoundId } from './found-id.ts'
import { insertedLetter } from './id-part.ts'
import type { LearntIds } from './learnt-ids.ts'
import { isTelling } from './number-reader.ts'
import type { PointMarks } from './point-marks.ts'
import { PointsBelow } from './points-below.ts'
import { withoutZeros, type WrittenId } from './written-id.ts'

/** The address of a machine. */
const PRIVATE_ADDRESS = /^(?:(?:10|127)\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}$/

/** What is known of a text when an id in it is judged. */
export interface Judging {
  /** The older edition that is meant. */
  edition: string | undefined
  /** Whether the text is read whole before anything is said of it. */
  thorough: boolean
  /** How what stands behind the number of an article is marked as its paragraphs and points. */
  marks: () => PointMarks
}

/** Says of what is written like an id of a framework whether there is such an id, and which. */
export class IdJudge {
  readonly #learnt: LearntIds
  readonly #points: PointsBelow
  /** The edition in force: an id with it behind (`LLM03:2026`) is the id. */
  readonly #edition: string | undefined

  constructor(learnt: LearntIds, edition: string | undefined) {
    this.#learnt = learnt
    this.#points = new PointsBelow(learnt)
    this.#edition = edition
  }

  /** The id that is written, as far as it is one. */
  judge(written: WrittenId, meter: Meter, judging: Judging): FoundId | undefined {
    if (written.foreign) return this.#judgeForeign(written)
    if (judging.thorough) return this.#weigh(written, meter, judging)
    return this.#control(written, judging.edition) ?? this.#judge(written, meter, judging)
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
  #weigh(written: WrittenId, meter: Meter, judging: Judging): FoundId | undefined {
    const { words, parts, cited } = written
    const { edition } = judging
    const numbers = words.length === 0
    const control = this.#control(written, edition)
    if (control) return { ...control, ...(parts.length > 2 && { isDeep: true as const }) }
    const sure = numbers && !cited ? undefined : this.#judge(written, meter, judging)
    const judged = sure ?? (numbers ? this.#judgeNumber(written, meter, edition) : undefined)
    if (!judged) return undefined
    const deep = parts.length > (numbers ? 2 : 1) && { isDeep: true as const }
    // The framework's own word before a number tells more than another such as "section".
    const isSure = cited ? judged.known && cited === 'own' : judged.unsure !== true
    const { unsure: _unsure, ...told } = judged
    const facts = { ...told, ...deep }
    return isSure ? facts : { ...facts, unsure: true, ...(written.far && { far: true as const }) }
  }

  /**
   * The id, or the one it is a point of: `Art. 21(3)` is found as `Art. 21` where the module goes no deeper there. Where it
   * lists the points, one that is not among them does not exist. A heading is no id, nor is what no id of the framework looks like.
   */
  #judge(written: WrittenId, meter: Meter, judging: Judging): FoundId | undefined {
    const { words, length, weak, inserted } = written
    const { edition, thorough } = judging
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
    if (!inserted && !weak && this.#isBeyond(words, plain, judging.marks))
      return { id: this.#withPoints(written, plain), known: false, length, isBeyond: true }
    // An article of its own may have points, but is none.
    const above = this.#points.idAbove(words, plain, inserted ? 2 : 1, meter)
    if (above !== undefined)
      return { id: above, known: true, length, isPoint: true, ...(weak && { unsure: true }) }
    if (weak && !(thorough && written.capitals)) return undefined
    if (this.#learnt.isLeftOut(words, plain, thorough)) return undefined
    if (thorough && this.#learnt.isTooLong(words, plain)) return undefined
    // "map 1.0" is a version.
    if (plain.length > 1 && plain.at(-1) === '0') return undefined
    const isWritten = plain.length <= this.#learnt.ids.longest && this.#learnt.forms.has(words, plain)
    if (!isWritten || insertedLetter(plain[1] ?? '') !== undefined) return this.#neverPutIn(written, plain)
    return {
      id: this.#learnt.forms.spell({ ...written, parts }),
      known: false,
      length,
      ...(weak && { unsure: true }),
    }
  }

  /** Whether an article has not so many paragraphs, a paragraph not so many points, or none at all. */
  #isBeyond(words: readonly string[], parts: readonly string[], marks: Judging['marks']): boolean {
    const { points } = this.#learnt
    if (points.isBeyond(words, parts)) return marks().areClosed
    return points.hasNone(words, parts) && marks().areClosed && marks().areTight
  }

  /** An article with its points as the framework writes them, or in brackets where it writes none. */
  #withPoints(written: WrittenId, [article = '', ...points]: readonly string[]): string {
    const { words, parts } = written
    if (this.#learnt.forms.has(words, parts)) return this.#learnt.forms.spell(written)
    return [this.#learnt.ids.get(words, [article]), ...points.map((point) => `(${point})`)].join('')
  }

  /** "Art. 22a" or "Art. 22 bis" of a law that has an Article 22, and none with a letter; or that has no Article 22 at all. */
  #neverPutIn(
    { words, length, inserted, template }: WrittenId,
    [number = '', letter = '']: readonly string[],
  ): FoundId | undefined {
    const isWord = insertedLetter(letter) !== undefined
    if (!inserted || !this.#learnt.isOfLaw(words) || !(isWord || /^[a-z]$/.test(letter))) return undefined
    const before =
      this.#learnt.ids.get(words, [number]) ?? this.#learnt.forms.spell({ template, words, parts: [number] })
    return { id: `${before}${isWord ? ' ' : ''}${letter}`, known: false, length }
  }

  #judgeForeign({ words, parts, length, template }: WrittenId): FoundId {
    const id = this.#learnt.forms.spell({ template, words, parts })
    return { id, known: false, length, unsure: true, foreign: true }
  }

  /** A number that might be anything else as well: an id that exists, or did, or one in the form of those that do. */
  #judgeNumber({ words, parts, length, cited }: WrittenId, meter: Meter, edition = ''): FoundId | undefined {
    const plain = parts.map(withoutZeros)
    const telling = plain.length > 2 || isTelling(parts[0] ?? '') || plain.some((part) => /^[a-z]/.test(part))
    const bare = { bare: telling ? ('telling' as const) : ('short' as const) }
    const facts = { length, unsure: true as const, ...(cited ? {} : bare) }
    const { ids, older: olderIds } = this.#learnt
    const [exact, older] = [
      ids.get(words, parts) ?? ids.get(words, plain),
      olderIds.get(words, plain, edition),
    ]
    if (older && (edition !== '' || exact === undefined)) return { ...older, known: true, ...facts }
    if (exact !== undefined) return { id: exact, known: true, ...facts }
    const above = this.#points.idAbove(words, plain, 2, meter)
    if (above !== undefined) return { id: above, known: true, isPoint: true, ...facts }
    if (this.#learnt.headings.has(words, plain)) return undefined
    const hasForm = this.#learnt.forms.has([], plain)
    const isChapter = cited === 'own' && this.#learnt.numbers.isBeyondChapters(plain)
    if (!isChapter && !this.#learnt.numbers.mayHave(plain, { hasForm, isCited: cited !== undefined }))
      return undefined
    if (PRIVATE_ADDRESS.test(plain.join('.'))) return undefined
    return { id: this.#learnt.forms.spell({ template: '', words, parts: plain }), known: false, ...facts }
  }

  #withoutEdition({ words, parts }: WrittenId): readonly string[] {
    const dated = words.length > 0 && parts.length > 1 && parts.at(-1) === this.#edition
    return dated ? parts.slice(0, -1) : parts
  }
}
