import type { Tokenizer } from '../../../domain/tokens/tokenizer.ts'

/** Text kept back for counting, in characters; beyond it the oldest part is counted and let go. */
const KEPT_MAX = 65_536

/**
 * Counts what a model has produced, for calls whose upstream gives no usage or that end early. Memory is bounded however
 * much is produced; nothing is counted at all where the upstream's own figure comes.
 */
export class ProducedText {
  readonly #tokenizer: Tokenizer
  #kept: string[] = []
  #keptLength = 0
  #counted: Promise<number> = Promise.resolve(0)

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer
  }

  add(text: string): void {
    this.#kept.push(text)
    this.#keptLength += text.length
    if (this.#keptLength > KEPT_MAX) this.#countKept()
  }

  /** Tokens of everything added so far. */
  tokens(): Promise<number> {
    this.#countKept()
    return this.#counted
  }

  #countKept(): void {
    if (this.#keptLength === 0) return
    const text = this.#kept.join('')
    const before = this.#counted
    this.#kept = []
    this.#keptLength = 0
    this.#counted = Promise.all([before, this.#tokenizer.count([text])]).then(([sum, more]) => sum + more)
  }
}
