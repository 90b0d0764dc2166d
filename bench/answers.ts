import { citation } from '../src/domain/registry/framework.ts'
import {
  answer,
  frameworkOf,
  questionsOf,
  SETS,
  type Question,
} from '../test/domain/search/answer-questions.ts'
import { realRegistry, realSearches } from '../test/domain/real-registry.ts'
import { startService } from '../test/support/start-service.ts'

/*
 * How often the built-in responder has a right control among its first three: plain questions, questions in everyday words,
 * questions in other languages; those worked on, with every miss, and those kept aside. First its search alone, then the whole
 * service over HTTP, which has to find the framework as well. Run: npm run bench:answers
 */

const registry = await realRegistry()
const searches = await realSearches()
const print = (line: string): void => void process.stdout.write(`${line}\n`)

print('Search alone')
for (const set of SETS) {
  const worked = answer(registry, searches, questionsOf(set))
  const aside = answer(registry, searches, questionsOf(set, true))
  print(
    `${set.padEnd(19)} worked on ${share(worked.right, worked.questions)}, kept aside ${share(aside.right, aside.questions)}`,
  )
  for (const { question, ids, found } of worked.misses)
    print(`  ${question}\n    wanted ${ids.join(' or ')}, found ${found.join(', ') || 'nothing'}`)
}

print('\nThe whole service')
const service = await startService({ BOOTSTRAP_CREDIT_USD: '100000' })
for (const set of SETS) {
  for (const [name, keptAside] of [
    ['worked on', false],
    ['kept aside', true],
  ] as const) {
    const questions = questionsOf(set, keptAside)
    let right = 0
    for (const asked of questions) if (await cites(asked)) right += 1
    print(`${set.padEnd(19)} ${name} ${share(right, questions.length)}`)
  }
}
await service.close()

/** Whether one of the first three entries of the service's answer is a right one. */
async function cites(asked: Question): Promise<boolean> {
  const response = await service.call('POST', '/v1/chat/completions', {
    model: 'svc-fast',
    messages: [{ role: 'user', content: asked.question }],
  })
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
  const entries = [...(choices[0]?.message.content ?? '').matchAll(/^- \*\*(.+?)\*\*: /gm)].slice(0, 3)
  const framework = frameworkOf(registry, asked)
  return asked.ids.some((id) => entries.some(([, entry]) => entry?.startsWith(`${citation(framework, id)} `)))
}

function share(right: number, questions: number): string {
  return `${right} of ${questions} (${((100 * right) / questions).toFixed(1)} %)`
}
