import { describe, expect, test } from 'vitest'
import { checkText } from '../../../src/domain/references/text-check.ts'
import { pick, realRegistry } from '../real-registry.ts'

const registry = await realRegistry()

/** The ids of a text with their states, as `id state`; of a current one the id alone. */
async function told(frameworks: string, text: string): Promise<string[]> {
  const { references } = await checkText(text, pick(registry, ...frameworks.split(' ')))
  return references.map(({ id, status }) => (status === 'current' ? id : `${id} ${status}`))
}

describe('an article that was never put in', () => {
  test.each([
    ['gdpr', 'RGPD: art. 22 bis, art. 5 ter.', ['Art. 22a unknown', 'Art. 5b unknown']],
    ['gdpr', 'RGPD: el art. 33 bis, apartado 2, y el art. 34.', ['Art. 33a unknown', 'Art. 34']],
    ['psd2', 'PSD2: articoli 97 bis e 98', ['Art. 97a unknown', 'Art. 98']],
    ['dora', "DORA : l'article 30 bis manque", ['Art. 30a unknown']],
    ['nis2', 'NIS2, Article 21a and Article 21 quater', ['Art. 21a unknown', 'Art. 21c unknown']],
    ['lgpd', 'LGPD: o art. 33 bis não existe', ['Art. 33 bis unknown']],
    ['chile-21719', 'Ley 21.719: art. 14 bis y art. 35 bis', ['Art. 14 bis', 'Art. 35 bis unknown']],
    ['csrd', 'CSRD: article 29 quinquies, articolo 19 bis', ['Art. 29d', 'Art. 19a']],
    ['nis2', 'NIS2: Article 99a', ['Art. 99a unknown']],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })

  test.each([
    [
      'gdpr',
      'DSGVO: Art. 5 bis 11, Art. 33 bis Freitag, Artikel 12 bis Artikel 22.',
      'Art. 5, 11, 33, 12, 22',
    ],
    ['gdpr', 'AVG: artikel 15 ter inzage, artikel 30 bis zum Audit', 'Art. 15, 30'],
  ])('not as words of other languages, %s: %s', async (frameworks, text, wanted) => {
    expect((await told(frameworks, text)).join(', ')).toBe(wanted.replaceAll(/, (?=\d)/g, ', Art. '))
  })
})

describe('a number that does not exist is told by its place', () => {
  test.each([
    [
      'behind the number of a row',
      'pci-dss',
      'PCI DSS: Row 4 says 8.3.6. Row 5 12.15.1.',
      ['8.3.6', '12.15.1 unknown'],
    ],
    [
      'behind the mark of a line',
      'nca-ecc',
      'ECC\nF4 2-8-3-2 ok\nF5 2-13-3-6: odd',
      ['2-8-3-2', '2-13-3-6 unknown'],
    ],
    ['in a cell', 'iso-27002', 'ISO 27002,8.16,Ana\nISO 27002,8.45,Bo', ['8.16', '8.45 unknown']],
    [
      'as who wants something',
      'iso-27002',
      'ISO 27002: 5.18 is met, while 8.45 wants a policy.',
      ['5.18', '8.45 unknown'],
    ],
    ['in a question', 'iso-27002', 'ISO 27002, 5.18: what does 8.45 say?', ['5.18', '8.45 unknown']],
    ['as the subject', 'iso-27005', 'ISO 27005: 10.8 is done. 11.4 is a phantom.', ['10.8', '11.4 unknown']],
    [
      'behind a name that versions have',
      'pci-dss',
      'PCI DSS 3.2.1 went, PCI DSS 8.3.6 and PCI DSS 8.3.99 stay.',
      ['8.3.6', '8.3.99 unknown'],
    ],
    [
      'far behind the last chapter, in a list',
      'hitrust-csf',
      'HITRUST: 01.a, 09.aa and 22.f',
      ['01.a', '09.aa', '22.f unknown'],
    ],
    [
      'between characters without spaces',
      'ismap',
      'ISMAP 監査: 管理策8.1.2と様式にある19.1は対象。',
      ['8.1.2', '19.1 unknown'],
    ],
  ])('%s', async (_promise, frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })

  test.each([
    [
      'the address of a machine',
      'pci-dss',
      'PCI DSS audit of 10.2.1.7 (jump host), server 10.2.1.3, ip 10.3.1.1',
    ],
    ['a version in Japanese', 'ismap', 'ISMAP 監査: バージョン5.1.9、約3.2'],
    ['far away and alone', 'iso-27002', 'ISO 27002 audit: 14.9 is the load, see 15.2.'],
  ])('not as %s', async (_promise, frameworks, text) => {
    expect(await told(frameworks, text)).toEqual([])
  })

  test.each([
    [
      'gdpr',
      'DSGVO: Art. 120, das gibt es nicht; Art. 131, der fehlt.',
      ['Art. 120 unknown', 'Art. 131 unknown'],
    ],
    ['gdpr', "RGPD : l'article 120, du moins selon eux.", ['Art. 120 unknown']],
    ['gdpr', 'GDPR audit: Article 9, of the ECHR; artículo 24, de la Constitución.', []],
  ])('a comma ends what an article is of, %s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })
})

describe('an id by its last part alone', () => {
  test.each([
    ['nist-800-171', 'SP 800-171: 3.1.1, .2 and .30 (access)', ['3.1.1', '3.1.2', '3.1.30 unknown']],
    ['nist-800-53', 'SP 800-53: AC-6(1),(2) and (40)', ['AC-6(1)', 'AC-6(2)', 'AC-6(40) unknown']],
    [
      'hipaa',
      'HIPAA: 164.308(a)(5)(ii)(A), (B) and (F)',
      ['164.308(a)(5)(ii)(A)', '164.308(a)(5)(ii)(B)', '164.308(a)(5)(ii)(F) unknown'],
    ],
    ['gdpr', 'GDPR Art. 6(1)(a), (b) or (k)', ['Art. 6(1)(a)', 'Art. 6(1)(b)', 'Art. 6(1)(k) unknown']],
    ['soc-2', 'SOC 2: CC6.1, .2, .9', ['CC6.1', 'CC6.2', 'CC6.9 unknown']],
    ['glba-safeguards', 'Safeguards Rule: 314.4(d)(2)(i), (ii)', ['314.4(d)(2)(i)', '314.4(d)(2)(ii)']],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })

  test.each([
    ['pci-dss', 'PCI DSS: 8.3.6 and .5 GB', ['8.3.6']],
    ['gdpr', 'GDPR Art. 33 (a) we tell, (b) we write', ['Art. 33']],
    ['nist-800-53', 'SP 800-53: AC-2(1), (3 weeks)', ['AC-2(1)']],
  ])('but no decimal, mark of a list or remark, %s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })
})

describe('codes that are written as those of a law are', () => {
  test.each([
    ['esrs', 'ESRS S2-3 and S2-16', ['S2-3', 'S2-16 unknown']],
    ['bsi-it-grundschutz', 'IT-Grundschutz: APP.4.4, APP.7.4', ['APP.4.4', 'APP.7.4 unknown']],
    ['soc-1', 'SOC 1: AT-C 320, AT-C 321', ['AT-C 320', 'AT-C 321 unknown']],
    ['korea-pipa', 'PIPA: Art. 28-2, Art. 28-40', ['Art. 28-2', 'Art. 28-40 unknown']],
    [
      'eu-ivdr',
      'IVDR: Annex VIII Rule 7, Annex VIII Rule 9',
      ['Annex VIII Rule 7', 'Annex VIII Rule 9 unknown'],
    ],
    ['au-privacy-act', 'Privacy Act: s 26WK, s 27WE', ['s 26WK', 's 27WE unknown']],
    ['fedramp', 'FedRAMP: AC-2(34)', ['AC-2(34) unknown']],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })
})

describe('of several kinds and frameworks', () => {
  test.each([
    [
      'eu-mdr',
      'MDR : les annexes II et XXV, la règle 25.',
      ['Annex II', 'Annex XXV unknown', 'Annex VIII Rule 25 unknown'],
    ],
    ['hds', 'HDS: EXI 28, EXI 44', ['HDS-EXI-28', 'HDS-EXI-44 unknown']],
    [
      'itsg-33',
      'ITSG-33: PE-400, PE-402, SA-401, PE-25',
      ['PE-400', 'PE-402 unknown', 'SA-401 unknown', 'PE-25 unknown'],
    ],
    ['gdpr', 'RGPD: artículo 9.2.k) y artículo 6.1.f) e interés', ['Art. 9(2)(k) unknown', 'Art. 6(1)(f)']],
    ['iso-27001', 'ISO 27001: clausule 6.3, Kapitel 9.2, Kapitel 11.2', ['6.3', '9.2', '11.2 unknown']],
    ['cis-controls', 'CIS Controls: 13.11 is open, 13.12 was a guess', ['13.11', '13.12 unknown']],
    ['nist-ai-rmf', 'AI RMF: GOVERN 1.1 and a MAP 1.0 of the network', ['GOVERN 1.1']],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })

  test.each([
    [
      'nist-800-53 fedramp',
      'PM-31 and SI-20 are. PM-33 and SC-52 are nothing.',
      'nist-800-53 nist-800-53 nist-800-53 nist-800-53',
    ],
    [
      'ferpa coppa',
      'FERPA § 99.31(a)(1), COPPA § 312.5(b)(2)(i); § 312.21, § 99.90.',
      'ferpa coppa coppa ferpa',
    ],
  ])('whose they are, of %s: %s', async (frameworks, text, wanted) => {
    const { references } = await checkText(text, pick(registry, ...frameworks.split(' ')))
    expect(references.map(({ framework }) => framework).join(' ')).toBe(wanted)
  })
})

describe('what is behind the last one', () => {
  test.each([
    ['iec-62443', '62443-3-3: SR 1.1, SR 1.14', ['SR 1.1', 'SR 1.14 unknown']],
    ['iso-27001', 'ISO 27001: clause 11 is made up, clause 9 is not', ['11 unknown']],
    ['pci-dss', 'PCI DSS Requirement 13', ['13 unknown']],
    ['hipaa', 'HIPAA: 164.308(a)(8), 164.308(a)(9)', ['164.308(a)(8)', '164.308(a)(9) unknown']],
    ['iso-9001', 'ISO 9001: 8.8, 10.4', ['8.8 unknown', '10.4 unknown']],
    ['popia', 'POPIA s 19, s 116; it took 5 s 117 times', ['Section 19', 'Section 116 unknown']],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })

  test.each([
    ['thailand-pdpa', 'Thailand PDPA: Section 89, Section 107 and Section 33', ['89', '107 unknown', '33']],
    ['kritis-bsig', 'BSIG: § 30, § 66, § 67', ['Section 30', 'Section 66', 'Section 67 unknown']],
  ])('by a word, with more digits or of a law that is counted, %s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })

  test.each([
    ['peru-29733', 'Peru Law 29733: Art. 40, Art. 42', ['Art. 40', 'Art. 42 unknown']],
    ['vietnam-pdpl', 'Vietnam PDPL: Art. 39, Art. 43', ['Art. 39', 'Art. 43 unknown']],
  ])("though its module cites another law's, %s: %s", async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })

  test.each([
    ['iso-27001', 'ISO 27001: clause 40. It got 9.9 of 10 for clause 11 of our contract.'],
    ['tisax', 'TISAX: 6.1 points, 4.5 %'],
  ])('is no amount or other paper, %s: %s', async (frameworks, text) => {
    expect(await told(frameworks, text)).toEqual([])
  })
})
