import { ReferenceIndex } from '../references/reference-index.ts'
import type { Framework } from '../registry/framework.ts'
import { tokenize } from '../text/tokens.ts'
import type { Question } from './read-question.ts'

/** "Or" in the languages that write it between spaces. */
const OR = new Set('or oder ou o of lub czy albo veya yoksa أو ام'.split(' '))

/** What may stand behind it before the other name: "or do we need", "or rather". */
const BEHIND_OR = new Set(
  'do does we i you need needs should must have to get go for with is it the a an rather just only'.split(
    ' ',
  ),
)
const BEHIND_OR_MOST = 4

/** "CMMC vs 800-171, which do I need?": no clause on one of them ("SOC 2, which is a report, ..."). */
const ASKS_WHICH =
  /\bwhich(?: one| of (?:them|these|those|the two))?(?: (?:do|does|did|should|must|would|will|can|applies|fits|suits|comes|goes|first)\b| (?:is|are) (?:the )?(?:better|best|right|more|easier|cheaper|stricter|needed|required|mandatory|relevant|first|for)\b)/i

/** "Which applies, or must we follow both?" has a yes. */
const BOTH = /\bboth\b/i

/** "ISO 27001 or SOC 2?" asks which of them, and for no yes or no. */
export function ofChoice(question: Question, frameworks: readonly Framework[]): Question {
  if (!question.kinds.includes('verdict') || !offersChoice(question.text, frameworks)) return question
  const others = question.kinds.filter((kind) => kind !== 'verdict' && kind !== 'comparison')
  return { ...question, kinds: ['comparison', ...others], choice: true }
}

/** Whether the names of two frameworks stand with an "or" between them, or it is asked which of them. */
function offersChoice(text: string, frameworks: readonly Framework[]): boolean {
  const tokens = tokenize(text)
  const named = frameworks.flatMap((framework) =>
    ReferenceIndex.of(framework)
      .names.find(tokens)
      .map(({ from, to }) => ({ framework, from, to })),
  )
  if (new Set(named.map(({ framework }) => framework)).size < 2) return false
  if (ASKS_WHICH.test(text) && !BOTH.test(text)) return true
  const begun = Map.groupBy(named, ({ from }) => from)
  return named.some(({ framework, to }) => {
    if (!OR.has(tokens[to]?.text ?? '')) return false
    const behind = tokens
      .slice(to + 1, to + 1 + BEHIND_OR_MOST)
      .findIndex(({ text: word }) => !BEHIND_OR.has(word))
    const next = to + 1 + (behind === -1 ? BEHIND_OR_MOST : behind)
    return begun.get(next)?.some((other) => other.framework !== framework) === true
  })
}
