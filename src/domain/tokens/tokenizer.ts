import type { EarlyEndSignal } from '../early-end.ts'
/** Counts tokens as the service bills them where an upstream gives no count of its own (o200k_base). */
export interface Tokenizer {
  /**
   * Tokens of the texts in all. Counting stops soon after `stopAbove` tokens; the result is then some number above it.
   * The result never exceeds the texts' UTF-8 bytes. An aborted signal ends the counting soon, with its reason.
   * @throws {Refusal} `server_overloaded` where too many counts wait already
   */
  count(texts: readonly string[], stopAbove?: number, signal?: EarlyEndSignal): Promise<number>
  /**
   * A number that the texts' tokens in all never exceed, for a fraction of what counting costs: for English about a seventh above the count,
   * for texts outside ASCII up to their UTF-8 bytes. Reading stops soon after `stopAbove`; the result is then some number above it.
   * An aborted signal ends the reading soon, with its reason.
   */
  bound(texts: readonly string[], stopAbove?: number, signal?: EarlyEndSignal): Promise<number>
  /** Tokens of each text by itself, in one step. */
  countEach(texts: readonly string[]): Promise<number[]>
}
