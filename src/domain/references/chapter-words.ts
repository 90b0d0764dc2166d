import type { ControlEntry } from '../registry/framework.ts'

/** A word with the number of a chapter: "Control 5 Account Management". */
const HEADING = /^(\p{L}{3,}) (\d+)(?!\p{L}|\d|[.-]\d)/u

/** Fewer chapters with one word may be anything. */
const CHAPTERS_LEAST = 3

/** What a framework calls its chapters, as the ids in them tell: "Control 5" has `5.1`, while "Part 2" may have `Section 9`. */
export function chapterWords(controls: readonly Pick<ControlEntry, 'id' | 'group'>[]): string[] {
  const chapters = new Map<string, Set<string>>()
  for (const { id, group } of controls) {
    const [, word, number = ''] = HEADING.exec(group) ?? []
    if (word === undefined || Number.parseInt(id, 10) !== Number(number)) continue
    chapters.set(word, (chapters.get(word) ?? new Set<string>()).add(number))
  }
  return [...chapters].filter(([, numbers]) => numbers.size >= CHAPTERS_LEAST).map(([word]) => word)
}
