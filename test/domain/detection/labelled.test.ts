import { expect, test } from 'vitest'
import { buildLexicon } from '../../../src/domain/detection/lexicon.ts'
import { realRegistry } from '../real-registry.ts'
import { keptAsideCases, score, workedOnCases } from './labelled-cases.ts'

const lexicon = buildLexicon(await realRegistry())

test('there are enough labelled texts, and half of them are traps', () => {
  const cases = [...workedOnCases(), ...keptAsideCases()]
  const traps = cases.filter(({ expect: ids }) => ids.length === 0).length
  expect(cases.length).toBeGreaterThanOrEqual(600)
  expect(traps / cases.length).toBeGreaterThan(0.45)
  expect(traps / cases.length).toBeLessThan(0.55)
  expect(new Set(cases.map(({ text }) => text)).size).toBe(cases.length)
})

test('the texts that names and rules were worked on with are read as a careful reader would', () => {
  const { precision, recall, f1, wrong } = score(lexicon, workedOnCases())
  const shown = wrong.map(({ text, missed, falseAlarms }) => [text, missed, falseAlarms])
  expect({ ok: f1 >= 0.98, precision, recall, f1, shown }).toMatchObject({ ok: true })
})

test('so are the texts kept aside, which stay unseen when they fail', () => {
  const { precision, recall, f1, wrong } = score(lexicon, keptAsideCases())
  expect({ ok: f1 >= 0.98, precision, recall, f1, wrong: wrong.length }).toMatchObject({ ok: true })
})
