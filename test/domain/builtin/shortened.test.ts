import { expect, test } from 'vitest'
import { capitalized, shortened } from '../../../src/domain/builtin/quote.ts'

test.each([
  ['a text that is short enough stays', 'Two years, renewable.', 5, 'Two years, renewable.'],
  [
    'a sentence ends it where one does',
    'It lasts three years. Then a new audit follows at once.',
    7,
    'It lasts three years.',
  ],
  [
    'a clause does where no sentence ends',
    'Notice within 72 hours; reports follow in one month at the latest.',
    6,
    'Notice within 72 hours …',
  ],
  [
    'an abbreviation ends no sentence',
    'Binds firms under Civil Code art. 1525, public or not, of any size and in any sector.',
    8,
    'Binds firms under Civil Code art. 1525 …',
  ],
  [
    'no bracket stays open',
    'Notice is due at once (by phone, by mail, or in person at the office), then in writing.',
    8,
    'Notice is due at once …',
  ],
  [
    'nor bold type',
    'Notice **at once, and in writing, within** ten days.',
    6,
    'Notice **at once, and in writing, within** ten days.',
  ],
  [
    'a verdict is not left alone',
    'It depends. Logs with names are personal data, and those without any are not in most cases.',
    9,
    'It depends. Logs with names are personal data …',
  ],
  ['words without a border stay whole', 'one two three four five six', 3, 'one two three four five six'],
])('%s', (_, text, words, short) => {
  expect(shortened(text, words)).toBe(short)
})

test.each([
  ['the fee is small', 'The fee is small'],
  ['**within** ten days', '**Within** ten days'],
  ['eSTAR is the form', 'eSTAR is the form'],
])('an answer begins with a capital, unless with a name that does not: %s', (text, told) => {
  expect(capitalized(text)).toBe(told)
})
