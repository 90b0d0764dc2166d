import { answer, SETS } from '../test/adapters/answer-questions.ts'
import { realRegistry } from '../test/domain/real-registry.ts'

/*
 * How often the built-in responder's search has a right control among its first three: plain questions, questions in everyday
 * words, questions in German, French and Spanish; with every miss. Run: npm run bench:answers
 */

const registry = await realRegistry()
for (const set of SETS) {
  const { questions, right, misses } = answer(registry, set)
  process.stdout.write(`${set}: ${right} of ${questions}\n`)
  for (const { question, wanted, found } of misses) {
    process.stdout.write(
      `  ${question}\n    wanted ${wanted.join(' or ')}, found ${found.join(', ') || 'nothing'}\n`,
    )
  }
}
