import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { EXEMPT } from '../../../src/domain/builtin/scope-lead.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

test.each(['colorado-privacy-act', 'coppa', 'csrd', 'dora'])(
  'who is exempt from %s is told once, with its label, beside who is bound',
  async (id) => {
    const frameworks = pick(registry, id)
    const { bound = '', exempt = '' } = frameworks[0]?.data.profile ?? {}
    const answer = await composer.compose(frameworks, [
      { role: 'user', content: `Who is bound by ${frameworks[0]?.name}?` },
    ])
    expect(answer).toContain('**Who is bound**: ')
    expect(timesIn(answer, bound)).toBe(1)
    expect(answer).toContain('- **Who is exempt**: ')
    expect(timesIn(answer, exempt)).toBe(1)
  },
)

test.each(['colorado-privacy-act', 'hipaa', 'dora'])(
  'who is exempt from %s is told first where that is asked',
  async (id) => {
    const [framework] = pick(registry, id)
    const { exempt = '' } = framework?.data.profile ?? {}
    const answer = await composer.compose(pick(registry, id), [
      { role: 'user', content: `Who is exempt from ${framework?.name}?` },
    ])
    expect(
      answer.replace(/^## .*\s+/, '').startsWith(`**Who is exempt**: ${exempt.charAt(0).toUpperCase()}`),
    ).toBe(true)
    expect(answer).toContain('- **Who is bound**: ')
  },
)

test.each([
  ['bsi-c5', 'Who needs a C5 attestation?', /A C5 attestation is needed by/],
  ['dora', 'What contracts are in scope of DORA?', /^Every ICT contract carries/],
  ['dora', 'Does DORA apply to subcontractors?', /^A provider may subcontract/],
  ['hipaa', 'We are too small for HIPAA', /^No size threshold/],
  ['etsi-en-303-645', 'Is a smart camera in scope of ETSI EN 303 645?', /^Yes\. Smart TVs/],
])('what the data has for a question on scope answers it first: %s, %s', async (id, content, lead) => {
  const answer = await composer.compose(pick(registry, id), [{ role: 'user', content }])
  expect(answer.replace(/^## .*\s+/, '').split('\n', 1)[0]).toMatch(lead)
})

test('who is bound stands not behind what the data has for a question on something else', async () => {
  const answer = await composer.compose(pick(registry, 'dora'), [
    { role: 'user', content: 'What contracts are in scope of DORA?' },
  ])
  expect(answer).not.toContain('Who is bound')
})

/** How often a quotation stands in an answer, whose first letter may be another. */
function timesIn(answer: string, quotation: string): number {
  return answer.split(quotation.slice(1)).length - 1
}

test.each([
  'Who represents us?',
  'Is the officer present?',
  'Is it free of charge?',
  'Do pharmacies dispense?',
])('words that hold those of an exemption ask for none: %s', (text) => {
  expect(EXEMPT.test(text)).toBe(false)
})

test.each([
  'Are SMEs exempt?',
  '¿Estamos exentos?',
  'Le PMI sono esenti?',
  'As PME estão isentas?',
  'Sind wir befreit?',
])('an exemption is asked for in several languages: %s', (text) => {
  expect(EXEMPT.test(text)).toBe(true)
})
