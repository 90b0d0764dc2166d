import { describe, expect, test } from 'vitest'
import { realRegistry, realSearches } from '../real-registry.ts'
import { AIMS, answer, frameworkOf, questionsOf, SETS } from './answer-questions.ts'

const registry = await realRegistry()
const searches = await realSearches()

// `npm run bench:answers` shows what is missed, and asks the whole service.
describe.each([
  ['worked on', false],
  ['kept aside', true],
] as const)('questions %s', (_name, keptAside) => {
  test.each(SETS)('%s ones are enough, and their answers exist', (set) => {
    const questions = questionsOf(set, keptAside)
    expect(questions.length).toBeGreaterThanOrEqual(50)
    for (const asked of questions) {
      const ids = new Set(frameworkOf(registry, asked).controls.map(({ id }) => id))
      expect({ ...asked, strange: asked.ids.filter((id) => !ids.has(id)) }).toEqual({ ...asked, strange: [] })
    }
  })

  test.each(SETS)('%s ones find a right control among the first three as often as they must', (set) => {
    const { questions, right } = answer(registry, searches, questionsOf(set, keptAside))
    expect((100 * right) / questions).toBeGreaterThanOrEqual(AIMS[set])
  })
})
