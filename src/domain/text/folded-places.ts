import {
  DOTTED,
  INLINE_MARK,
  INLINE_TAG,
  INVISIBLE,
  isAscii,
  letterOf,
  MARKS,
  ORDINAL,
  PHRASES,
  QUOTE,
  SMALL_CAPITAL,
  undotted,
} from './fold.ts'

/** A text as `fold` makes it, with where each of its characters stands in the text as it was written. */
export interface FoldedPlaces {
  folded: string
  places: readonly number[]
}

const nothing = (): string => ''

/** Folds a text step by step as `fold` does, and keeps the places; a test holds the two to the same words. */
export function foldedPlaces(text: string): FoldedPlaces {
  const plain = isAscii(text) ? placed(text) : withoutForms(placed(text))
  const unquoted = plain.folded.includes('>')
    ? replaced(replaced(plain, QUOTE, nothing), INLINE_TAG, nothing)
    : plain
  return replaced(replaced(unquoted, INLINE_MARK, nothing), DOTTED, undotted)
}

function placed(text: string): FoldedPlaces {
  return { folded: text, places: Array.from({ length: text.length }, (_, at) => at) }
}

function withoutForms(text: FoldedPlaces): FoldedPlaces {
  const seen = replaced(replaced(replaced(text, INVISIBLE, nothing), ORDINAL, nothing), PHRASES, () => ' ')
  const decomposed = replaced(replaced(seen, MARKS, nothing), CHARACTER, (one) => one.normalize('NFKD'))
  const bare = replaced(decomposed, MARKS, nothing)
  const letters = replaced(
    replaced(bare, /ß/g, () => 'ss'),
    /ı/g,
    () => 'i',
  )
  return replaced(letters, SMALL_CAPITAL, letterOf)
}

const CHARACTER = /[^\0-\x7f]/gu

/** Replaces what a pattern finds. What is put in stands where the same character stood, or else where what it replaces begins. */
function replaced(
  { folded, places }: FoldedPlaces,
  pattern: RegExp,
  by: (match: string) => string,
): FoldedPlaces {
  const texts: string[] = []
  const kept: number[] = []
  let from = 0
  const keepTo = (to: number): void => {
    texts.push(folded.slice(from, to))
    for (let at = from; at < to; at += 1) kept.push(places[at] ?? 0)
  }
  for (const { 0: match, index } of folded.matchAll(pattern)) {
    keepTo(index)
    const put = by(match)
    let at = 0
    for (const character of put.split('')) {
      const same = match.indexOf(character, at)
      if (same >= 0) at = same
      kept.push(places[index + Math.min(at, match.length - 1)] ?? 0)
      if (same >= 0) at += 1
    }
    texts.push(put)
    from = index + match.length
  }
  if (from === 0) return { folded, places }
  keepTo(folded.length)
  return { folded: texts.join(''), places: kept }
}
