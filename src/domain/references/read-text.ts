import type { Meter } from '../text/phrase-trie.ts'
import type { TextToken } from '../text/tokens.ts'
import { ListHeads } from './list-heads.ts'

/** A text that is read for ids, from its start to its end: its tokens, where its lists begin, and what reading it has cost. */
export interface ReadText extends ReadonlyArray<TextToken> {
  readonly lists: ListHeads
  /** One step is a look at a token or a stem, or a part of a key. */
  readonly meter: Meter
  /** What stands behind the last token. */
  readonly behind: string
}

/** Makes ready to read; the steps are counted with those of `meter`. */
export function readText(tokens: TextToken[], meter: Meter = { steps: 0 }, behind = ''): ReadText {
  return Object.assign(tokens, { lists: new ListHeads(tokens, meter), meter, behind })
}
