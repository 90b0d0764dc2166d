const DATA = Buffer.from('data: ')
const DONE = 'data: [DONE]\n\n'
const TILDE = 0x7e
const STAMP_DIGITS = 16

/**
 * Counts the events of a stream as its bytes come, and tells how late each stamped chunk is. It parses nothing, since the load
 * generator has to be cheaper than what it measures; a marker that two reads cut in two is still found.
 */
export class StreamReader {
  /** Events so far, `[DONE]` and those around the chunks included. */
  events = 0
  readonly #latenesses: number[]
  /** What the last read ended with that could be the start of a marker or stamp. */
  #rest: Buffer = Buffer.alloc(0)
  #tail = ''

  /** @param latenesses where the milliseconds from each stamp to its arrival are added */
  constructor(latenesses: number[]) {
    this.#latenesses = latenesses
  }

  read(part: Buffer): void {
    this.#tail = (this.#tail + part.toString('latin1', Math.max(0, part.length - DONE.length))).slice(
      -DONE.length,
    )
    const bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part])
    // Every event ends with a line feed: only what follows the last one can be unfinished.
    const end = bytes.lastIndexOf(0x0a) + 1
    this.#rest = bytes.subarray(end)
    const lines = bytes.subarray(0, end)
    for (let at = lines.indexOf(DATA); at >= 0; at = lines.indexOf(DATA, at + DATA.length)) this.events += 1
    this.#readStamps(lines)
  }

  /** Whether it ended as it should, with at least an event for each chunk and one for the end. */
  isWhole(chunks: number): boolean {
    return this.events > chunks && this.#tail === DONE
  }

  #readStamps(lines: Buffer): void {
    const now = Number(process.hrtime.bigint() / 1_000n)
    for (let at = lines.indexOf(TILDE); at >= 0; at = lines.indexOf(TILDE, at + STAMP_DIGITS + 2)) {
      const written = Number(lines.toString('latin1', at + 1, at + 1 + STAMP_DIGITS))
      this.#latenesses.push((now - written) / 1_000)
    }
  }
}
