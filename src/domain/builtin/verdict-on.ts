import { COVERS_CASE, ON_TOPIC } from './coverage.ts'
import type { Material } from './lead-material.ts'
import { speaksOfTopic } from './on-topic.ts'
import type { RankedStatement } from './rank-statements.ts'
import { asksAlike, EXEMPT, leastFor } from './scope-lead.ts'

/** "Is it for controllers or for processors?" names two answers, and neither of them is a yes. */
const EITHER =
  /\b(?:is|are|does|do|must|can|should|was|were|will) [^.?!]{3,100} or (?!not|more|less|fewer|later|any|other|similar|so|no|else|at least)[^.?!]{2,60}(?:\?|$)/i

/** Yes, no, or that it depends, before a statement that says so; nothing where it does not. */
export function verdictOn({ question, findings, speech }: Material, best: RankedStatement): string {
  const { statement, covers, onTopic } = best
  if (!question.kinds.includes('verdict') || question.doubted === true || covers < leastFor(question))
    return ''
  if (question.language === 'en' && (onTopic < ON_TOPIC || EITHER.test(question.text))) return ''
  if (!speaksOfTopic(question, findings, best)) return ''
  if (statement.verdict !== undefined)
    return asksAlike(question.text, statement) ? `${speech[statement.verdict]} ` : ''
  // Of the others only who is bound is sure to answer "does it apply to us?".
  const applies = statement.kind === 'bound' && covers >= COVERS_CASE && !EXEMPT.test(question.text)
  return applies ? `${speech.yes} ` : ''
}
