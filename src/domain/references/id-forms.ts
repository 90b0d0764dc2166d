import { idPattern, splitId, withoutZeros, type SplitId, type WrittenId } from './written-id.ts'
import { likeNumber, writtenLike } from './written-like.ts'

/** The forms that a framework's ids have: which kinds of parts follow on letters in front, and how such an id is spelt. */
export class IdForms {
  /**
   * Of each stem, which kinds of parts follow in which order (`##`, `##@`), with an id written so. Anything else has not the shape of
   * an id.
   */
  readonly #patterns = new Map<string, string>()
  /** An id as it is in full, by the words that it is written by: `Annex VIII Rule 11` by "Rule". */
  readonly #whole = new Map<string, string>()

  /** Learns how an id is written. */
  learn(id: string, { words, parts }: SplitId): void {
    for (const like of likesOf(words, parts)) if (!this.#patterns.has(like)) this.#patterns.set(like, id)
  }

  /** Learns what is written of an id without what its framework puts first: `Rule 11` of `Annex VIII Rule 11`. */
  learnTail(tail: string, id: string): void {
    const split = splitId(tail)
    this.learn(tail, split)
    if (split.parts.length === 1) this.#whole.set(split.words.join(' '), id)
  }

  /** Whether any id has such a stem and such parts in such an order. */
  has(words: readonly string[], parts: readonly string[]): boolean {
    return this.#patterns.has(idPattern(words, parts))
  }

  /** An id that is not known, in the form of those that are. */
  spell({ template, words, parts }: Pick<WrittenId, 'template' | 'words' | 'parts'>): string {
    const whole = parts.length === 1 ? this.#whole.get(words.join(' ')) : undefined
    if (whole !== undefined) return whole.replace(/\d+$/, (number) => likeNumber(parts[0] ?? '', number))
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
