import { languageOf } from '../text/language.ts'
import { tokenize } from '../text/tokens.ts'
import { beginningOf, beginnings, meaningfulIn } from './stems.ts'

/** Whether a term is among others, or how it begins is: beginnings are looked for in other languages than English only. */
export function holds(terms: ReadonlySet<string>, term: string): boolean {
  const beginning = beginningOf(term)
  return terms.has(term) || (beginning !== undefined && terms.has(beginning))
}

/** The terms of questions in several languages, and how each begins. */
export function withBeginnings(questions: string): string[] {
  const terms = questions.split('; ').flatMap(termsOf)
  return [...terms, ...beginnings(terms)]
}

/** Of the pairs that a text without spaces is read in, half stand across two words and mean nothing. */
const PAIR = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]{2}$/u

export function shareOfWord(term: string): number {
  return PAIR.test(term) ? 0.5 : 1
}

/** The terms of a question that the data has, as its language wants them. */
export function termsOf(question: string): string[] {
  return meaningfulIn(languageOf(question), tokenize(question))
}

/** How much of what was said is among the terms that were found. */
export function shareOf(said: ReadonlySet<string>, found: readonly string[]): number {
  return said.size === 0 ? 0 : found.filter((term) => said.has(term)).length / said.size
}
