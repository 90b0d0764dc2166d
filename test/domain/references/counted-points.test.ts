import { describe, expect, test } from 'vitest'
import { checkText } from '../../../src/domain/references/text-check.ts'
import { pick, realRegistry } from '../real-registry.ts'
import { idsIn } from './scanning.ts'

const registry = await realRegistry()

/** The ids of a text with their states, as `id state`; of a current one the id alone. */
async function told(frameworks: string, text: string): Promise<string> {
  const { references } = await checkText(text, pick(registry, ...frameworks.split(' ')))
  return references.map(({ id, status }) => (status === 'current' ? id : `${id} ${status}`)).join(', ')
}

describe('a paragraph or point that an article has not', () => {
  test.each([
    ['gdpr', 'GDPR Art. 33(9), Art. 33(5)', 'Art. 33(9) unknown, Art. 33(5)'],
    ['gdpr', 'GDPR Article 6(1)(h) and 6(1)(f)', 'Art. 6(1)(h) unknown, Art. 6(1)(f)'],
    [
      'gdpr',
      'DSGVO: Art. 33 Abs. 9, Art. 4 Nr. 27, Art. 4 Nr. 26',
      'Art. 33(9) unknown, Art. 4(27) unknown, Art. 4',
    ],
    ['gdpr', 'RGPD: artículo 33.9; article 28, § 11', 'Art. 33(9) unknown, Art. 28(11) unknown'],
    ['gdpr', 'DSGVO Art. 33 (9)', 'Art. 33(9) unknown'],
    ['gdpr', 'GDPR Art. 33(1), (9) and (2)', 'Art. 33(1), Art. 33(9) unknown, Art. 33(2)'],
    ['gdpr', 'GDPR Art. 33(1)(a), Art. 33 Abs. 1 lit. b', 'Art. 33(1)(a) unknown, Art. 33(1)(b) unknown'],
    [
      'nis2',
      'NIS2: Art. 21(2)(k), artikel 23 lid 12, Art. 23(11)',
      'Art. 21(2)(k) unknown, Art. 23(12) unknown, Art. 23',
    ],
    [
      'dora',
      'DORA Article 28(11), Art. 30(2)(j), Art. 5(2)(i)',
      'Art. 28(11) unknown, Art. 30(2)(j) unknown, Art. 5(2)',
    ],
    [
      'cra',
      'CRA Art. 13(26), Art. 14(2)(d), Art. 13(25)',
      'Art. 13(26) unknown, Art. 14(2)(d) unknown, Art. 13',
    ],
    [
      'eu-ai-act',
      'AI Act: Article 26(13), Article 14(4)(f), Art. 26(12)',
      'Art. 26(13) unknown, Art. 14(4)(f) unknown, Art. 26',
    ],
    ['dsa', 'DSA Art. 34(2)(f), Art. 3(y), Art. 3(x)', 'Art. 34(2)(f) unknown, Art. 3(y) unknown, Art. 3'],
    ['data-act', 'Data Act, Art. 25(6), Art. 28(2)', 'Art. 25(6) unknown, Art. 28'],
    [
      'cra',
      'CRA Annex I Part II (9), Annex I Part II (8), Annex I, Part I, point (2)(n).',
      'Annex I Part II (9) unknown, Annex I Part II (8), Annex I Part I (2)(n) unknown',
    ],
    ['cer', 'CER: Art. 15(5), Art. 15(4)', 'Art. 15(5) unknown, Art. 15'],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toBe(wanted)
  })

  test('is told of the framework that is spoken of, though another has the article', async () => {
    const { references } = await checkText(
      'NIS2 Art. 21(6), Art. 23(4)(f); DORA Art. 23.',
      pick(registry, 'nis2', 'dora'),
    )
    expect(references.map(({ framework, id, status }) => `${framework} ${id} ${status}`)).toEqual([
      'nis2 Art. 21(6) unknown',
      'nis2 Art. 23(4)(f) unknown',
      'dora Art. 23 current',
    ])
  })

  test('is told of an answer too', () => {
    expect(idsIn(pick(registry, 'gdpr'), 'See GDPR Art. 33(9) and Art. 33(5).')).toEqual([
      'Art. 33(9) ?',
      'Art. 33(5)',
    ])
  })
})

test('an answer that cites another law is told nothing wrong of it', () => {
  const answer =
    'GDPR Art. 6(1). Cookies: Art. 5(3) of the ePrivacy Directive, Art. 12(9) of Regulation (EU) 2022/868.'
  expect(idsIn(pick(registry, 'gdpr'), answer).filter((id) => id.endsWith('?'))).toEqual([])
})

describe('what else stands behind an article is none', () => {
  test.each([
    ['gdpr', 'GDPR Art. 33 (72 hours), Art. 33 (72-hour notice), Art. 33(72h)', 'Art. 33, Art. 33, Art. 33'],
    ['gdpr', 'GDPR Art. 82 (7 %), Art. 82(20m), Art. 33 (2018)', 'Art. 82, Art. 82, Art. 33'],
    ['gdpr', 'GDPR, see Art. 82 (7 %)', 'Art. 82'],
    ['gdpr', 'GDPR, see Art. 82 (7', 'Art. 82'],
    ['gdpr', 'GDPR Art. 4(16)(b), Art. 4(22)(c), Art. 28(3)(h)(i)', 'Art. 4, Art. 4, Art. 28(3)'],
    ['dora', 'DORA Art. 31(8)(i), Art. 31(8)(iv)', 'Art. 31, Art. 31'],
    ['nis2', 'NIS2 Art. 6(35)(d), Art. 6(41)', 'Art. 6, Art. 6'],
    ['gdpr', 'GDPR Art. 33(1) (a) we write, (b) we call', 'Art. 33(1)'],
    ['gdpr', 'RGPD: art. 5(1) y (2), artículo 33 apartado 1 y 2', 'Art. 5, Art. 5(2), Art. 33(1)'],
    ['gdpr', 'DSGVO: Art. 6 Abs. 1 S. 1 lit. f, Art. 13 Abs. 1 Satz 2', 'Art. 6(1), Art. 13'],
    [
      'eu-ai-act',
      'AI Act Art. 6(1a), Art. 99(6a), Art. 5(1)(ba)',
      'Art. 6(1)(a), Art. 99(6)(a), Art. 5(1)(ba)',
    ],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toBe(wanted)
  })

  test('nothing is told of an article that was not counted', async () => {
    expect(await told('psd2', 'PSD2 Art. 97(19)')).toBe('Art. 97')
  })
})
