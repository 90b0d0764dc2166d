import type { Meter } from '../text/phrase-trie.ts'
import type { LearntIds } from './learnt-ids.ts'

/** A control that may have enhancements: `AC-2(1)` of `AC-2`. */
const CONTROL = /^[A-Z]{2}-\d+$/

/** No control of SP 800-53 has more: SA-8 has as many. */
const ENHANCEMENTS_MAX = 33

/** A list of numbers under a letter that has these is the whole list. */
const LISTED_LEAST = ['1', '2', '3']

/** Which points an id of a framework has below it, as far as the framework's ids tell. */
export class PointsBelow {
  readonly #learnt: LearntIds

  constructor(learnt: LearntIds) {
    this.#learnt = learnt
  }

  /** The id that what is written is a point of, of at least so many parts. */
  idAbove(
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
}
