import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

/** The paragraphs of an answer on two frameworks. */
async function paragraphs(one: string, other: string, content: string): Promise<string[]> {
  const answer = await composer.compose(pick(registry, one, other), [{ role: 'user', content }])
  return answer.split('\n\n')
}

/** What the data of one framework says of how it stands to another. */
function neighbourOf(id: string, other: string): string {
  const told = registry.get(id)?.data.neighbours.find(({ framework }) => framework === other)
  if (!told) throw new Error(`${id} tells nothing of ${other}`)
  return told.says
}

test.each([
  ['iso-27001', 'soc-2', 'What is the difference between SOC 2 and ISO 27001?'],
  ['dora', 'nis2', 'How do NIS2 and DORA relate?'],
  ['coso-ic', 'cobit-2019', 'COBIT or COSO?'],
  // The module says "ISM", and the framework's name is longer.
  ['essential-eight', 'australia-ism', 'Essential Eight - part of the ISM or something separate?'],
  ['sama-csf', 'nca-ecc', "Relation between SAMA's cyber security framework and NCA's ECC for a Saudi bank?"],
])('%s and %s: "%s" is answered first by how they stand to each other', async (one, other, question) => {
  const [first] = await paragraphs(one, other, question)
  expect(first).toContain(neighbourOf(one, other))
})

test('so it is in another language, behind the line on the language', async () => {
  const [, first, bullets] = await paragraphs(
    'iso-27001',
    'soc-2',
    'ISO 27001 sertifikası ile SOC 2 raporu arasındaki fark nedir?',
  )
  expect(first).toContain(neighbourOf('iso-27001', 'soc-2'))
  expect(bullets).toMatch(/^- \*\*ISO 27001\*\*: Certifiable standard\./)
})

test.each([
  [
    'iso-27005',
    'iso-27001',
    'Kann man ISO 27005 ohne ISMS verwenden?',
    /^Ja\. ISO\/IEC 27005 may be used without an ISMS/,
  ],
  [
    'singapore-ai-governance',
    'singapore-pdpa',
    'Does the Singapore Model AI Governance Framework replace the PDPA?',
    /^No\. .*frees nobody from the PDPA/,
  ],
])('%s and %s: an abbreviation tells of the other one too: "%s"', async (one, other, question, told) => {
  const answer = await paragraphs(one, other, question)
  expect(answer.find((paragraph) => !paragraph.startsWith('_'))).toMatch(told)
})

test('what both say on the point that is asked comes before how they stand to each other', async () => {
  const [bullets, related] = await paragraphs('soc-2', 'iso-27001', 'SOC 2 vs ISO 27001 for encryption?')
  expect(bullets).toMatch(/^- \*\*SOC 2\*\*: Encryption/)
  expect(related).toContain(neighbourOf('iso-27001', 'soc-2'))
})

test('a point that profiles have is not told from there where something else of its kind is asked', async () => {
  const [bullets] = await paragraphs(
    'lgpd',
    'gdpr',
    "Whose response time to an access request is tighter, LGPD's or GDPR's?",
  )
  expect(bullets).toMatch(/LGPD\*\*: .*15 days/)
  expect(bullets).toMatch(/GDPR\*\*: .*[Oo]ne month/)
})

test('a fine of each stands first where fines are asked for', async () => {
  const [bullets] = await paragraphs(
    'gdpr',
    'lgpd',
    'Compare the top fines under the EU GDPR and Brazil LGPD.',
  )
  expect(bullets).toMatch(/GDPR\*\*: .*EUR 20 million/)
  expect(bullets).toMatch(/LGPD\*\*: .*2 %/)
})

test('where nothing but one point is asked, no table of all the others follows', async () => {
  const onFines = await paragraphs('gdpr', 'lgpd', 'GDPR or LGPD: which has the higher fines?')
  expect(onFines.some((paragraph) => paragraph.startsWith('| |'))).toBe(false)
  const inGeneral = await paragraphs('gdpr', 'lgpd', 'What is the difference between GDPR and LGPD?')
  expect(inGeneral.some((paragraph) => paragraph.startsWith('| |'))).toBe(true)
})

test.each([
  ['iso-27001', 'soc-2', 'Soll ein Start-up ISO 27001 oder SOC 2 machen?'],
  ['dora', 'nis2', 'Is it NIS2 or DORA that binds a bank?'],
  ['dora', 'nis2', 'NIS2 ou DORA pour une banque ?'],
  ['cmmc', 'nist-800-171', 'CMMC vs 800-171 which do I need'],
  ['iso-27001', 'soc-2', 'Do we need SOC 2 or do we need ISO 27001?'],
  ['fedramp', 'govramp', 'FedRAMP vs StateRAMP: which one do I need?'],
])('%s and %s: a choice gets no yes or no: "%s"', async (one, other, question) => {
  for (const paragraph of await paragraphs(one, other, question))
    expect(paragraph).not.toMatch(/^(?:- \*\*[^*]+\*\*: )?(?:Yes|No|Ja|Nein|Oui|Non)\./m)
})

test('what is asked of both together is still decided', async () => {
  const [first] = await paragraphs('soc-2', 'iso-27001', 'Does SOC 2 replace ISO 27001?')
  expect(first).toMatch(/^No\./)
  const [both] = await paragraphs('dora', 'nis2', 'NIS2 and DORA: which applies, must a bank follow both?')
  expect(both).toMatch(/^It depends\./)
})

test.each([
  [
    'korea-ai-basic-act',
    'korea-pipa',
    'Korea AI Basic Act vs Korea PIPA: does it apply to the military?',
    /AI Basic Act\*\*: .*[Dd]efen[cs]e/,
  ],
  [
    'cis-controls',
    'soc-2',
    'CIS Controls compared with SOC 2, who belongs in IG3?',
    /CIS Controls\*\*: .*IG3/,
  ],
  ['gdpr', 'lgpd', 'Response time to an access request, in the LGPD and in the GDPR?', /LGPD\*\*: .*15 days/],
])(
  '%s and %s: what is asked is told of each as if it stood alone: "%s"',
  async (one, other, question, told) => {
    const [bullets] = await paragraphs(one, other, question)
    expect(bullets).toMatch(told)
  },
)

test('a name that is asked about as well is no name there: Annex A', async () => {
  const [bullets] = await paragraphs(
    'iso-27001',
    'iso-42001',
    'I need the number of Annex A controls of ISO/IEC 42001 for a bid',
  )
  expect(bullets).toMatch(/ISO 42001\*\*: .*38/)
})

test.each([
  [
    'easa-part-is',
    'iso-27001',
    'is ISO 27001 enough for EASA Part-IS',
    /^No\. .*27001.* _\(EASA Part-IS\)_$/,
  ],
  [
    'soci-act',
    'nist-csf',
    'Does NIST CSF satisfy the SOCI Act?',
    /^Yes\. .*five listed frameworks.* _\(SOCI Act\)_$/,
  ],
  [
    'circia',
    'us-state-privacy',
    'does CIRCIA replace state breach notification laws',
    /^No\. CIRCIA replaces no/,
  ],
])('%s and %s: a ruling on both decides: "%s"', async (one, other, question, told) => {
  const [first, bullets = ''] = await paragraphs(one, other, question)
  expect(first).toMatch(told)
  // It is told once.
  expect(bullets).not.toContain(first?.slice(5, 40))
})
