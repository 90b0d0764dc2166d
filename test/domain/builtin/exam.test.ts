import { expect, test } from 'vitest'
import { loadThesaurus } from '../../../src/adapters/content-files.ts'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { Searches } from '../../../src/domain/search/searches.ts'
import { CONTENT, realRegistry } from '../real-registry.ts'
import { examQuestions, judge } from './exam.ts'

const registry = await realRegistry()
const detector = new Detector(registry)
/** Thousands of questions take their time on a busy machine. */
const HANG_MS = 600_000

const composer = new AnswerComposer(registry, new Searches(await loadThesaurus(CONTENT)))

/** What was reached; a change may not fall behind it. The aims are higher: decision 16. */
const REACHED = { 'worked on': 0.82, 'kept aside': 0.76 }

test.each([
  ['worked on', false],
  ['kept aside', true],
] as const)(
  'the answers to the questions %s begin as often as before with what was asked',
  async (set, keptAside) => {
    // One framework after the other: only some searches are kept.
    const questions = [...examQuestions(keptAside).values()]
      .flat()
      .toSorted((a, b) => a.frameworks.join().localeCompare(b.frameworks.join()))
    let right = 0
    for (const question of questions) {
      const messages = [{ role: 'user' as const, content: question.ask }]
      const { detections } = await detector.detect(messages)
      const modules = registry.inOrder(detections.map(({ framework }) => framework))
      const judged = judge(question, await composer.compose(modules, messages))
      right += Number(judged.lead && judged.verdict && judged.ids)
    }
    expect(questions.length).toBeGreaterThanOrEqual(150)
    expect(right / questions.length).toBeGreaterThanOrEqual(REACHED[set])
  },
  HANG_MS,
)
