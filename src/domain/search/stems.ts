import { stemmer } from 'stemmer'
import { ara, deu, eng, fra, ita, nld, pol, por, spa, tur } from 'stopword'
import type { Language } from '../text/language.ts'
import { tokenize, type TextToken } from '../text/tokens.ts'
import { withDenied } from './denied.ts'
import { letteredOf } from './lettered.ts'
import { wordsOf } from './unspaced.ts'

/** Small words of other languages that name what English questions are about: AI, controlled unclassified information, card numbers. */
const TERMS: ReadonlySet<string> = new Set(['ai', 'cui', 'pan', 'door', 'tag', 'sama'])

/** Words without a meaning of their own, in the languages people ask in, accents dropped as in every token. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  ...[eng, deu, fra, spa, ita, nld, por, pol]
    .flat()
    .flatMap((word) => tokenize(word).map(({ text }) => text)),
  ...ara.flatMap((word) => wordsOf(tokenize(word))),
]).difference(TERMS)

/** Those of Turkish, some of which are English words: they say nothing in a Turkish text alone. */
const TURKISH_STOP_WORDS = new Set(tur.flatMap((word) => tokenize(word).map(({ text }) => text)))

/** Turkish puts ending behind ending: the beginning of a word says what it means. */
const TURKISH_BEGINNING = 5

/** Longer runs of letters are no word to take apart: the work for one grows with the square of its length. */
export const LONGEST_WORD = 60

/** Words whose stem is another's: a controller of personal data is no control. */
const OWN_STEMS: ReadonlyMap<string, string> = new Map([
  ['controller', 'controller'],
  ['controllers', 'controller'],
])

/** The stem of a word in lower case. */
export function stemOf(word: string): string {
  return OWN_STEMS.get(word) ?? stemmer(word)
}

/** Every word of a text by its stem. */
export function stems(text: string): string[] {
  return tokenize(text).map((token) => stemOf(token.text))
}

/** Stems of the words that carry meaning. */
export function meaningful(text: string): string[] {
  return meaningfulOf(tokenize(text))
}

export function meaningfulOf(tokens: readonly TextToken[]): string[] {
  const words = wordsOf(withDenied(tokens)).filter((word) => !STOP_WORDS.has(word))
  return [...words.map((word) => stemOf(word)), ...letteredOf(tokens)]
}

/** The same as the language of the text wants it. */
export function meaningfulIn(language: Language, tokens: readonly TextToken[]): string[] {
  if (language !== 'tr') return meaningfulOf(tokens)
  const words = tokens.filter(({ text }) => !TURKISH_STOP_WORDS.has(text))
  return words.map(({ text }) => stemmer(text.slice(0, TURKISH_BEGINNING)))
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
