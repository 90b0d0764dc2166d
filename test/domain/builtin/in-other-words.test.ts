import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

/** What an answer says before the controls. */
async function leadOf(id: string, question: string): Promise<string> {
  const answer = await composer.compose(pick(registry, id), [{ role: 'user', content: question }])
  return answer.split(/\n\n(?:Where it stands|Worth knowing)/)[0] ?? ''
}

test.each([
  ['cra', 'Which paperwork goes with CE marking under the CRA?', /technical documentation of Annex VII/],
  [
    'pci-dss',
    'PCI DSS: the CVV, may we hang on to it after the sale?',
    /may not be kept after authorization/,
  ],
  ['nis2', 'NIS2: is the boss personally on the hook?', /held liable/],
  ['nerc-cip', 'NERC CIP: a door badge got lost, how long may it stay active?', /24 hours/],
])('%s: "%s" is answered, though no text has its words', async (id, question, told) => {
  const { data } = pick(registry, id)[0] ?? {}
  const asked = [...(data?.facts ?? []), ...(data?.deadlines ?? []), ...(data?.rulings ?? [])].flatMap(
    (item) => item.asked ?? [],
  )
  expect(asked).not.toContain(question)
  expect(await leadOf(id, question)).toMatch(told)
})

test('words that nobody asks a framework with get no yes and no no', async () => {
  expect(await leadOf('iso-27001', 'ISO 27001: zebras juggling pineapples?')).not.toMatch(
    /^## .*\n+(?:Yes|No)\./,
  )
})
