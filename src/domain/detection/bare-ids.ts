import { fold } from '../text/fold.ts'
import type { Framework } from '../registry/framework.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { readsAlone, type Slice } from '../text/slices.ts'
import { idSurroundings } from './surroundings.ts'
import { TextScan } from './text-scan.ts'
import { wordCount } from '../text/word-cursor.ts'

/**
 * The frameworks whose control ids stand in a slice's own part, in the order of the text; one may come several times. `scan` is of the
 * `whole` slice: its own part is looked through again only where it reads otherwise by itself.
 */
export function bareIds(
  lexicon: Lexicon,
  slice: Slice,
  whole: string,
  scan: TextScan,
  meter?: Meter,
): Framework[] {
  const alone = readsAlone(slice, whole)
  const own = alone ? scan : new TextScan(lexicon, fold(slice.own), meter)
  // Most places only look like an id, and counting words takes longer than asking.
  if (!own.ids.some((at) => lexicon.ids.lengthAt((place) => own.token(place), at, meter) > 0)) return []
  const first = alone ? wordCount(fold(slice.before)) : 0
  const end = own.words - (alone ? wordCount(fold(slice.after)) : 0)
  return lexicon.ids.find(idSurroundings(lexicon, own, first, end), meter).flatMap(({ values }) => values)
}
