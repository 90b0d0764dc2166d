import { isAscii } from './fold.ts'
import { nextTurn } from './turns.ts'

/** Characters that are matched in one go: a few milliseconds of work at most. */
const SLICE = 16_384

/** What is read on either side of a slice without being its own: longer than any name and than the reach of a second signal. */
const CONTEXT = 768

/** A part of a text with its surroundings: what is found in `own` counts, the rest helps to understand it. */
export interface Slice {
  before: string
  own: string
  after: string
}

/**
 * Runs `work` over a text, a long one slice by slice with a turn of the event loop between two, so that other requests go
 * on. Slices end at white space, and each sees what stands around it, so that a border changes nothing: `whole` is
 * the slice with its surroundings.
 */
export async function inSlices(text: string, work: (slice: Slice, whole: string) => void): Promise<void> {
  for (let start = 0; start < text.length;) {
    const end = borderNear(text, start + SLICE)
    const from = borderNear(text, start - CONTEXT)
    const to = borderNear(text, end + CONTEXT)
    const slice = { before: text.slice(from, start), own: text.slice(start, end), after: text.slice(end, to) }
    work(slice, text.slice(from, to))
    start = end
    if (start < text.length) await nextTurn()
  }
}

/** What folding may take out across white space, tags (and what unfolds to their beginning), and the one white space that it drops. */
const ACROSS = /[<\u226e\ufe64\uff1c\ufeff]/

/** In ASCII only a tag that white space stands in. */
const TAG_ACROSS = /<\/?(?:b|i|u|s|em|strong|mark|span|code|small)\b[^<>\s]{0,60}\s/i

/** Whether a slice has, read by itself, no other words than it has in the `whole` with its surroundings. */
export function readsAlone({ before, own, after }: Slice, whole: string): boolean {
  const cleanly = (before === '' || /^\s/.test(own)) && (after === '' || /^\s/.test(after))
  return own === whole || (cleanly && !mayFoldAcross(whole))
}

function mayFoldAcross(text: string): boolean {
  return isAscii(text) ? text.includes('<') && TAG_ACROSS.test(text) : ACROSS.test(text)
}

/** How far back from a limit white space is looked for. */
const WORD_MAX = 256

/** A place at or before the limit that cuts no word, where there is one. */
function borderNear(text: string, limit: number): number {
  if (limit <= 0) return 0
  if (limit >= text.length) return text.length
  for (let at = limit; at > limit - WORD_MAX && at > 0; at -= 1) if (/\s/.test(text.charAt(at))) return at
  return limit
}
