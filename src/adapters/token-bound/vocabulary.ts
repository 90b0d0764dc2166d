import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { inTurns, STEPS_A_TURN } from '../../domain/text/turns.ts'

/** The encoding as tiktoken's package brings it: every token in base64, separated by spaces. */
const RANKS = createRequire(import.meta.url).resolve('tiktoken/encoders/o200k_base.json')

/** The longest token that is kept, in bytes: with its length behind it a token then is four numbers. */
const LONGEST = 15
const NUMBERS = 4
/** Base64 of that many bytes. */
const LONGEST_ENCODED = 20

/** Places for tokens, as a power of two: about half of them stay free. */
const PLACES = 1 << 18

/** What is read at the place of a piece, in bytes: the piece itself may be shorter. */
export const READ_AHEAD = 16

/**
 * The tokens of the encoding that are ASCII and short: nearly all that an English text has. Four megabytes, because a `Set` of the same
 * strings takes twenty and asks for a string at each look-up.
 */
export class Vocabulary {
  /** A hash table: a token is four numbers, its bytes and its length. A place is free where the length is 0. */
  readonly #places = new Int32Array(PLACES * NUMBERS)
  /** 1 for two ASCII bytes that together are a token. */
  readonly #pairs = new Uint8Array(0x80 * 0x80)

  private constructor() {}

  /** Reads it from tiktoken's own file, in turns of the event loop: about a tenth of a second in all. */
  static async load(): Promise<Vocabulary> {
    const { bpe_ranks: ranks } = JSON.parse(await readFile(RANKS, 'utf8')) as { bpe_ranks: string }
    const vocabulary = new Vocabulary()
    await inTurns(vocabulary.#fill(ranks))
    return vocabulary
  }

  /** Whether the `length` bytes at `from` are one token. `READ_AHEAD` bytes can be read from there. */
  has(view: DataView, from: number, length: number): boolean {
    if (length > LONGEST) return false
    const mask = length * NUMBERS
    const a = view.getInt32(from, true) & (MASKS[mask] ?? 0)
    const b = view.getInt32(from + 4, true) & (MASKS[mask + 1] ?? 0)
    const c = view.getInt32(from + 8, true) & (MASKS[mask + 2] ?? 0)
    const d = (view.getInt32(from + 12, true) & (MASKS[mask + 3] ?? 0)) | (length << 24)
    const places = this.#places
    for (let at = placeOf(a, b, c, d); places[at + 3] !== 0; at = (at + NUMBERS) % places.length) {
      if (places[at] === a && places[at + 1] === b && places[at + 2] === c && places[at + 3] === d)
        return true
    }
    return false
  }

  /**
   * The most tokens that a piece can have. Merging goes on while two neighbours together are a token, so at its end no two single bytes
   * stand side by side whose pair is one. A byte outside ASCII says nothing about pairs: then it is the number of bytes.
   */
  mostTokens(bytes: Uint8Array, from: number, to: number): number {
    // The most tokens of the bytes so far: where the last is a single byte, where it is longer, and in all, one byte earlier.
    let single = 1
    let longer = 0
    let most = 1
    let earlier = 0
    let last = bytes[from] ?? 0
    if (last >= 0x80) return to - from
    for (let at = from + 1; at < to; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte >= 0x80) return to - from
      const apart = this.#pairs[(last << 7) | byte] === 0
      single = (apart ? most : longer) + 1
      longer = earlier + 1
      earlier = most
      most = Math.max(single, longer)
      last = byte
    }
    return most
  }

  *#fill(ranks: string): Generator<undefined> {
    const bytes = Buffer.alloc(LONGEST_ENCODED)
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    let steps = 0
    // Before the tokens stand a mark and the first one's number.
    for (let start = ranks.indexOf(' ', 2) + 1; start > 0; start = ranks.indexOf(' ', start) + 1) {
      steps += 1
      if (steps % STEPS_A_TURN === 0) yield
      const end = ranks.indexOf(' ', start)
      this.#add(ranks.slice(start, end < 0 ? undefined : end), bytes, view)
    }
  }

  #add(encoded: string, bytes: Buffer, view: DataView): void {
    if (encoded.length > LONGEST_ENCODED) return
    bytes.fill(0)
    const length = bytes.write(encoded, 'base64')
    if (length > LONGEST || bytes.some((byte) => byte >= 0x80)) return
    if (length === 2) this.#pairs[(bytes.readUInt8(0) << 7) | bytes.readUInt8(1)] = 1
    bytes.writeUInt8(length, LONGEST)
    const [a, b, c, d] = [0, 4, 8, 12].map((at) => view.getInt32(at, true)) as [
      number,
      number,
      number,
      number,
    ]
    const places = this.#places
    let at = placeOf(a, b, c, d)
    while (places[at + 3] !== 0) at = (at + NUMBERS) % places.length
    places.set([a, b, c, d], at)
  }
}

/** For each length the masks that keep that many bytes of four numbers. */
const MASKS = Int32Array.from({ length: (LONGEST + 1) * NUMBERS }, (_, index) => {
  const bytes = Math.floor(index / NUMBERS) - (index % NUMBERS) * 4
  return bytes >= 4 ? -1 : (1 << (Math.max(bytes, 0) * 8)) - 1
})

function placeOf(a: number, b: number, c: number, d: number): number {
  const hash =
    Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca77) + Math.imul(c, 0xc2b2ae3d) + Math.imul(d, 0x27d4eb2f)
  return (hash >>> (32 - Math.log2(PLACES))) * NUMBERS
}
