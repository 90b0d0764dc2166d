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
