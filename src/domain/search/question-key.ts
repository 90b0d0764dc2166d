import { meaningful } from './stems.ts'

/** Words that make no other question: "how many does it have?", "is it true that it has?". */
const IDLE: ReadonlySet<string> = new Set(
  meaningful('does number total altogether overall exist true correct really actually'),
)

/** A question's terms in one order, each once: two that ask the same have the same. */
export function questionKey(terms: readonly string[]): string {
  return [...new Set(terms)]
    .filter((term) => !IDLE.has(term))
    .toSorted()
    .join(' ')
}
