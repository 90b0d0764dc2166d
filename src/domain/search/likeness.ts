import { beginningOf } from './stems.ts'

/** How alike a question is to those that the data has for its statements, in other languages than English. */
export class Likeness {
  /** What each question is for, and how many words it has. */
  readonly #asked: { statement: number; size: number }[] = []
  /** By word, the questions that hold it. */
  readonly #holding = new Map<string, number[]>()

  add(statement: number, terms: Iterable<string>): void {
    const words = wordsOf(terms)
    const at = this.#asked.push({ statement, size: words.size }) - 1
    for (const word of words) {
      const holding = this.#holding.get(word)
      if (holding) holding.push(at)
      else this.#holding.set(word, [at])
    }
  }

  /** By statement, how much of both the question and the most alike of its own is the same, from 0 to 1. */
  of(terms: Iterable<string>): Map<number, number> {
    const words = wordsOf(terms)
    const shared = new Map<number, number>()
    for (const word of words)
      for (const at of this.#holding.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    const alike = new Map<number, number>()
    for (const [at, count] of shared) {
      const { statement, size } = this.#asked[at] ?? { statement: -1, size: 0 }
      alike.set(statement, Math.max(alike.get(statement) ?? 0, (2 * count) / (size + words.size)))
    }
    return alike
  }
}

/** Words by how they begin: their endings say little. */
function wordsOf(terms: Iterable<string>): Set<string> {
  return new Set([...terms].map((term) => beginningOf(term) ?? term))
}
