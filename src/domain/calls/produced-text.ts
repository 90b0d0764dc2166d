import type { Tokenizer } from '../tokens/tokenizer.ts'

/** Text kept back for counting, in characters; beyond it the oldest part is counted and let go. */
const KEPT_MAX = 65_536

/** Pieces kept apart; so many are put together to one, since each takes as much memory again as its few characters. */
const PIECES_MAX = 256

/** No text of a model has more characters to a token; what comes beyond cannot cost more than the call's hold anyway. */
const CHARACTERS_PER_TOKEN_MAX = 128

/**
 * Counts what a model has produced, for calls whose upstream gives no usage or that end early. Memory is bounded however
 * much is produced; nothing is counted at all where the upstream's own figure comes.
 */
export class ProducedText {
  readonly #tokenizer: Tokenizer
  #kept: string[] = []
  #keptLength = 0
  #room: number
  #counted: Promise<number> = Promise.resolve(0)

  /** `maxTokens` is what the call may produce: an upstream that does not keep to it is not counted without end. */
  constructor(tokenizer: Tokenizer, maxTokens: number) {
    this.#tokenizer = tokenizer
    this.#room = maxTokens * CHARACTERS_PER_TOKEN_MAX
  }

  add(text: string): void {
    const counted = text.slice(0, this.#room)
    this.#room -= counted.length
    this.#kept.push(counted)
    if (this.#kept.length === PIECES_MAX) this.#kept = [this.#kept.join('')]
    this.#keptLength += counted.length
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
    // Where the upstream's own figure comes, nobody asks for this one.
    this.#counted.catch(() => undefined)
  }
}
