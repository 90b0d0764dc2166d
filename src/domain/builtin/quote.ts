import { partsOf } from '../registry/control-parts.ts'
import { citation, type ControlEntry, type FrameworkModule } from '../registry/framework.ts'
import { sentencesOf } from '../search/statements.ts'
import type { Speech } from './speech/speech.ts'

/** An entry with its evidence, test step and usual finding on lines of their own, as an auditor's checklist reads. */
export function quoteEntry(
  framework: FrameworkModule,
  control: ControlEntry,
  { labels }: Pick<Speech, 'labels'>,
): string {
  const { intent, evidence, test, finding } = partsOf(control)
  const below = [
    [labels.evidence, evidence],
    [labels.test, test],
    [labels.finding, finding],
  ].flatMap(([label, words]) => (words === undefined ? [] : [`  - ${label}: ${words}`]))
  return [`- **${cited(framework, control)}**: ${intent}`, ...below].join('\n')
}

/** An entry in one line: its first sentence. */
export function quoteShortly(framework: FrameworkModule, control: ControlEntry): string {
  return `- **${cited(framework, control)}**: ${sentencesOf(partsOf(control).intent)[0] ?? ''}`
}

function cited(framework: FrameworkModule, { id, title }: ControlEntry): string {
  return `${citation(framework, id)} ${title}`
}

/** Where a clause may end, the best kind of border first. */
const CLAUSE_ENDS = [/;(?= )/g, /,(?= )/g, / (?=\()/g]

/** The first sentences of a text within so many words; of a longer one its beginning, to a border of its clauses, where it has one. */
export function shortened(text: string, words: number): string {
  const [first = '', ...rest] = sentencesOf(text)
  if (wordsIn(first) > words) return cutAtClause(first, words)
  let told = first
  for (const sentence of rest) {
    if (wordsIn(told) + wordsIn(sentence) > words)
      return wordsIn(told) > VERDICT_WORDS_MOST
        ? told
        : `${told} ${cutAtClause(sentence, words - wordsIn(told))}`
    told = `${told} ${sentence}`
  }
  return told
}

/** "It depends." alone tells nothing: what it depends on is cut rather than left out. */
const VERDICT_WORDS_MOST = 3

function cutAtClause(sentence: string, words: number): string {
  const limit = [...sentence.matchAll(/\s+/g)][words - 1]?.index ?? sentence.length
  for (const end of CLAUSE_ENDS) {
    const at = [...sentence.matchAll(end)].findLast(
      ({ index }) => index > limit / 3 && index <= limit && !isWithinMarks(sentence.slice(0, index)),
    )
    if (at) return `${sentence.slice(0, at.index)} …`
  }
  return sentence
}

/** Whether a bracket or bold type is open where a text ends. */
function isWithinMarks(text: string): boolean {
  return text.lastIndexOf('(') > text.lastIndexOf(')') || text.split('**').length % 2 === 0
}

function wordsIn(text: string): number {
  return text.split(/\s+/).length
}

/** A quotation may begin in the middle of a sentence, in bold type or not; an answer does not. A name such as "eSTAR" stays. */
export function capitalized(text: string): string {
  return text.replace(/^\**\p{Ll}(?!\p{Lu})/u, (first) => first.toUpperCase())
}
