import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { plainQuestionOf } from '../../../src/domain/builtin/plain-questions.ts'
import { PLAINLY_ASKED } from '../../../src/domain/builtin/plain-wordings.ts'
import { readQuestion } from '../../../src/domain/builtin/read-question.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

/** Thousands of questions take their time on a busy machine. */
const HANG_MS = 600_000

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

/** What stands first in an answer. */
async function leadOf(id: string, content: string): Promise<string> {
  const answer = await composer.compose(pick(registry, id), [{ role: 'user', content }])
  return answer.split(/## .*\n+/)[1]?.split('\n', 1)[0] ?? ''
}

test.each([
  ['gdpr', 'Is GDPR mandatory?', /^Yes\. /],
  ['gdpr', 'Is the GDPR voluntary?', /^No\. /],
  ['dora', 'Ist die DORA-Verordnung Pflicht?', /^Ja\. /],
  ['pipl', '¿Es obligatorio PIPL?', /^Sí\. /],
  ['cis-controls', 'Are the CIS Controls mandatory?', /^No\. /],
  ['cis-controls', 'Are the CIS Controls only voluntary?', /^Yes\. /],
  ['cis-controls', 'CIS Controlsは義務ですか？', /^いいえ。/],
  ['soc-1', 'Can we get certified for SOC 1?', /^No\. /],
  ['iso-42001', 'ISO 42001: is there a certificate?', /^Yes\. /],
  ['psd2', 'Is PSD2 in force?', /^Yes\. /],
  ['psd2', 'Is PSD3 in force?', /^No\. /],
  ['radio-equipment-directive', 'Is EN 18031 mandatory?', /^No\. EN 18031/],
  ['c2m2', 'Do small companies have to comply with C2M2?', /^No\. /],
  ['c2m2', 'Does C2M2 apply to small companies?', /^Yes\. /],
  ['cobit-2019', 'Müssen kleine Unternehmen COBIT einhalten?', /^Nein\. /],
  ['bsi-c5', 'Must small companies comply with C5?', /^It depends\. /],
  ['gdpr', 'Must small companies comply with the GDPR?', /^Yes\. /],
  ['cer', 'Do small companies have to comply with the CER Directive?', /^It depends\. /],
])('%s: %s', async (id, asked, lead) => {
  expect(await leadOf(id, asked)).toMatch(lead)
})

test.each([
  ['nist-csf', 'Who enforces NIST CSF?', 'Who checks'],
  ['popia', 'What are the penalties under POPIA?', 'Penalty'],
  ['hipaa', 'What are the consequences of noncompliance with HIPAA?', 'Penalty'],
  ['pci-dss', 'What does non-compliance with PCI DSS cost?', 'Penalty'],
  ['gdpr', 'What if we are not compliant with the GDPR?', 'Penalty'],
  ['hipaa', 'What does HIPAA require?', 'What it asks'],
  ['nis2', 'What evidence will the auditor ask for under NIS2?', 'Evidence'],
  ['lgpd', 'Audit checklist LGPD', 'Evidence'],
])('a row of the profile answers where no yes or no is asked: %s', async (id, asked, label) => {
  expect(await leadOf(id, asked)).toMatch(new RegExp(`^\\*\\*${label}\\*\\*: `))
})

test.each([
  ['iso-27001', 'How many controls does ISO 27001 have?', '93 controls'],
  ['dora', 'How many articles does DORA have?', '64 articles'],
  ['soc-2', 'How many criteria are there in SOC 2?', '61 criteria'],
])('how many there are is told by the line that counts them: %s, %s', async (id, asked, count) => {
  expect(await leadOf(id, asked)).toContain(count)
})

test.each([
  ['iso-9001', 'What is new in ISO 9001:2026?', '2015 to 2026'],
  ['cyber-essentials', "What's new in Cyber Essentials v3.3?", '3.2 to 3.3'],
  ['nydfs-500', 'What did the 2023 second amendment of 23 NYCRR 500 bring?', 'Class A'],
  ['iso-27701', 'Quoi de neuf dans ISO 27701 ?', '2019'],
])('what changed is told by the lines on the editions that are named: %s, %s', async (id, asked, line) => {
  expect(await leadOf(id, asked)).toContain(line)
})

test.each([
  ['thailand-pdpa', "Since when is Thailand's PDPA fully in force?", '1 June 2022'],
  ['osfi-b-13', 'Since when is OSFI Guideline B-13 in effect?', '1 January 2024'],
  ['recyf', 'Who publishes ReCyF?', 'ANSSI'],
])('since when, and by whom, is told: %s, %s', async (id, asked, told) => {
  expect(await leadOf(id, asked)).toContain(told)
})

test.each([
  ['gdpr', 'How many requirements does the GDPR have?'],
  ['gdpr', 'Is a data protection officer mandatory under the GDPR?'],
  ['pci-dss', 'What are the penalties under PCI DSS for a merchant who stores the CVV?'],
])('more than a plain question is answered by what it asks beside: %s, %s', async (id, asked) => {
  expect(await leadOf(id, asked)).not.toMatch(/^\*\*(?:Who checks|Penalty|What it asks)\*\*|voluntary scheme/)
})

test.each([
  [
    'apra-cps-234',
    'Which documents do I have to show for APRA CPS 234 in the first week?',
    'classification register',
  ],
  ['nis2', 'Welche Nachweise will der Prüfer bei NIS2 am ersten Tag sehen?', 'scoping memo'],
  ['gdpr', 'As a newcomer: which evidence should our small bakery gather for GDPR?', 'records of processing'],
])('what is asked of the whole is no control to show: %s, %s', async (id, asked, file) => {
  expect((await leadOf(id, asked)).toLowerCase()).toContain(file)
})

test.each(['How do we start with DORA?', 'Where should we start with DORA?', 'How do we prepare for DORA?'])(
  '%s asks for no evidence',
  async (content) => {
    expect(await leadOf('dora', content)).not.toMatch(/^\*\*Evidence/)
  },
)

test('what the data has this very question for is no evidence of the whole', async () => {
  const lead = await leadOf('iso-27001', 'Which documents are mandatory for ISO 27001?')
  expect(lead).toContain('Documented information named by the clauses')
})

test('evidence for one thing is the evidence of its control', async () => {
  expect(await leadOf('nis2', 'What evidence do we need for backups under NIS2?')).toMatch(
    /21\(2\)\(c\).*restore/,
  )
})

test(
  'every framework tells whether it binds, who checks, and what it punishes, or says what it is',
  async () => {
    for (const { id, name } of registry.frameworks) {
      for (const asked of [
        `Is ${name} mandatory?`,
        `Who enforces ${name}?`,
        `What are the penalties under ${name}?`,
      ])
        expect(`${asked} ${await leadOf(id, asked)}`).toMatch(/\? (?!- |The module of|Worth knowing)./)
    }
  },
  HANG_MS,
)

test('a plain question is told by its words and its form', () => {
  const closed = plainQuestionOf(tokenize('is mandatory'), 'en', ['verdict'])
  expect(closed).toEqual({ point: 'binding', opposite: false })
  expect(plainQuestionOf(tokenize('is voluntary'), 'en', ['verdict'])).toEqual({
    point: 'binding',
    opposite: true,
  })
  expect(plainQuestionOf(tokenize('is mandatory'), 'en', [])).toBeUndefined()
  expect(plainQuestionOf(tokenize('is MFA mandatory'), 'en', ['verdict'])).toBeUndefined()
})

test('every wording is read as the plain question that it is', () => {
  const misread = Object.entries(PLAINLY_ASKED).flatMap(([point, { so, otherwise }]) =>
    [so, otherwise].flatMap((wordings, opposite) =>
      wordings.filter((content) => {
        const { plain } = readQuestion([{ role: 'user', content }])
        return plain?.point !== point || plain.opposite !== (opposite === 1)
      }),
    ),
  )
  expect(misread).toEqual([])
})
