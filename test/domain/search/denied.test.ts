import { expect, test } from 'vitest'
import { meaningful } from '../../../src/domain/search/stems.ts'

test.each([
  'non-compliance',
  'noncompliance',
  'Non compliance',
  'not compliant',
  'not complying',
  'non‑compliant',
])('%s is one word, and not compliance', (text) => {
  expect(meaningful(text)).toEqual(meaningful('noncompliance'))
  expect(meaningful(text)).not.toContain(meaningful('compliance')[0])
})

test('a non-conformity is a nonconformity', () => {
  expect(meaningful('major non-conformities')).toEqual(meaningful('major nonconformity'))
})

test.each(['non-financial firms', 'firms that are not small', 'a nonprofit'])(
  'other words are read as before behind a small word: %s',
  (text) => {
    expect(meaningful(text).every((stem) => !stem.startsWith('noncompl'))).toBe(true)
  },
)

test('of "non-financial" the word behind it counts', () => {
  expect(meaningful('non-financial')).toEqual(meaningful('financial'))
})
