import type { EarlyEndSignal } from '../domain/early-end.ts'
import { Piscina } from 'piscina'
import { Refusal } from '../domain/refusal.ts'
import type { Tokenizer } from '../domain/tokens/tokenizer.ts'
import { TokenBound } from './token-bound/token-bound.ts'

/** Characters that are counted in one go: some milliseconds of the worker's time. */
const PIECE = 32_768

/** Pieces that may wait for the worker. A count has one there at a time, so it is counts that wait. */
const WAITING_MAX = 16_384

/** A piece that a worker died over is given to the next one, once. */
const ATTEMPTS = 2

/** How long a worker stays that has nothing to count, in milliseconds. It takes some fifty megabytes, and half a second to come back. */
const IDLE_MS = 300_000

/** Pieces that go to the worker together, each with the index of the text it is of. */
interface Batch {
  pieces: string[]
  owners: number[]
}

/**
 * tiktoken in one worker thread, so that the event loop never waits for a count. A text goes there piece by piece, the next when the last
 * is counted: a small count waits for one piece of each large one before it, never for all of them. A worker that dies is replaced, one
 * that was idle for some minutes ends. Bounds are made here, without it.
 */
export class TiktokenTokenizer implements Tokenizer {
  readonly #pool = new Piscina<string[], number[]>({
    filename: new URL('./tiktoken-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    maxQueue: WAITING_MAX,
  })
  readonly #bound = new TokenBound()
  #closed = false

  constructor() {
    // A worker that dies while nothing waits for it is replaced with the next count; without a listener it would end the process.
    this.#pool.on('error', () => undefined)
  }

  async count(
    texts: readonly string[],
    stopAbove = Number.MAX_SAFE_INTEGER,
    signal?: EarlyEndSignal,
  ): Promise<number> {
    let tokens = 0
    for (const { pieces } of batches(texts)) {
      signal?.throwIfAborted()
      for (const counted of await this.#counted(pieces)) tokens += counted
      if (tokens > stopAbove) break
    }
    return tokens
  }

  bound(
    texts: readonly string[],
    stopAbove = Number.MAX_SAFE_INTEGER,
    signal?: EarlyEndSignal,
  ): Promise<number> {
    return this.#bound.of(texts, stopAbove, signal)
  }

  async countEach(texts: readonly string[]): Promise<number[]> {
    const counts = texts.map(() => 0)
    for (const { pieces, owners } of batches(texts)) {
      const counted = await this.#counted(pieces)
      for (const [index, owner] of owners.entries()) {
        counts[owner] = (counts[owner] ?? 0) + (counted[index] ?? 0)
      }
    }
    return counts
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#pool.destroy()
  }

  async #counted(pieces: string[]): Promise<number[]> {
    if (this.#pool.queueSize >= WAITING_MAX) throw new Refusal('server_overloaded', { reason: 'tokenizer' })
    for (let attempt = 1; ; attempt += 1) {
      if (this.#closed) throw new Error('the tokenizer has stopped')
      try {
        return await this.#pool.run(pieces)
      } catch (cause) {
        if (attempt === ATTEMPTS && !this.#closed) throw cause
      }
    }
  }
}

function* batches(texts: readonly string[]): Generator<Batch> {
  let batch: Batch = { pieces: [], owners: [] }
  let length = 0
  for (const [owner, text] of texts.entries()) {
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = pieceEnd(text, start)
      if (length > 0 && length + end - start > PIECE) {
        yield batch
        batch = { pieces: [], owners: [] }
        length = 0
      }
      batch.pieces.push(text.slice(start, end))
      batch.owners.push(owner)
      length += end - start
    }
  }
  if (length > 0) yield batch
}

/** Pieces end before a space where they can: words take the space before them along, so nothing is counted apart. */
function pieceEnd(text: string, start: number): number {
  if (text.length - start <= PIECE) return text.length
  const space = text.lastIndexOf(' ', start + PIECE)
  return space > start ? space : start + PIECE
}
