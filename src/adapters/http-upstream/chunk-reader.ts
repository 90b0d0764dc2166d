import type { UpstreamEvent } from '../../domain/upstream/upstream.ts'
import { parseJson, readUpstreamJson } from './upstream-json.ts'

/** Chunks that are looked at for their shape before one of that shape must have come: some servers never write two alike. */
const LESSONS_MAX = 8

/** Stands in for the text of a chunk where its shape is proven. */
const PROBE = 'svc looks where the text of a chunk stands'

/**
 * Reads the chunks of one stream. Most servers write them all alike but for the text. So what stands around the text of one chunk is
 * kept, and of the next one that begins and ends in the same way only the text itself is read. Any other is read whole.
 */
export class ChunkReader {
  /** What stands before and behind the text; no chunk ends in what is never written. */
  #before = ''
  #after = '\n'
  #lessons = LESSONS_MAX

  /**
   * Adds what a chunk says to `events`, in the order it is meant.
   * @returns false where it is no answer
   */
  read(chunk: string, events: UpstreamEvent[]): boolean {
    const text = this.#textOf(chunk)
    if (text !== undefined) {
      this.#lessons = LESSONS_MAX
      if (text !== '') events.push({ kind: 'text', text })
      return true
    }
    const said = readUpstreamJson(chunk)
    if (!said) return false
    events.push(...said)
    const [first] = said
    if (first?.kind === 'text' && said.length === 1) this.#learn(chunk, first.text)
    return true
  }

  /** The text of a chunk in the known shape. Slices are compared, since `startsWith` takes ten times as long. */
  #textOf(chunk: string): string | undefined {
    const { length: from } = this.#before
    const to = chunk.length - this.#after.length
    if (to <= from || chunk.slice(to) !== this.#after || chunk.slice(0, from) !== this.#before)
      return undefined
    const text = parseJson(chunk.slice(from, to))
    return typeof text === 'string' ? text : undefined
  }

  /**
   * Keeps the shape of a chunk that says nothing but this text. It is proven by another text in its place: where that one is read,
   * and nothing else, any JSON string would be read.
   */
  #learn(chunk: string, text: string): void {
    if (this.#lessons === 0) return
    this.#lessons -= 1
    const written = JSON.stringify(text)
    const at = chunk.indexOf(written, chunk.indexOf('"content":'))
    if (at < 0) return
    const before = chunk.slice(0, at)
    const after = chunk.slice(at + written.length)
    const said = readUpstreamJson(before + JSON.stringify(PROBE) + after)
    if (said?.length !== 1 || said[0]?.kind !== 'text' || said[0].text !== PROBE) return
    this.#before = before
    this.#after = after
  }
}
