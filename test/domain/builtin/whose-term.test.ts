import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { termAskedFor, WhoseTerms } from '../../../src/domain/builtin/whose-term.ts'
import { atOnce } from '../../../src/domain/text/turns.ts'
import { realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const terms = new WhoseTerms(registry.frameworks)
atOnce(terms.preparing())

test.each([
  ['What is a DPIA?', 'DPIA', 'gdpr'],
  ['what are CUECs', 'CUEC', 'soc-2'],
  ['What is FCI?', 'FCI', 'cmmc'],
  ['What is a SAQ?', 'SAQ', 'pci-dss'],
  ['What does SBOM stand for?', 'SBOM', 'cra'],
  ['Was ist eine DPIA?', 'DPIA', 'gdpr'],
  ['define business associate', 'Business associate', 'hipaa'],
])('whose a term is that somebody asks for alone is told: %s', (text, term, id) => {
  const [told] = terms.of(text)
  expect(told?.term).toBe(term)
  expect(told?.holders.map((holder) => holder.id)).toContain(id)
})

test.each([
  'What is love?',
  'DPIA',
  'Do we need a DPIA?',
  '',
  'What is?',
  `What is ${'a DPIA '.repeat(1_000)}?`,
])('nothing is told of what is no term, or is asked for with more: %s', (text) => {
  expect(terms.of(text)).toEqual([])
})

test('three of those that have it are named, the others counted', () => {
  const [account] = terms.of('What is an SBOM?')
  expect(account?.holders).toHaveLength(3)
  expect(account?.others).toBeGreaterThan(0)
})

test('what was asked is told as the glossary writes it', () => {
  expect(terms.of('What is a "<dpia>"?')[0]?.term).toBe('DPIA')
})

test('the answer says how to ask instead', async () => {
  const composer = new AnswerComposer(registry, await realSearches())
  const answer = await composer.compose([], [{ role: 'user', content: 'What is a DPIA?' }])
  expect(answer).toContain('it is a term of **GDPR**. Ask "What does DPIA mean in GDPR?"')
})

test('the term is found in the question alone', () => {
  expect(termAskedFor('What does CUI mean?')).toBe('CUI')
  expect(termAskedFor('We have CUI.')).toBeUndefined()
})
