import { POINT_RANGE } from '../registry/id-list.ts'
import { idKey, splitId } from './written-id.ts'

/** What is counted goes no deeper: `Annex I Part I (2)(m)`. */
const DEPTH_MOST = 3

/** How far the paragraphs and points of articles go, where the official text was counted. */
export class PointExtent {
  /** The last of those below an article or a paragraph, by the key of what they are below. */
  readonly #last = new Map<string, string>()

  /** Learns a range. */
  learn(range: string): void {
    const [, above = '', number, letter] = POINT_RANGE.exec(range) ?? []
    const { words, parts } = splitId(above)
    this.#last.set(idKey(words, parts), number ?? letter ?? '')
  }

  /** Whether a paragraph is behind the last of its article, a point behind the last of its paragraph, or one of a part of an annex. */
  isBeyond(words: readonly string[], parts: readonly string[]): boolean {
    return parts
      .slice(1, 1 + DEPTH_MOST)
      .some((part, at) => this.#isBehind(words, parts.slice(0, at + 1), part))
  }

  /** Whether a point is told of a paragraph that has none; roman numbers were not counted. */
  hasNone(words: readonly string[], [article = '', paragraph = '', point = '']: readonly string[]): boolean {
    const last = this.#last.get(idKey(words, [article]))
    if (last === undefined || !isNumber(last) || !isNumber(paragraph)) return false
    if (!isLetter(point) || /^[ivx]$/.test(point)) return false
    return !this.#last.has(idKey(words, [article, paragraph]))
  }

  /** Whether a part is of one kind with the last below others, and behind it. */
  #isBehind(words: readonly string[], above: readonly string[], part: string): boolean {
    const last = this.#last.get(idKey(words, above))
    if (last === undefined) return false
    if (isLetter(last)) return isLetter(part) && part > last
    return isNumber(part) && Number(part) > Number(last)
  }
}

function isLetter(part: string): boolean {
  return /^[a-z]$/.test(part)
}

/** Not a year, or the number of another law. */
function isNumber(part: string): boolean {
  return /^\d{1,2}$/.test(part)
}
