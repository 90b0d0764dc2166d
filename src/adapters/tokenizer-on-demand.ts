import type { EarlyEndSignal } from '../domain/early-end.ts'
import type { Tokenizer } from '../domain/tokens/tokenizer.ts'
import type { TiktokenTokenizer } from './tiktoken-tokenizer.ts'

/**
 * tiktoken from the first count or bound on: most calls need neither, and a start none at all. Its worker takes some 60 MB and half a
 * second of processor time, and begins with the first count.
 */
export class TokenizerOnDemand implements Tokenizer {
  #made: Promise<TiktokenTokenizer> | undefined
  #closed = false

  async count(texts: readonly string[], stopAbove?: number, signal?: EarlyEndSignal): Promise<number> {
    return (await this.#tokenizer()).count(texts, stopAbove, signal)
  }

  async bound(texts: readonly string[], stopAbove?: number, signal?: EarlyEndSignal): Promise<number> {
    return (await this.#tokenizer()).bound(texts, stopAbove, signal)
  }

  async countEach(texts: readonly string[]): Promise<number[]> {
    return (await this.#tokenizer()).countEach(texts)
  }

  async close(): Promise<void> {
    this.#closed = true
    await (await this.#made)?.close()
  }

  #tokenizer(): Promise<TiktokenTokenizer> {
    if (!this.#made && this.#closed) throw new Error('the tokenizer has stopped')
    this.#made ??= import('./tiktoken-tokenizer.ts').then((module) => new module.TiktokenTokenizer())
    return this.#made
  }
}
