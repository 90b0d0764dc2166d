import { describe, expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

/** What stands before the controls. */
async function leadOf(id: string, content: string): Promise<string> {
  const answer = await composer.compose(pick(registry, id), [{ role: 'user', content }])
  return answer.split(/Where it stands:|Worth knowing:/)[0] ?? ''
}

test('a question in two parts is answered in both', async () => {
  const lead = await leadOf(
    'cobit-2019',
    'How many objectives and how many practices are there in COBIT 2019?',
  )
  expect(lead).toContain('40 objectives')
  expect(lead).toContain('231 practices')
  expect(await leadOf('cobit-2019', 'How many practices are there in COBIT 2019?')).not.toContain(
    '40 objectives',
  )
})

test('each of two questions is answered, by the sentence that surely answers it', async () => {
  const lead = await leadOf(
    'singapore-pdpa',
    'We lost a laptop with 700 names. How many days do we have to tell PDPC and do we need to tell the customers too?',
  )
  expect(lead).toMatch(/3 calendar days[^]*It depends\. PDPC as soon as practicable/)
  const size = await leadOf('gdpr', 'Who has to comply with the GDPR? Is there a size threshold?')
  expect(size).toMatch(/\*\*Who is bound\*\*[^]*No\. The GDPR has no revenue or headcount threshold/)
})

test('a question whose words are only its form is answered where the data has it word for word', async () => {
  const lead = await leadOf('soc-2', 'How much does SOC 2 cost, and who can audit us?')
  expect(lead).toMatch(/SOC 2 has no fixed price[^]*licensed, independent CPA firm/)
  expect(lead).not.toContain('does not answer')
  const late = await leadOf('soc-2', 'Our SOC 2 report is late. What can that cost, and who decides?')
  expect(late).not.toContain('no fixed price')
})

test('"how long does it take" leans on no question before it where the data has it', async () => {
  const lead = await leadOf('iso-27001', 'What does ISO 27001 cost and how long does it take?')
  expect(lead).toMatch(/certification has no fixed price[^]*No rule says how long it takes/)
  expect(lead).not.toContain('Penalty')
  const fines = await leadOf('nis2', 'What are the fines under NIS2 and how long does it take?')
  expect(fines.match(/EUR 10 million/g)).toHaveLength(1)
})

test.each([
  ['gdpr', 'What must be in a DPIA under GDPR?', /^Systematic description and purposes/],
  ['gdpr', 'What does a DPIA have to contain under GDPR?', /^Systematic description and purposes/],
  ['gdpr', 'What is a DPIA under GDPR?', /^A data protection impact assessment \(DPIA\) is/],
  ['dora', 'Which clauses must a DORA contract include?', /^Nine elements/],
])('what must stand in something is not answered by what it is: %s, %s', async (id, content, lead) => {
  expect((await leadOf(id, content)).replace(/^## .*\s+/, '')).toMatch(lead)
})

test('two questions that one sentence answers are answered once', async () => {
  const lead = await leadOf('cis-controls', 'How many safeguards are there and how many of them are IG1?')
  expect(lead.match(/153 Safeguards/g)).toHaveLength(1)
})

test.each([
  'What does 5.23 require in ISO 27001?',
  'What is control 5.23 of ISO 27001?',
  'ISO 27001 A.5.23?',
])('the number of a control of an annex is known without its letter: %s', async (question) => {
  expect(await leadOf('iso-27001', question)).toContain('- **A.5.23 Information security for use of cloud')
})

test('a score is no control', async () => {
  const question = 'ISO 27001: how fast must a CVSS 8.5 finding be patched?'
  expect(await leadOf('iso-27001', question)).not.toContain('A.8.5')
})

test('the point of a named article that the question speaks of stands behind it', async () => {
  const answer = await composer.compose(pick(registry, 'nis2'), [
    { role: 'user', content: 'In which letter of NIS2 Art. 21 is MFA?' },
  ])
  expect([...answer.matchAll(/^- \*\*(Art\. \S+)/gm)].map(([, id]) => id)).toEqual([
    'Art. 21',
    'Art. 21(2)(j)',
  ])
})

test('only a control that carries the answer says where it stands; others that were found are worth knowing', async () => {
  const answer = await composer.compose(pick(registry, 'cobit-2019'), [
    { role: 'user', content: 'How many practices are there in COBIT 2019?' },
  ])
  expect(answer).not.toContain('Where it stands:')
  const clock = await composer.compose(pick(registry, 'gdpr'), [
    { role: 'user', content: 'How fast must a breach be reported to the authority under the GDPR?' },
  ])
  expect(clock).toMatch(/Where it stands:\n\n- \*\*Art\. 33/)
})

test.each([
  ['pci-dss', 'Does PCI DSS require supplier audits?'],
  ['bsi-c5', 'Does BSI C5 require quarterly reports?'],
])('a ruling on one of two words gives no yes or no: %s, %s', async (id, content) => {
  expect(await leadOf(id, content)).not.toMatch(/Yes\.|No\.|It depends\./)
})

test('a ruling on the only word, or on both, does', async () => {
  expect(await leadOf('dora', 'Must we have cyber insurance under DORA?')).toMatch(
    /No\. DORA demands no cyber/,
  )
  expect(await leadOf('gdpr', 'Does the GDPR require encryption?')).toMatch(
    /^## GDPR\s+(?:Yes|No|It depends)\./,
  )
})

test('a control that speaks of half of a question gives it no yes or no', async () => {
  expect(await leadOf('mica', 'Is a pentest mandatory under MiCA?')).not.toMatch(/Yes\.|No\.|It depends\./)
})

test.each([
  ['nis2', 'NIS2: what counts as a significant incident?', /^## NIS2\n\n\*\*Significant incident\*\*/],
  ['eu-ai-act', 'AI Act: what counts as a high-risk system?', /^## EU AI Act\n\nAn AI system is high-risk/],
  ['iso-14971', 'What is residual risk in ISO 14971?', /^## ISO 14971\n\nResidual risk is/],
])(
  '%s: "%s" is told by its term, by what the data has for it, or by the control of that title',
  async (id, question, told) => {
    expect(await leadOf(id, question)).toMatch(told)
  },
)

test('"by when must they be told?" gets the time one has, not the day on which the rule began', async () => {
  const question = 'By when must individuals be notified of a breach of unsecured PHI under HIPAA?'
  expect(await leadOf('hipaa', question)).toContain('60 calendar days')
})

test('what is said of two frameworks gives a yes or no only where it speaks of what was asked', async () => {
  const question = 'Is it a crime in the UK to delete data that a subject access request asks for (DPA 2018)?'
  const answer = await composer.compose(pick(registry, 'uk-dpa-2018', 'uk-gdpr'), [
    { role: 'user', content: question },
  ])
  expect(answer).not.toMatch(/^(?:Yes|No)\. Section 9/m)
})

test('a fact is told without the evidence that its line goes on with', async () => {
  const lead = await leadOf('uk-gdpr', 'What must a contract with a processor hold under the UK GDPR?')
  expect(lead).not.toContain('Evidence:')
})

test.each([
  ['iso-27001', 'How does ISO 27001:2022 differ from ISO 27001:2013?', '114 controls in 14 domains'],
  ['cis-controls', 'What is the difference between CIS Controls v7.1 and v8.1?', 'v8 to v8.1'],
])('%s: "%s" asks what changed', async (id, question, told) => {
  expect(await leadOf(id, question)).toContain(told)
})

test('"when does it need one?" is answered by a condition, not by a date', async () => {
  expect(await leadOf('gdpr', 'When is a DPO required under the GDPR?')).toContain('in three cases only')
})

test('who is bound is told once', async () => {
  const lead = await leadOf('data-act', 'Does the EU Data Act apply to a smart fridge maker in Turkey?')
  expect(lead.match(/Who is bound/g)).toHaveLength(1)
})

test('an id is not found within a longer one, and an edition is no id', async () => {
  const lead = await leadOf('pci-dss', 'What does PCI DSS requirement 3.2.1 ask for?')
  expect(lead).not.toContain('12.3.1')
  const answer = await composer.compose(pick(registry, 'pci-dss'), [
    { role: 'user', content: 'What changed between PCI DSS 3.2.1 and 4.0?' },
  ])
  expect(answer).not.toContain('**Requirement 3.2.1 ')
})

test('two things of one framework are told apart, whatever else is asked of them', async () => {
  const question = 'SOC 2 Type 1 vs Type 2 - what is the difference and which one should a startup get first?'
  expect(await leadOf('soc-2', question)).toContain('a Type 2 report covers a period')
  const period = 'How long does the observation period of a SOC 2 Type II have to be?'
  expect(await leadOf('soc-2', period)).toContain('no minimum period')
})

test.each([
  [
    'gdpr',
    'How fast must we report a breach under GDPR and how high are the fines?',
    ['72 hours', 'EUR 10 million'],
  ],
  [
    'fadp',
    'Wie schnell müssen wir eine Verletzung dem EDÖB melden und wie hoch sind die Bussen?',
    ['As soon as possible', 'CHF 250,000'],
  ],
])('%s: "%s" is answered in both, in that order', async (id, question, [clock = '', fine = '']) => {
  const lead = await leadOf(id, question)
  expect(lead).toContain(clock)
  expect(lead.indexOf(fine)).toBeGreaterThan(lead.indexOf(clock))
})

test('what a law is called in place of its name is no part of what is asked of it', async () => {
  const question = "Does Kenya's privacy law make a delivery firm register, and what does it cost?"
  expect(await leadOf('kenya-dpa', question)).not.toContain('May** be named')
})

test.each([
  ['ncsc-caf', 'When did GovAssure start with the NCSC CAF?', /April 2023/],
  ['nydfs-500', 'How long must the evidence for the annual NYDFS certification be kept?', /five years/],
  ['sox-itgc', 'How many years of prison for someone who shreds evidence under SOX?', /20 years/],
])(
  'a figure is told also where the question speaks of a beginning or of evidence: %s, %s',
  async (id, ask, told) => {
    expect(await leadOf(id, ask)).toMatch(told)
  },
)

test('a story that speaks of a control by its title gets the evidence of that control', async () => {
  const ask =
    'What evidence does an assessor expect for media disposal under CMMC? We shred drives through a vendor and get a certificate once a quarter.'
  expect(await leadOf('cmmc', ask)).toMatch(/^## CMMC\s+Evidence \(\*\*MP\./)
})

test('the one sentence that asks is answered, not the story beside it', async () => {
  const ask =
    "Does DORA require us to have cyber insurance? Our broker says it's mandatory for payment institutions since January 2025."
  expect(await leadOf('dora', ask)).toMatch(/^## DORA\s+No\. DORA demands no cyber insurance/)
})

test('a lead ends as a sentence does', async () => {
  const lead = await leadOf('csa-ccm', 'How big was the old CCM of the CSA?')
  expect(lead).toMatch(/197 controls\.\s*$/)
})

test('a question that leans on its story is answered by what speaks of the story', async () => {
  const pentest = await leadOf(
    'eu-ai-act',
    'Our CISO wants to know what cybersecurity tests the AI Act asks for; we did a network pentest in March. Is that enough?',
  )
  expect(pentest).toContain('network penetration test alone falls short')
  const shifts = await leadOf(
    'eu-ai-act',
    "We're a logistics firm. Our vendor's dispatch software uses AI to allot shifts and rate drivers. Is that high-risk under the AI Act?",
  )
  expect(shifts).not.toMatch(/\bNo\./)
})

test('whether somebody is right is answered by a sentence, and by no yes or no that could mean either', async () => {
  const lead = await leadOf('nis2', "Our CEO says he isn't personally liable under NIS2. True?")
  expect(lead).toContain('can be held liable')
  expect(lead).not.toMatch(/\b(?:Yes|No)\./)
})

test('a fine that is asked for is told, and not who is bound nor a law that bears a number', async () => {
  expect(await leadOf('nis2', 'How much is the fine for not reporting under NIS2?')).toContain(
    'EUR 10 million',
  )
  const cost = await leadOf(
    'nis2',
    "What can NIS2 cost us? We're a mid-size food producer, 180 employees, 70 million turnover.",
  )
  expect(cost).toMatch(/EUR (?:7|10) million/)
  expect(cost).not.toContain('Who is bound')
})

test('what something costs is not answered by a control, nor how long it takes by how long it is good for', async () => {
  expect(await leadOf('iso-27001', 'How much does ISO 27001 certification cost?')).not.toContain('9.2.1')
  expect(await leadOf('iso-27001', 'How long does ISO 27001 certification take?')).not.toContain(
    'certificate lasts three years',
  )
})

test('how many there are is told of the whole, not of one family', async () => {
  expect(await leadOf('nist-800-53', 'How many controls are in NIST 800-53?')).toContain('298')
})

test('what was encrypted is not answered by what was not', async () => {
  const lead = await leadOf(
    'hipaa',
    'We lost a backup tape with patient data, it was encrypted. Do we have to notify under HIPAA?',
  )
  expect(lead).not.toMatch(/\bYes\./)
  const unencrypted = await leadOf(
    'hipaa',
    'Laptop stolen, disk was not encrypted. Must we notify under HIPAA?',
  )
  expect(unencrypted).toMatch(/Yes\. A lost or stolen device/)
})

describe('a number that the module only divides', () => {
  test.each(['What is requirement 12.8 of PCI DSS?', 'What does PCI DSS 12.8 require?'])(
    'is told by what it is divided into: %s',
    async (content) => {
      const answer = await composer.compose(pick(registry, 'pci-dss'), [{ role: 'user', content }])
      expect(answer).toMatch(/^## PCI DSS\n+- \*\*Requirement 12\.8\.1 [^]*- \*\*Requirement 12\.8\.2 /)
    },
  )

  test('is no number of an older edition', async () => {
    const content = 'Is 11.4 mandatory in PCI DSS?'
    const answer = await composer.compose(pick(registry, 'pci-dss'), [{ role: 'user', content }])
    expect(answer).not.toContain('is a number of')
    expect(answer).toContain('**Requirement 11.4.1 ')
  })
})
