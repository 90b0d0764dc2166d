import type { Slice } from '../text/slices.ts'

/** A line longer than this is read in slices, each with a look at what follows it: no id is longer than that. */
const LINE_MAX = 8_192
const AHEAD = 64

/**
 * Cuts a text that arrives in pieces into its lines, and long lines into slices, in places that depend on the text alone, not on how
 * it arrived. Keeps one unfinished line; searches each piece once.
 */
export class LineCutter {
  /** The unfinished line in the pieces that it came in; put together once, when it can be cut. */
  #kept: string[] = []
  #length = 0
  /** The end of the slice before, where a line was cut: "Requirement" belongs to the number behind it. */
  #before = '';

  /** The lines and slices that the next piece makes whole. All are to be taken before the next piece is added. */
  *add(piece: string): Generator<Slice, void> {
    if (piece === '') return
    this.#kept.push(piece)
    this.#length += piece.length
    if (this.#length < LINE_MAX + AHEAD && !piece.includes('\n')) return
    const text = this.#kept.join('')
    let from = 0
    let newline = newlineIn(text, 0)
    for (;;) {
      const end = newline - from < LINE_MAX ? newline + 1 : placeToCut(text, from)
      if (end === undefined) break
      yield this.#slice(text.slice(from, end), end > newline ? undefined : text.slice(end, end + AHEAD))
      from = end
      if (newline < from) newline = newlineIn(text, from)
    }
    this.#kept = from < text.length ? [text.slice(from)] : []
    this.#length = text.length - from
  }

  /** The last line, though none follows. */
  *end(): Generator<Slice, void> {
    const line = this.#kept.join('')
    this.#kept = []
    this.#length = 0
    yield this.#slice(line)
  }

  /** Without `after`, the slice is the end of its line. */
  #slice(own: string, after?: string): Slice {
    const before = this.#before
    this.#before = after === undefined ? '' : own.slice(-AHEAD)
    return { before, own, after: after ?? '' }
  }
}

function newlineIn(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? Infinity : at
}

/** Where the line that begins at a place is cut: not yet, if it has not come far enough. */
function placeToCut(text: string, from: number): number | undefined {
  if (text.length - from < LINE_MAX + AHEAD) return undefined
  const space = text.slice(from, from + LINE_MAX).lastIndexOf(' ')
  return from + (space > 0 ? space : LINE_MAX)
}
