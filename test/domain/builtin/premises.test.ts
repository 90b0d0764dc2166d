import { expect, test } from 'vitest'
import { readQuestion } from '../../../src/domain/builtin/read-question.ts'
import { wrongPremises } from '../../../src/domain/builtin/premises.ts'
import { speechOf } from '../../../src/domain/builtin/speech/speech.ts'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()

function premisesOf(framework: string, ask: string): string[] {
  const question = readQuestion([{ role: 'user', content: ask }])
  return wrongPremises(pick(registry, framework), question, speechOf('en')).get(framework) ?? []
}

test('an id that does not exist is said not to', () => {
  expect(premisesOf('iso-27001', 'What evidence for A.5.40 of ISO 27001:2022?')[0]).toContain(
    'There is no **A.5.40**',
  )
  expect(premisesOf('iso-27001', 'What evidence for A.5.20 of ISO 27001:2022?')).toEqual([])
})

test.each([
  ['pipl', '《个人信息保护法》第99条规定了什么?', '74 articles'],
  ['kvkk', 'KVKK madde 77 ne diyor?', '33 articles'],
  ['sama-csf', 'ما هو الضابط 3.3.19 في إطار ساما؟', '32 subdomains'],
  ['k-isms-p', 'ISMS-P 인증기준 2.5.8은 무엇인가요?', '101 criteria'],
])('%s: "%s" names nothing, and is told how many there are', (framework, ask, count) => {
  expect(premisesOf(framework, ask)[0]).toMatch(/^There is no /)
  expect(premisesOf(framework, ask)[0]).toContain(count)
})

test('a number of an older edition is told with what it is today', () => {
  expect(premisesOf('nist-csf', 'Our policy cites NIST CSF PR.AC-7')[0]).toMatch(/PR\.AC-7.+1\.1.+PR\.AA-03/)
  expect(premisesOf('iso-27001', 'Where did A.12.6.1 of ISO 27001:2013 go?')[0]).toMatch(
    /A\.12\.6\.1.+A\.8\.8/,
  )
})

test('a number that is in use again is told as it was where the question asks for the change', () => {
  const question = 'ISO 14001: what stands under 6.1.4 and where did its former content go?'
  expect(premisesOf('iso-14001', question)[0]).toMatch(/6\.1\.4.+2015.+6\.1\.5/)
  expect(premisesOf('iso-14001', 'What evidence for 6.1.4 of ISO 14001?')).toEqual([])
})

test('a superseded edition is told, unless the question is about the change', () => {
  expect(premisesOf('pci-dss', 'What does PCI DSS v3.2.1 say about passwords?')[0]).toContain('superseded')
  expect(premisesOf('pci-dss', 'What changed since PCI DSS v3.2.1?')).toEqual([])
})

test('a wrong count is set right, and one of an older edition is left alone', () => {
  expect(premisesOf('iso-27001', 'Must our SoA list all 114 controls of ISO 27001:2022?')[0]).toMatch(
    /^Not 114 controls\. .*93 controls/,
  )
  expect(premisesOf('iso-27001', 'Must our SoA list all 93 controls of ISO 27001?')).toEqual([])
  expect(premisesOf('iso-27001', 'Which of the 114 controls of ISO 27001:2013 are gone?')).not.toContainEqual(
    expect.stringMatching(/^Not 114/),
  )
  expect(premisesOf('iso-27001', 'We have 20 controls to fix before the ISO 27001 audit')).toEqual([])
})

test.each([
  ['coppa', 'Did the 2025 COPPA rule add biometric data?'],
  ['ma-201-cmr-17', 'Has 201 CMR 17 been amended since 2010?'],
  ['appi', 'What three laws were merged in the 2021 APPI amendment?'],
  ['iso-27001', 'Are all 2022 controls new?'],
])('a year, and a number in a name, count nothing: %s, %s', (framework, ask) => {
  expect(premisesOf(framework, ask)).toEqual([])
})

test('an older edition is named without the year of the current one', () => {
  expect(premisesOf('cobit-2019', 'Which domains does COBIT 5 have?')[0]).toMatch(/^COBIT 5 is superseded/)
})

test('a requirement with the number of an older edition is no edition', () => {
  expect(premisesOf('pci-dss', 'What does PCI DSS requirement 3.2.1 ask for?')).toEqual([])
  expect(premisesOf('pci-dss', 'What does PCI DSS 3.2.1 say of passwords?')[0]).toContain('is superseded')
})

test.each([
  [
    'dora',
    'Since DORA requires cyber insurance, which cover is enough?',
    /^No\. DORA demands no cyber insurance/,
  ],
  [
    'uk-gdpr',
    'Now that the Data (Use and Access) Act 2025 has replaced the UK GDPR, what do I cite?',
    /^No\. The DUAA/,
  ],
  [
    'iso-27001',
    'Since ISO 27001 certification is mandatory in the EU, who certifies us?',
    /^No\. No law makes/,
  ],
])('what is taken for granted and ruled out is set right: %s, %s', (id, ask, line) => {
  expect(premisesOf(id, ask)).toEqual([expect.stringMatching(line)])
})

test.each([
  ['dora', 'Since DORA does not require cyber insurance, do we need any?'],
  ['iso-27001', 'Since we lost our certificate, who certifies us?'],
])('what is denied, or ruled by nothing, is no wrong premise: %s, %s', (id, ask) => {
  expect(premisesOf(id, ask)).toEqual([])
})

test('a premise that is the answer too stands once', async () => {
  const composer = new AnswerComposer(registry, await realSearches())
  const content = 'Since ISO 27001 certification is mandatory in the EU, who certifies us?'
  const answer = await composer.compose(pick(registry, 'iso-27001'), [{ role: 'user', content }])
  expect(answer.split('No law makes ISO 27001 mandatory')).toHaveLength(2)
})
