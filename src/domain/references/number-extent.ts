import { isDigits } from './id-part.ts'

/** A number that many times the largest is none that was left out, nor one that is meant. */
export const FAR_BEYOND = 2

/** How far a framework's ids go that are numbers: the largest, the last chapter, how many parts they have. */
export class NumberExtent {
  /** The largest id that is one number only; 0 where there is none. */
  #largest = 0
  /** The last chapter of ids that are numbers. */
  #chapters = 0
  /** What they end in: a letter, or nothing. */
  readonly #endings = new Set<string>()
  /** How many parts numbers have that are ids or the beginnings of some. */
  readonly #counts = new Set<number>()

  /** Learns the parts of one of the framework's ids. */
  learn(parts: readonly string[]): void {
    for (const index of parts.keys()) this.#counts.add(index + 1)
    this.#endings.add(endingOf(parts))
    this.#chapters = Math.max(this.#chapters, Number.parseInt(parts[0] ?? '', 10) || 0)
    if (parts.length === 1) this.#largest = Math.max(this.#largest, Number(parts[0]))
  }

  /** Learns an id of an older edition: its chapters existed. */
  learnOlder([chapter = '']: readonly string[]): void {
    this.#chapters = Math.max(this.#chapters, Number.parseInt(chapter, 10) || 0)
  }

  /** Whether a number ends in the one letter that all of the framework's numbers end in. */
  hasOwnEnding(parts: readonly string[]): boolean {
    const ending = endingOf(parts)
    return ending !== '' && this.#endings.size === 1 && this.#endings.has(ending)
  }

  /**
   * Whether a number that does not exist may be meant for an id: it has as many parts as some, or is one as large as some. With more
   * digits than the largest it is one only where a word such as "section" stands before it.
   */
  mayHave(parts: readonly string[], { hasForm, isCited }: { hasForm: boolean; isCited: boolean }): boolean {
    if (parts.at(-1) === '0' || /^(?:19|20)\d\d$/.test(parts.at(-1) ?? '')) return false
    if (parts.length > 1) return hasForm || (this.#counts.has(parts.length) && parts.every(isDigits))
    const [number = ''] = parts
    const digits = String(this.#largest).length
    return (isCited || number.length <= digits) && Number(number) <= FAR_BEYOND * this.#largest
  }

  /** Whether a number alone is that of a chapter behind the last, where chapters are no ids: "clause 11", "Requirement 13". */
  isBeyondChapters(parts: readonly string[]): boolean {
    const [number = '', ...more] = parts
    if (this.#largest > 0 || more.length > 0 || !isDigits(number)) return false
    return Number(number) > this.#chapters && Number(number) <= FAR_BEYOND * this.#chapters
  }
}

function endingOf(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return /^[a-z]$/.test(last) ? last : ''
}
