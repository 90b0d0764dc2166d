import { expect, test } from 'vitest'
import { wordsOf } from '../../../src/domain/search/unspaced.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'

const words = (text: string): string[] => wordsOf(tokenize(text))

test('Thai, which no space cuts, is read in pairs of characters', () => {
  expect(words('โอนข้อมูล PDPA')).toContain('pdpa')
  const [question, phrase] = [words('การโอนข้อมูลไปต่างประเทศ'), words('โอนข้อมูล')]
  expect(phrase.length).toBeGreaterThan(3)
  expect(phrase.filter((pair) => !question.includes(pair))).toEqual([])
})

test('Hebrew words stay the same with "and", "the" and "in" written before them', () => {
  expect(words('הגיבוי והשחזור')).toEqual(words('גיבוי שחזור'))
})
