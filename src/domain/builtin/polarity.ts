/** A participle, and whether it is denied: "encrypted", "not encrypted", "unencrypted". */
const PARTICIPLE = /\b(?:(not|never|un|non)(?:[ -]|(?=\p{L})))?(\p{L}{4,}ed)\b/giu

/** More of a text is not looked at. */
const READ_MOST = 2_000

/**
 * Whether a text speaks of the opposite of what a question tells, of one thing at least: "the tape was encrypted" and "a device that
 * was not encrypted". English only.
 */
export function isOfOpposite(question: string, text: string): boolean {
  const asked = sensesOf(question)
  const told = asked.size > 0 ? sensesOf(text) : asked
  return [...asked].some(([word, senses]) => told.get(word)?.isDisjointFrom(senses) === true)
}

/** By participle, whether it is said (`so`) or denied (`not`). */
function sensesOf(text: string): Map<string, Set<'so' | 'not'>> {
  const senses = new Map<string, Set<'so' | 'not'>>()
  for (const [, denied, word = ''] of text.slice(0, READ_MOST).matchAll(PARTICIPLE)) {
    const key = word.toLowerCase()
    senses.set(key, (senses.get(key) ?? new Set()).add(denied === undefined ? 'so' : 'not'))
  }
  return senses
}
