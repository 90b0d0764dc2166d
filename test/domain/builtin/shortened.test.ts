import { expect, test } from 'vitest'
import { shortened } from '../../../src/domain/builtin/quote.ts'

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
  ['words without a border stay whole', 'one two three four five six', 3, 'one two three four five six'],
])('%s', (_, text, words, short) => {
  expect(shortened(text, words)).toBe(short)
})
