import { meaningful } from './stems.ts'

/** "What must be in a DPIA?", "which clauses does a contract have to contain?"; "what is in force?" asks for no contents. */
const ASKS_FOR_CONTENTS =
  /^\W*(?:what|which)\b.{0,120}\b(?:contains?|includes?|included in|consists? of|(?:be|go|goes|stand|stands|belongs?) in(?:to)?)\b(?! (?:scope|force|effect|place|line)\b)/i

/** Words that say it, by stem. */
const CONTENTS_WORDS: ReadonlySet<string> = new Set(
  meaningful('contain contains contents include included consist go belong stand'),
)

/** Whether a question asks what must stand in something. */
export function asksForContents(text: string): boolean {
  return ASKS_FOR_CONTENTS.test(text)
}

/** Terms of a question for contents without those that only say so. */
export function withoutContents(terms: readonly string[]): string[] {
  return terms.filter((term) => !CONTENTS_WORDS.has(term))
}

/** The terms of a question for contents, however it says so: a mark that is no word, and the others. */
export function contentsTerms(terms: readonly string[]): string[] {
  return [...withoutContents(terms), '…']
}
