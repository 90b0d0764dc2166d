import { ReferenceIndex } from '../references/reference-index.ts'
import type { Framework } from '../registry/framework.ts'
import { tokenize } from '../text/tokens.ts'
import type { Question } from './read-question.ts'

/** "Or" in the languages that write it between spaces. */
const OR = new Set('or oder ou o of lub czy albo veya yoksa أو ام'.split(' '))

/** "ISO 27001 or SOC 2?" asks which of them, and for no yes or no. */
export function ofChoice(question: Question, frameworks: readonly Framework[]): Question {
  if (!question.kinds.includes('verdict') || !offersChoice(question.text, frameworks)) return question
  const others = question.kinds.filter((kind) => kind !== 'verdict' && kind !== 'comparison')
  return { ...question, kinds: ['comparison', ...others], choice: true }
}

/** Whether the names of two frameworks stand with an "or" between them. */
function offersChoice(text: string, frameworks: readonly Framework[]): boolean {
  const tokens = tokenize(text)
  const named = frameworks.flatMap((framework) =>
    ReferenceIndex.of(framework)
      .names.find(tokens)
      .map(({ from, to }) => ({ framework, from, to })),
  )
  return named.some((one) =>
    named.some(
      (other) =>
        other.framework !== one.framework && other.from === one.to + 1 && OR.has(tokens[one.to]?.text ?? ''),
    ),
  )
}
