import type { Findings } from '../search/entry-search.ts'
import { DUTY } from './duty-words.ts'
import type { RankedStatement } from './rank-statements.ts'
import type { Question } from './read-question.ts'

/** Of what is asked about, so many words at least are spoken of. */
const TOPIC_WORDS = 2

/** Whether a statement speaks of more than one word of what is asked about, or of the only one: one of several may be of another topic. */
export function speaksOfTopic(
  { language, form }: Question,
  { terms }: Findings,
  { speaksOf, asked }: RankedStatement,
): boolean {
  if (language !== 'en' || asked === true) return true
  const topic = terms.own.difference(form).difference(DUTY)
  const spoken = topic.intersection(new Set(speaksOf)).size
  return spoken >= Math.min(TOPIC_WORDS, topic.size)
}
