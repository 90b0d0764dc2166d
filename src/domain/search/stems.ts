import { stemmer } from 'stemmer'
import { deu, eng, fra, ita, nld, pol, por, spa } from 'stopword'
import { tokenize, type TextToken } from '../text/tokens.ts'

/** Words without a meaning of their own, in the languages people ask in, accents dropped as in every token. */
const STOP_WORDS = new Set(
  [eng, deu, fra, spa, ita, nld, por, pol].flat().flatMap((word) => tokenize(word).map(({ text }) => text)),
)

/** Longer runs of letters are no word to take apart: the work for one grows with the square of its length. */
export const LONGEST_WORD = 60

/** Every word of a text by its stem. */
export function stems(text: string): string[] {
  return tokenize(text).map((token) => stemmer(token.text))
}

/** Stems of the words that carry meaning. */
export function meaningful(text: string): string[] {
  return meaningfulOf(tokenize(text))
}

export function meaningfulOf(tokens: readonly TextToken[]): string[] {
  return tokens.filter((token) => !STOP_WORDS.has(token.text)).map((token) => stemmer(token.text))
}

/** So much of a word stays the same in most languages, whatever its ending. */
const BEGINNING_LETTERS = 6

/** How a word begins, marked so that it is no word itself; undefined of a short one. */
export function beginningOf(term: string): string | undefined {
  return term.length < BEGINNING_LETTERS ? undefined : `${term.slice(0, BEGINNING_LETTERS)}*`
}

export function beginnings(terms: Iterable<string>): string[] {
  return [...new Set([...terms].flatMap((term) => beginningOf(term) ?? []))]
}
