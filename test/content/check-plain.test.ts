import { expect, test } from 'vitest'
import { NO_DATA, type KnowledgeData, type PlainQuestion } from '../../src/domain/registry/knowledge-data.ts'
import { plainFaults } from '../../tools/content/check-plain.ts'

const profile = {
  bound: 'Everybody.',
  duties: 'Be careful.',
  supervision: 'The authority checks.',
  certificate: 'No certificate.',
  penalty: 'No fine.',
  evidence: 'A register.',
}

const ruling = (plain: PlainQuestion): KnowledgeData['rulings'][number] => ({
  claim: plain,
  verdict: 'yes',
  plain,
  source: 'law',
  says: 'So it is.',
})

function faults(textStatus: 'law' | 'copyright', data: Partial<KnowledgeData>): string[] {
  return plainFaults({ id: 'one', textStatus }, { ...NO_DATA, ...data }).map(({ text }) => text)
}

test('a framework that answers every plain question has no fault', () => {
  const rulings = [ruling('binding'), ruling('certificate'), ruling('size')]
  expect(faults('copyright', { profile, rulings })).toEqual([])
  expect(faults('law', { profile, rulings: [...rulings, ruling('in-force')] })).toEqual([])
})

test('what is left without an answer is told, of a law also whether it is in force', () => {
  const { penalty: _, ...others } = profile
  expect(faults('law', { profile: others, rulings: [ruling('certificate'), ruling('size')] })).toEqual([
    'profile.penalty is missing',
    'no ruling answers the plain question "binding"',
    'no ruling answers the plain question "in-force"',
  ])
})

test('two answers to one plain question are a fault', () => {
  const rulings = [ruling('binding'), ruling('binding'), ruling('certificate'), ruling('size')]
  expect(faults('copyright', { profile, rulings })).toEqual([
    'two rulings answer the plain question "binding"',
  ])
})
