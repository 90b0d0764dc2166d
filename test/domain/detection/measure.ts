import { findMentions } from '../../../src/domain/detection/find-mentions.ts'
import type { Lexicon } from '../../../src/domain/detection/lexicon.ts'
import type { Sentence } from './named-sentences.ts'

/** The ids one user message names, in canonical order, as the tables write them. */
export function namedIn(lexicon: Lexicon, content: string): string {
  const ids = findMentions(lexicon, content).map(({ framework }) => framework.id)
  return [...new Set(ids)].sort().join(' ')
}

export interface Measured {
  precision: number
  recall: number
  /** The sentences read wrongly. */
  wrong: readonly string[]
  /** Both figures and every sentence read wrongly, for a failure message. */
  report: string
}

/** Precision and recall over all ids of a table. */
export function measure(lexicon: Lexicon, sentences: readonly Sentence[]): Measured {
  let right = 0
  let wanted = 0
  let given = 0
  const wrong: string[] = []
  for (const [text, ids] of sentences) {
    const got = namedIn(lexicon, text)
    const expected = new Set(ids.split(' ').filter(Boolean))
    const found = got.split(' ').filter(Boolean)
    right += found.filter((id) => expected.has(id)).length
    wanted += expected.size
    given += found.length
    if (got !== ids) wrong.push(`${JSON.stringify(text)}: wanted "${ids}", got "${got}"`)
  }
  const precision = given === 0 ? 1 : right / given
  const recall = wanted === 0 ? 1 : right / wanted
  const share = (value: number): string => `${(value * 100).toFixed(1)} %`
  return {
    precision,
    recall,
    wrong,
    report: `precision ${share(precision)}, recall ${share(recall)}, ${wrong.length} of ${sentences.length} read wrongly\n${wrong.join('\n')}`,
  }
}
