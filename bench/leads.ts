import { AnswerComposer } from '../src/domain/builtin/compose-answer.ts'
import { Detector } from '../src/domain/detection/detector.ts'
import { examQuestions, judge, STORIES, type ExamQuestion } from '../test/domain/builtin/exam.ts'
import { realRegistry, realSearches } from '../test/domain/real-registry.ts'

/*
 * How often the built-in responder's answer begins with what was asked: by kind of question, those worked on with every miss, and those
 * kept aside. Frameworks are found as a call finds them. Run: npm run bench:leads
 */

const registry = await realRegistry()
const detector = new Detector(registry)
const composer = new AnswerComposer(registry, await realSearches())
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const verbose = process.argv.includes('--misses')

for (const keptAside of [false, true]) {
  print(`\n${keptAside ? 'Kept aside' : 'Worked on'}\n${row('', 'right', 'lead', 'verdict', 'ids', 'found')}`)
  const sums = { right: 0, lead: 0, verdict: 0, ids: 0, found: 0, all: 0 }
  for (const [kind, questions] of examQuestions(keptAside)) {
    const counts = { right: 0, lead: 0, verdict: 0, ids: 0, found: 0, all: questions.length }
    for (const question of questions) {
      const { answer, found } = await ask(question)
      const judged = judge(question, answer)
      const right = judged.lead && judged.verdict && judged.ids
      for (const key of ['lead', 'verdict', 'ids'] as const) counts[key] += Number(judged[key])
      counts.right += Number(right)
      counts.found += Number(found)
      if (verbose && !keptAside && !right) miss(kind, question, judged, found, answer)
    }
    for (const key of ['right', 'lead', 'verdict', 'ids', 'found', 'all'] as const)
      if (kind !== STORIES) sums[key] += counts[key]
    print(line(kind, counts))
  }
  print(line('all but stories', sums))
}

/** The answer of a call with one message; whether all wanted frameworks were found in it. */
async function ask({ ask: content, frameworks }: ExamQuestion): Promise<{ answer: string; found: boolean }> {
  const messages = [{ role: 'user' as const, content }]
  const { detections } = await detector.detect(messages)
  const modules = registry.inOrder(detections.map(({ framework }) => framework))
  return {
    answer: await composer.compose(modules, messages),
    found: frameworks.every((id) => modules.some((framework) => framework.id === id)),
  }
}

function miss(
  kind: string,
  { ask: asked, must, ids, not, verdict }: ExamQuestion,
  judged: object,
  found: boolean,
  answer: string,
): void {
  const wrong = Object.entries(judged).flatMap(([key, right]) => (right === true ? [] : [key]))
  print(
    `  [${kind}] ${asked}\n    wrong: ${found ? wrong.join(', ') : 'framework not found'}; must ${JSON.stringify(must)} not ${JSON.stringify(not)} ids ${ids.join(', ')} ${verdict ?? ''}`,
  )
  print(`    ${answer.replaceAll(/\s+/g, ' ').slice(0, 420)}`)
}

function line(
  kind: string,
  { all, ...counts }: Record<'right' | 'lead' | 'verdict' | 'ids' | 'found' | 'all', number>,
): string {
  const share = (count: number): string => `${((100 * count) / Math.max(1, all)).toFixed(0)} %`
  return row(
    `${kind} (${all})`,
    ...[counts.right, counts.lead, counts.verdict, counts.ids, counts.found].map(share),
  )
}

function row(first: string, ...cells: string[]): string {
  return first.padEnd(26) + cells.map((cell) => cell.padStart(9)).join('')
}
