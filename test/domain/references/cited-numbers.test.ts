import { describe, expect, test } from 'vitest'
import { checkText } from '../../../src/domain/references/text-check.ts'
import { pick, realRegistry } from '../real-registry.ts'

const registry = await realRegistry()

/** The ids of a text with their states, as `id state`; of a current one the id alone. */
async function told(framework: string, text: string): Promise<string> {
  const { references } = await checkText(text, pick(registry, framework))
  return references.map(({ id, status }) => (status === 'current' ? id : `${id} ${status}`)).join(', ')
}

describe('a number behind the word that a framework cites its own with, in any language', () => {
  test.each([
    [
      'anssi-hygiene',
      "Guide d'hygiène ANSSI : mesure 42, mesure 46, mesures 41 et 47",
      '42, 46 unknown, 41, 47 unknown',
    ],
    ['anssi-hygiene', 'ANSSI-Leitfaden: Maßnahme 7 ist da, Maßnahme 49 gibt es nicht.', '7, 49 unknown'],
    ['coso-ic', 'COSO: principle 17, Prinzip 18, principio 19, principle 40', '17, 18 unknown, 19 unknown'],
    ['finma-2023-1', 'FINMA-RS 2023/1: Rz 22, Rz 118, Rz 400', '22, 118 unknown'],
    ['kenya-dpa', 'Kenya Data Protection Act: s 72, section 82', '72, 82 unknown'],
    ['pci-dss', 'PCI DSS: Anforderung 12, Anforderung 13, exigence 14', '13 unknown, 14 unknown'],
    ['iso-27001', 'ISO 27001: Klausel 9, Klausel 11, cláusula 12 no existe', '11 unknown, 12 unknown'],
  ])('%s: %s', async (framework, text, wanted) => {
    expect(await told(framework, text)).toBe(wanted)
  })

  test.each([
    ['kenya-dpa', "Kenya privacy audit: the firm's 70 servers, 5 s 72 later"],
    ['coso-ic', 'COSO audit: in principle 40 people agreed.'],
    ['anssi-hygiene', 'ANSSI : 120 mesures en 3 lots'],
  ])('is no unit, genitive or count, %s: %s', async (framework, text) => {
    expect(await told(framework, text)).toBe('')
  })
})

describe('several numbers, each with its word', () => {
  test.each([
    [
      'bnm-rmit',
      'BNM RMiT: paragraph 10.6, paragraph 10.66, para 11.80',
      '10.6, 10.66 unknown, 11.80 unknown',
    ],
    ['mas-trm', 'MAS TRM: paragraph 3.1.1, paragraph 3.1.99', '3.1.1, 3.1.99 unknown'],
    ['un-r155', 'UN R155: paragraph 7.2.2.2, paragraph 7.2.2.9', '7.2.2.2, 7.2.2.9 unknown'],
    ['nis2-ir-2024-2690', 'Regulation 2024/2690: point 3.2.3, point 3.2.99', '3.2.3, 3.2.99 unknown'],
    ['bnm-rmit', 'BNM RMiT: Appendix 5, Paragraph 12.5', 'Appendix 5, 12.5'],
    ['mas-trm', 'MAS TRM: FSM-N05 para 4, Paragraph 5.6.1', 'FSM-N05 para 4, 5.6.1'],
    ['osfi-b-13', 'OSFI B-13: Principle 4, 2.4.5', 'Principle 4, 2.4.5'],
    ['osfi-b-13', 'OSFI B-13: paragraph 1.1.1, paragraph 1.1.2', '1.1.1, 1.1.2'],
  ])('%s: %s', async (framework, text, wanted) => {
    expect(await told(framework, text)).toBe(wanted)
  })
})

test('a number with zeros before it is no amount', async () => {
  expect(await told('pspf', 'PSPF: 0075 and 0005 are met; we meet at 0815.')).toBe('0075, 0005')
})

describe('a chapter behind the last, by the name that chapters have', () => {
  test.each([
    ['cis-controls', 'CIS Controls v8.1: Control 18, Control 21', '21 unknown'],
    ['nzism', 'NZISM: Chapter 23, Chapter 31', '31 unknown'],
    ['nis2-ir-2024-2690', 'Implementing Regulation (EU) 2024/2690: Title 13, Title 16', '16 unknown'],
    ['hitrust-csf', 'HITRUST CSF: Category 13, Category 16 is new', '16 unknown'],
    ['recyf', 'ReCyF: Objective 20, Objective 24', '24 unknown'],
  ])('%s: %s', async (framework, text, wanted) => {
    expect(await told(framework, text)).toBe(wanted)
  })

  test('one that an older edition had is not denied', async () => {
    expect(await told('cis-controls', 'CIS Controls: Control 19 is on incidents')).toBe('')
    expect(await told('iso-27002', 'ISO 27002: clause 11 was on physical security')).toBe('')
  })

  test('a verb with a count is none', async () => {
    expect(await told('cis-controls', 'CIS audit: they control 24 sites and 21 controls failed.')).toBe('')
  })
})
