import { Worker } from 'node:worker_threads'
import type { Tokenizer } from '../domain/tokens/tokenizer.ts'
import type { CountReply, CountRequest } from './tiktoken-worker.ts'

interface Waiting {
  resolve: (counts: number[]) => void
  reject: (cause: Error) => void
}

/** tiktoken in one worker thread: the event loop never waits for a count, however large the text. */
export class TiktokenTokenizer implements Tokenizer {
  readonly #worker = new Worker(new URL('./tiktoken-worker.ts', import.meta.url))
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #broken: Error | undefined

  constructor() {
    this.#worker.on('message', ({ id, counts }: CountReply) => {
      this.#waiting.get(id)?.resolve(counts)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    this.#worker.on('error', (cause) =>
      this.#fail(cause instanceof Error ? cause : new Error('worker failed')),
    )
    this.#worker.on('exit', () => this.#fail(new Error('the tokenizer has stopped')))
    this.#worker.unref()
  }

  async count(texts: readonly string[], stopAbove = Number.MAX_SAFE_INTEGER): Promise<number> {
    const counts = await this.#ask(texts, stopAbove)
    return counts.reduce((sum, tokens) => sum + tokens, 0)
  }

  countEach(texts: readonly string[]): Promise<number[]> {
    return this.#ask(texts, Number.MAX_SAFE_INTEGER)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(texts: readonly string[], stopAbove: number): Promise<number[]> {
    if (this.#broken) return Promise.reject(this.#broken)
    this.#lastId += 1
    const request: CountRequest = { id: this.#lastId, texts, stopAbove }
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage(request)
    })
  }

  #fail(cause: Error): void {
    this.#broken ??= cause
    for (const { reject } of this.#waiting.values()) reject(cause)
    this.#waiting.clear()
  }
}
