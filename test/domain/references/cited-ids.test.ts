import { describe, expect, test } from 'vitest'
import { checkText } from '../../../src/domain/references/text-check.ts'
import { pick, realRegistry } from '../real-registry.ts'

const registry = await realRegistry()

/** The ids of a text with their states, as `id state`; of a current one the id alone. */
async function told(frameworks: string, text: string): Promise<string[]> {
  const { references } = await checkText(text, pick(registry, ...frameworks.split(' ')))
  return references.map(({ id, status }) => (status === 'current' ? id : `${id} ${status}`))
}

describe('a number of two parts is an id', () => {
  test.each([
    ['in a list with others', 'iso-27002', 'ISO 27002 has 5.7, 8.9 and 8.16.', ['5.7', '8.9', '8.16']],
    [
      'at the beginning of a line',
      'cis-controls',
      'CIS Controls\n- 4.7 accounts\n- 12.8 admins',
      ['4.7', '12.8'],
    ],
    ['in a cell', 'iso-27002', '| ISO 27002 | 8.12 | leaks |', ['8.12']],
    ['behind a word that introduces one', 'iso-27002', 'ISO 27002: see 5.30 for this.', ['5.30']],
    [
      'if it does not exist, in such a place',
      'iso-27002',
      'ISO 27002 lists 5.9 and 8.41.',
      ['5.9', '8.41 unknown'],
    ],
    [
      'of a chapter that does not exist, too',
      'swift-cscf',
      'SWIFT CSCF: 6.4 and 8.1',
      ['6.4', '8.1 unknown'],
    ],
    [
      'after an older edition, of that edition',
      'cis-controls',
      'CIS Controls v7.1: 18.6 and 19.5',
      ['18.6 renumbered', '19.5 renumbered'],
    ],
  ])('%s', async (_promise, frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })

  test.each([
    ['an amount', 'iso-27002', 'ISO 27002 audit: 8.2 GB, 5.4 days, 7.1 %, 8.5 TB and € 5.2'],
    ['a date', 'iso-27002', 'ISO 27002 audit am 5.7., dann bis 8.9.'],
    ['a time', 'iso-27002', 'The ISO 27002 audit starts at 8.15 and ends by 8.30'],
    ['a version', 'pci-dss', 'PCI DSS audit of firmware 8.3.6 and build 6.4.3'],
    ['a place of something else', 'iso-27002', 'ISO 27002 audit in room 5.12, see page 8.2'],
    ['a score', 'iso-27002', 'The ISO 27002 audit gave a score 8.2 and a mean 5.4'],
    ['a year behind it', 'iso-27002', 'The ISO 27002 audit of 5.7.2026'],
  ])('not as %s', async (_promise, frameworks, text) => {
    expect(await told(frameworks, text)).toEqual([])
  })
})

describe('an id that does not exist is told', () => {
  test.each([
    [
      'with letters that none has, beside others',
      'nist-800-53',
      'NIST 800-53: AC-2, XX-3, SI-4',
      ['AC-2', 'XX-3 unknown', 'SI-4'],
    ],
    [
      'with letters that none has, but not alone',
      'nist-800-53',
      'NIST 800-53 wants AC-2. We use RX-5.',
      ['AC-2'],
    ],
    ['with an enhancement that no control has', 'nist-800-53', 'NIST 800-53: AC-2(99)', ['AC-2(99) unknown']],
    ['with a mark before it', 'ccpa', 'CCPA: § 7025 and § 7410', ['7025', '7410 unknown']],
    [
      'with one mark each',
      'hipaa',
      'HIPAA: § 164.312(d), § 164.404, § 164.700',
      ['164.312(d)', '164.404', '164.700 unknown'],
    ],
    [
      'with the name of its framework, though another has it',
      'gdpr nis2',
      'GDPR, but NIS2 Article 58',
      ['Art. 58 unknown'],
    ],
    ['far beyond a selection', 'irap', 'IRAP: ISM-1563 and ISM-9902', ['ISM-1563', 'ISM-9902 unknown']],
  ])('%s', async (_promise, frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })
})

describe('an id in another language or writing', () => {
  test.each([
    ['gdpr', 'GDPR: articoli 5, 9 e 35', ['Art. 5', 'Art. 9', 'Art. 35']],
    ['gdpr', 'GDPR, artt. 5 e 12', ['Art. 5', 'Art. 12']],
    ['eu-mdr', 'MDR, Anhang VIII Regel 11', ['Annex VIII Rule 11']],
    ['quebec-law-25', 'Loi 25, articles 3.5, 8.1 et 12.1', ['Section 3.5', 'Section 8.1', 'Section 12.1']],
    ['apra-cps-234', 'CPS 234: Paragraph 13, Paragraph 27', ['Paragraph 13', 'Paragraph 27']],
    ['iso-27001', 'ISO 27001, A 5.22', ['A.5.22']],
    ['easa-part-is', 'Part-IS: IS.I.OR.225, IS.I.OR.285', ['IS.I.OR.225', 'IS.I.OR.285 unknown']],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })
})

describe('what is of another law or paper is none', () => {
  test.each([
    ['gdpr', 'GDPR audit. Article 50 of the UN Charter, Article 267 TFEU, UN Charter Article 51.'],
    ['gdpr', 'DSGVO-Audit. Art. 2 Abs. 1 des Grundgesetzes, § 823 BGB, Art. 28 ZGB, Art. 5 GG.'],
    [
      'gdpr',
      "Audit RGPD. L'article 9 du Code civil, l'article 8 de la CEDH, l'article 5 du règlement intérieur.",
    ],
    ['gdpr', 'Auditoría RGPD. El artículo 24 de la Constitución y el artículo 31 de los estatutos.'],
    ['gdpr', "Audit GDPR. L'articolo 24 della Costituzione, l'articolo 28 del regolamento interno."],
    [
      'gdpr',
      'AVG-audit. Artikel 6:162 van het Burgerlijk Wetboek, artikel 8 EVRM, artikel 10 van de Grondwet.',
    ],
    ['gdpr', 'Audyt RODO. Art. 24 Kodeksu cywilnego, art. 47 Konstytucji, art. 9 naszego regulaminu.'],
    ['kvkk', 'KVKK denetimi. Türk Ceza Kanunu madde 10, Borçlar Kanunu madde 9.'],
    ['appi', '個人情報保護法の監査。民法第29条、憲法第21条、会則の第9条。'],
    ['pipl', '个人信息保护法审计。民法典第十七条、网络安全法第二十一条。'],
    ['k-isms-p gdpr', 'GDPR 감사. 민법 제17조.'],
    [
      'nis2',
      'NIS2 audit. Article 4 of the Cybersecurity Act, Article 5 of the lease and Article 7 of our policy.',
    ],
    ['eu-mdr', 'MDR-Audit. Art. 12 der Verordnung (EU) 2017/746.'],
    [
      'nis2 dora',
      'Audit. Under MiFID II, Article 16, and Solvency II, Article 41, risk counts; Article 44 too.',
    ],
    ['gdpr', 'Audit del decreto legislativo 81/2008, articolo 28; poi l’articolo 37.'],
    ['gdpr', 'Auditoria. O Código de Defesa do Consumidor, artigo 18, e o artigo 42.'],
    ['pipl', '审计。劳动合同法第十九条、第三十八条。'],
    ['iso-27001', 'Audit of the employment contract, section 6.1; section 7.2 and clause 9.1 follow.'],
    ['ccpa', 'CCPA audit. Vehicle Code § 7025, Penal Code § 7002.'],
  ])('%s: %s', async (frameworks, text) => {
    expect(await told(frameworks, text)).toEqual([])
  })

  test.each([
    [
      'gdpr',
      'GDPR. Article 28 of the Regulation, Art. 5 der Verordnung, article 6 du règlement.',
      ['Art. 28', 'Art. 5', 'Art. 6'],
    ],
    ['gdpr', 'Article 28 of the General Data Protection Regulation', ['Art. 28']],
    ['appi', '個人情報保護法第26条、同法第27条', ['Art. 26', 'Art. 27']],
    ['iso-27701', "ISO 27701:2019, la clause 6.12.1.2 de l'ancienne édition", ['6.12.1.2 renumbered']],
  ])('but not what stands for the framework itself: %s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })
})

test.each([
  ['nist-800-171', 'Audit: OpenSSL 3.1.4 must go, update 3.1.5 or 3.2.1 will do.'],
  ['nist-800-53', 'Audit of 4 x AC-1200 routers and 2 x PS-750 supplies for NIST 800-53.'],
  ['au-privacy-act', 'The audit found app 2.1 million times, said the paper.'],
])('what the things of a company are called is none: %s: %s', async (frameworks, text) => {
  expect(await told(frameworks, text)).toEqual([])
})

describe('a text that speaks of something else cites nothing', () => {
  const SLEEP =
    'My aunt bakes bread on Sundays, sings to the cat and walks by the river until the moon is up.'

  test.each([
    ['gdpr', `${SLEEP} Article 18 in the fanzine is about her.`],
    ['iso-27002', `${SLEEP} She ran 5.12, then 5.14 and 8.20 a lap.`],
    ['pci-dss', `${SLEEP} Card 8.3.6 of the game is lost.`],
    ['owasp-asvs', `${SLEEP} V6.2 of the map is better than V3.2.`],
    ['dora', `${SLEEP} Dora likes it. Art. 11 is a poster.`],
  ])('%s: %s', async (frameworks, text) => {
    expect(await told(frameworks, text)).toEqual([])
  })

  test.each([
    ['gdpr', `${SLEEP} The GDPR is another matter: Article 18.`, ['Art. 18']],
    ['gdpr', `${SLEEP} The auditor quoted Article 18.`, ['Art. 18']],
    ['gdpr', 'Article 18 was quoted.', ['Art. 18']],
  ])('but %s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })
})

describe('whose an id is', () => {
  test.each([
    ['the name right behind it counts more than one a word before it', 'DORA and Art. 28 GDPR', ['Art. 28']],
    [
      'an abbreviation ends no sentence',
      'Art. 23 Abs. 4 NIS2, Art. 33 DSGVO. Nur Art. 21 ist offen.',
      ['Art. 23(4)', 'Art. 33', 'Art. 21 ambiguous'],
    ],
  ])('%s', async (_promise, text, wanted) => {
    expect(await told('gdpr dora nis2', text)).toEqual(wanted)
  })
})
