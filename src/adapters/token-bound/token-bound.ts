import type { EarlyEndSignal } from '../../domain/early-end.ts'
import { Spares } from '../../domain/text/spares.ts'
import { nextTurn } from '../../domain/text/turns.ts'
import { contractionEnd, pieceEnds } from './pieces.ts'
import { READ_AHEAD, Vocabulary } from './vocabulary.ts'

/*
 * Why the bound never lies below the count. The encoding cuts a text into pieces and merges bytes within each, never across two. So a text
 * has the tokens of its pieces together. For a piece:
 *
 * - One that stands in the vocabulary is one token: it is looked up before any merging.
 * - Another one has no more tokens than `Vocabulary.mostTokens` says, because merging ends only where no two neighbours are a token.
 * - Where a byte outside ASCII hides the border between pieces, several of them are taken together, and bounded by their bytes: a
 *   token is never shorter than a byte.
 *
 * A long text is read in slices. Each end of a slice that is no end of the text is such a byte: what stands on either side of the cut, up
 * to the next certain border, is bounded by its bytes.
 */

/** Characters that are read in one go; their bytes in UTF-8 must be numbers of 16 bits. */
const SLICE = 16_384
/** Slices after which a turn of the event loop ends: about a millisecond of work. */
const SLICES_A_TURN = 8

/** Memories that wait for texts to come; each takes 150 KB. */
const SPARE_MEMORIES_MAX = 16

/** A byte that stands for what is not known: no character begins with it. */
const UNKNOWN = 0x80

/** Bounds the tokens of texts without counting them. The vocabulary is read when the first one asks. */
export class TokenBound {
  #vocabulary: Promise<Vocabulary> | undefined
  readonly #memories = new Spares(() => new SliceMemory(), SPARE_MEMORIES_MAX)

  /** As `Tokenizer.bound`. */
  async of(texts: readonly string[], stopAbove: number, signal?: EarlyEndSignal): Promise<number> {
    this.#vocabulary ??= Vocabulary.load()
    const vocabulary = await this.#vocabulary
    return this.#memories.lend((memory) =>
      bound(texts, new SliceReader(vocabulary, memory), stopAbove, signal),
    )
  }
}

async function bound(
  texts: readonly string[],
  reader: SliceReader,
  stopAbove: number,
  signal: EarlyEndSignal | undefined,
): Promise<number> {
  let tokens = 0
  let slices = 0
  for (const text of texts) {
    for (let start = 0, end = 0; start < text.length; start = end) {
      if (slices > 0 && slices % SLICES_A_TURN === 0) await nextTurn()
      signal?.throwIfAborted()
      end = sliceEnd(text, start)
      tokens += reader.read(text, start, end)
      if (tokens > stopAbove) return tokens
      slices += 1
    }
  }
  return tokens
}

/** Not within a pair of surrogates: its halves have more bytes than the whole. */
function sliceEnd(text: string, start: number): number {
  const end = start + SLICE
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : Math.min(end, text.length)
}

/** Room for one slice: its bytes, and where its pieces end. */
class SliceMemory {
  readonly bytes = new Uint8Array((SLICE + 1) * 3 + 2 + READ_AHEAD)
  readonly view = new DataView(this.bytes.buffer)
  readonly ends = new Uint16Array(this.bytes.length)

  wipe(): void {
    this.bytes.fill(0)
  }
}

class SliceReader {
  readonly #vocabulary: Vocabulary
  readonly #memory: SliceMemory
  readonly #encoder = new TextEncoder()

  constructor(vocabulary: Vocabulary, memory: SliceMemory) {
    this.#vocabulary = vocabulary
    this.#memory = memory
  }

  /** The most tokens that the part of the text from `start` to `end` adds to the whole. */
  read(text: string, start: number, end: number): number {
    const { bytes } = this.#memory
    const before = start > 0 ? 1 : 0
    const after = end < text.length ? 1 : 0
    bytes[0] = UNKNOWN
    const { written } = this.#encoder.encodeInto(text.slice(start, end), bytes.subarray(before))
    const length = before + written + after
    bytes.fill(0, before + written, length + READ_AHEAD)
    if (after > 0) bytes[length - 1] = UNKNOWN
    return this.#tokens(length) - before - after
  }

  #tokens(length: number): number {
    const { bytes, view, ends } = this.#memory
    const vocabulary = this.#vocabulary
    const pieces = pieceEnds(bytes, length, ends)
    let tokens = 0
    let start = 0
    for (let piece = 0; piece < pieces; piece += 1) {
      const seeming = ends[piece] ?? 0
      if (seeming <= start) continue
      const end = contractionEnd(bytes, seeming)
      tokens += vocabulary.has(view, start, end - start) ? 1 : vocabulary.mostTokens(bytes, start, end)
      start = end
    }
    return tokens
  }
}
