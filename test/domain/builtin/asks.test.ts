import { describe, expect, test } from 'vitest'
import { asksOf } from '../../../src/domain/builtin/asks.ts'

describe('what asks in a text', () => {
  test.each([
    ['How many days do we have, and do we need to tell the customers too', 'en'],
    ['Combien de jours avons-nous et faut-il prévenir les clients ?', 'fr'],
    ['Ab wann gilt das und wer überwacht es?', 'de'],
    ['Hoe vaak moeten we dat doen en wie controleert het?', 'nl'],
  ] as const)('two questions that "and" joins are two: %s', (text, language) => {
    expect(asksOf(text, language)).toHaveLength(2)
  })

  test('each sentence that asks is a question, the story beside them none', () => {
    const story = 'We lost a laptop with 700 names.'
    expect(asksOf(`${story} Whom do we tell? by when?`, 'en')).toEqual(['Whom do we tell?', 'by when?'])
    expect(asksOf(`${story} Whom do we tell?`, 'en')).toEqual(['Whom do we tell?'])
  })

  test('a sentence that tells what somebody asks is a question without its mark', () => {
    expect(asksOf('Our insurer asks whether cover is compulsory. We carry parcels.', 'en')).toEqual([
      'Our insurer asks whether cover is compulsory.',
    ])
  })

  test.each(['Do we need policies and procedures?', 'Tell me about suppliers.'])(
    'a text that asks once has no parts: %s',
    (text) => {
      expect(asksOf(text, 'en')).toEqual([])
    },
  )

  test('no more than three are taken from a text, however many ask', () => {
    expect(asksOf('What is it? '.repeat(300), 'en')).toHaveLength(3)
  })
})
