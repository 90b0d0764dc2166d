import { tokenize } from '../text/tokens.ts'
import type { Framework, SectionName } from '../registry/framework.ts'
import { chapterWords } from './chapter-words.ts'
import { IdForms } from './id-forms.ts'
import { isDigits } from './id-part.ts'
import { IdReader } from './id-reader.ts'
import { IdTable } from './id-table.ts'
import { idTails } from './id-tails.ts'
import { FAR_BEYOND, NumberExtent } from './number-extent.ts'
import { PointExtent } from './point-extent.ts'
import { readText } from './read-text.ts'
import { selectionsOf, wholeSeriesOf } from './selections.ts'
import { SupersededIds } from './superseded-ids.ts'
import { idsOf } from './undescribed-ids.ts'
import { isOfLaw } from './stem-words.ts'
import { isPhrase, splitId, withoutZeros } from './written-id.ts'

/** A list of numbered points as long as this is the whole list; a shorter one (`Section 8(1)` to `(10)`) may be a selection. */
const LONG_LIST = Array.from({ length: 20 }, (_, index) => String(index + 1))

/** Where each point has a word of its own ("Rule 1"), so few are the whole list as well. */
const LABELLED_LIST = ['1', '2', '3', '4', '5']

/** Taking one id apart costs about as much as so many looks at a token. */
const STEPS_AN_ID = 20

/** The section of a module that tells of other editions, and those whose ids exist. */
const OF_EDITIONS: SectionName = 'Changes between editions'
const ON_IDS: ReadonlySet<SectionName> = new Set([OF_EDITIONS, 'Deadlines and penalties'])

/** What a framework's module teaches about its ids: which there are, in which editions, and how they are written. */
export class LearntIds {
  readonly #framework: Framework
  readonly reader: IdReader
  readonly ids = new IdTable()
  /** How they are written. */
  readonly forms = new IdForms()
  readonly older: SupersededIds
  /** Beginnings of ids that are none themselves: `A.5` of `A.5.20`. */
  readonly headings = new IdTable()
  /** Ids whose points the module lists from (a) on without a hole. */
  readonly listed = new Set<string>()
  /** Whether the framework tells every enhancement that its controls have. */
  readonly allEnhancements: boolean
  /** Ids whose points the module numbers from 1 to 20 and more: `Annex I` of `Annex I GSPR 1`. */
  readonly numbered = new Set<string>()
  /** How far its articles go. */
  readonly points = new PointExtent()
  /** Stems of whose numbers the module has a few only, so that it cannot tell which of the others exist, with the largest that it has. */
  #selections: ReadonlyMap<string, number> = new Map()
  /** Stems of a law's articles of which none is missing, with the last. */
  #wholeSeries: ReadonlyMap<string, number> = new Map()
  /** How far those of them go that are numbers. */
  readonly numbers = new NumberExtent()
  /** The most digits that a number behind a code has; two at least. */
  #digits = 2
  /** The letters that stand before ids of numbers: `A` of `A.8.5`. */
  readonly #letters = new Set<string>()
  /** The stems that are written without a space before their number. */
  readonly #joined = new Set<string>()

  /** Knows nothing yet: `making` learns. */
  constructor(framework: Framework) {
    this.#framework = framework
    this.allEnhancements = framework.undescribed.some((id) => ENHANCEMENTS.test(id))
    this.reader = new IdReader(framework)
    this.older = new SupersededIds(framework.data.editions)
  }

  /** Learns the ids one by one and yields the steps that each has cost. */
  *making(): Generator<number, void> {
    const { name, controls, listed, points, undescribed } = this.#framework
    const described = controls.map(({ id }) => id)
    const others = undescribed.flatMap(idsOf)
    for (const id of described) {
      if (!isPhrase(id)) this.#add(id)
      yield STEPS_AN_ID
    }
    for (const id of listed) {
      const { words, parts } = splitId(id)
      // A heading of codes (`G-SM` of `G-SM-A-1`) is none.
      if (parts.length > 0 && !this.ids.has(words, parts)) this.#add(id)
      yield STEPS_AN_ID
    }
    for (const [tail, id] of idTails(name, described)) {
      const split = splitId(tail)
      this.forms.learnTail(tail, id)
      this.ids.putNew(split.words, split.parts, id)
      this.reader.learn(tail, split)
    }
    for (const id of others) {
      this.#addUndescribed(id)
      yield STEPS_AN_ID
    }
    for (const range of points) {
      this.points.learn(range)
      yield STEPS_AN_ID
    }
    this.#wholeSeries = wholeSeriesOf([...described, ...listed, ...others])
    for (const word of chapterWords(controls)) this.reader.learnChapterWord(word)
    this.#selections = selectionsOf([...described, ...listed], others)
    for (const older of this.older.making()) {
      this.reader.learn(older.id, older)
      if (older.words.length === 0) this.numbers.learnOlder(older.parts)
      // Codes of letters and a number (`KSI-IAM-01`) are read as such, whether they exist or not.
      if (older.words.length > 1) this.forms.learn(older.id, older)
      yield STEPS_AN_ID
    }
    for (const { text, ofEditions } of textsOnIds(this.#framework)) yield this.#addMentioned(text, ofEditions)
    for (const id of new Set(this.ids.ids())) {
      this.#addList(id)
      yield STEPS_AN_ID
    }
  }

  /** Whether the module leaves out ids of a stem, so that it cannot tell; those far beyond its largest (`far`) it can. */
  isLeftOut(words: readonly string[], [number, ...more]: readonly string[], far: boolean): boolean {
    const largest = this.#selections.get(words.join(' '))
    if (largest === undefined) return false
    return !far || more.length > 0 || !(Number(number) > FAR_BEYOND * largest)
  }

  /** Whether ids of a stem are those of a law, whose points go deeper than the module: "APP 6" and "s 26", not `APP.1.1` and `S1-1`. */
  isOfLaw(words: readonly string[]): boolean {
    return isOfLaw(words) && (words.at(-1) === 'cip' || !this.#joined.has(words.join(' ')))
  }

  /** Whether no code of the framework has such long numbers: `AC-1200`. */
  isTooLong(words: readonly string[], parts: readonly string[]): boolean {
    return words.length > 0 && !this.isOfLaw(words) && parts.some((part) => digitsOf(part) > this.#digits)
  }

  /** The one id that has such numbers behind a letter: `A.8.5` where "control 8.5" is said; none where several have. */
  lettered(parts: readonly string[]): string | undefined {
    return onlyOne([...this.#letters].flatMap((letter) => this.ids.get([letter], parts) ?? []))
  }

  /** The same of an older edition, of one that is named or of any. */
  letteredOlder(parts: readonly string[], edition: string | undefined): ReturnType<SupersededIds['get']> {
    return onlyOne([...this.#letters].flatMap((letter) => this.older.get([letter], parts, edition) ?? []))
  }

  #add(id: string): void {
    const split = splitId(id)
    const { words, parts } = split
    this.forms.learn(id, split)
    if (words.length === 1 && words[0]?.length === 1 && parts.length > 1) this.#letters.add(words[0])
    if (words.length > 0 && /^[-.]?$/.test(split.border)) this.#joined.add(words.join(' '))
    if (words.length > 0 && !this.isOfLaw(words))
      this.#digits = Math.max(this.#digits, ...parts.map(digitsOf))
    if (words.length === 0) this.numbers.learn(parts)
    this.ids.put(words, parts, id)
    this.ids.putNew(words, parts.map(withoutZeros), id)
    this.#addBeginnings(id, words, parts)
    this.reader.learn(id, split)
  }

  #addUndescribed(id: string): void {
    const { words, parts } = splitId(id)
    this.ids.putNew(words, parts.map(withoutZeros), id)
  }

  /**
   * Numbers of older and coming editions and withdrawn ids exist as well where the module itself tells of them. An article behind the last
   * of a whole law is one of these only where its editions are spoken of: elsewhere it is another law's.
   */
  #addMentioned(text: string, ofEditions: boolean): number {
    const tokens = readText(tokenize(text))
    for (let at = 0; at < tokens.length; at += 1) {
      const written = this.reader.at(tokens, at, false)
      if (!written || (written.weak && written.words.length === 0)) continue
      const { words, parts } = written
      const last = this.#wholeSeries.get(words.join(' '))
      if (!ofEditions && last !== undefined && Number(parts[0]) > last) continue
      const has = this.ids.has(words, parts) || this.older.get(words, parts)
      if (!has) this.ids.putNew(words, parts.map(withoutZeros), this.forms.spell(written))
    }
    return tokens.meter.steps + tokens.length
  }

  /** The paragraph that a listed point belongs to exists too (`Art. 23(4)` of `Art. 23(4)(a)`); other beginnings are headings. */
  #addBeginnings(id: string, words: readonly string[], parts: readonly string[]): void {
    let rest = id
    for (let count = parts.length - 1; count > 0; count -= 1) {
      const beginning = parts.slice(0, count).map(withoutZeros)
      const paragraph = /^(.*)\([^()]*\)$/.exec(rest)?.[1]
      if (paragraph === undefined) this.headings.put(words, beginning, id)
      else this.ids.putNew(words, beginning, paragraph.replace(/[\s-]+$/, ''))
      rest = paragraph ?? ''
    }
  }

  #addList(id: string): void {
    const { words, parts } = splitId(id)
    const hasPoint = (point: string): boolean => this.ids.has(words, [...parts, point])
    if (hasPoint('a') && hasPoint('d')) this.listed.add(id)
    const ofWord = LABELLED_LIST.every((point) =>
      /\p{L}{3,} \d+$/u.test(this.ids.get(words, [...parts, point]) ?? ''),
    )
    if (ofWord || LONG_LIST.every(hasPoint)) this.numbered.add(id)
  }
}

/** Enhancements of one control by their numbers: `AC-2(1-9)`. */
const ENHANCEMENTS = /^[A-Z]{2}-\d+\(\d/

function onlyOne<T>([one, ...others]: readonly T[]): T | undefined {
  return others.length === 0 ? one : undefined
}

function digitsOf(part: string): number {
  return isDigits(part) ? withoutZeros(part).length : 0
}

/** What a module says of its controls and of other editions: the ids in there exist. */
function textsOnIds({ controls, notes }: Framework): { text: string; ofEditions: boolean }[] {
  return [
    ...controls.map(({ text }) => ({ text, ofEditions: false })),
    ...notes
      .filter(({ section }) => ON_IDS.has(section))
      .map(({ section, text }) => ({ text, ofEditions: section === OF_EDITIONS })),
  ]
}
