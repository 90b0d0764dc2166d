import type { Meter } from '../text/phrase-trie.ts'
import { idKey } from './written-id.ts'

/** Ids as a module writes them, by their stem's words and their parts. */
export class IdTable {
  readonly #ids = new Map<string, string>()
  #longest = 0

  /** Parts of the longest: nothing longer is looked up. */
  get longest(): number {
    return this.#longest
  }

  /** Puts an id in, in the place of one that is written the same way. */
  put(words: readonly string[], parts: readonly string[], id: string): void {
    this.#longest = Math.max(this.#longest, parts.length)
    this.#ids.set(idKey(words, parts), id)
  }

  /** Puts an id in where none is written the same way. */
  putNew(words: readonly string[], parts: readonly string[], id: string): void {
    if (!this.has(words, parts)) this.put(words, parts, id)
  }

  /** Steps are counted with `meter`, where one is given: as many as the key has parts. */
  get(words: readonly string[], parts: readonly string[], meter?: Meter): string | undefined {
    if (meter) meter.steps += 1
    if (parts.length > this.#longest) return undefined
    if (meter) meter.steps += parts.length
    return this.#ids.get(idKey(words, parts))
  }

  has(words: readonly string[], parts: readonly string[]): boolean {
    return this.get(words, parts) !== undefined
  }

  get size(): number {
    return this.#ids.size
  }

  ids(): Iterable<string> {
    return this.#ids.values()
  }
}
