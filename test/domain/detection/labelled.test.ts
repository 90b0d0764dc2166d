import { expect, test } from 'vitest'
import { buildLexicon } from '../../../src/domain/detection/lexicon.ts'
import { realRegistry } from '../real-registry.ts'
import { isHeldOut, labelledCases, score } from './labelled-cases.ts'

const lexicon = buildLexicon(await realRegistry())
const cases = labelledCases()

test('there are enough labelled texts, and half of them are traps', () => {
  const traps = cases.filter(({ expect: ids }) => ids.length === 0).length
  expect(cases.length).toBeGreaterThanOrEqual(600)
  expect(traps / cases.length).toBeGreaterThan(0.45)
  expect(traps / cases.length).toBeLessThan(0.55)
  expect(new Set(cases.map(({ text }) => text)).size).toBe(cases.length)
})

test.each([
  ['that names and rules were worked on with', false, 0.98],
  ['that were kept aside', true, 0.92],
] as const)('the texts %s are read as a careful reader would', (_which, heldOut, floor) => {
  const { precision, recall, f1, wrong } = score(
    lexicon,
    cases.filter((one) => isHeldOut(one) === heldOut),
  )
  // What was kept aside stays unseen: its texts are not printed.
  const shown = heldOut
    ? wrong.length
    : wrong.map(({ text, missed, falseAlarms }) => [text, missed, falseAlarms])
  expect({ ok: f1 >= floor, precision, recall, f1, shown }).toMatchObject({ ok: true })
})
