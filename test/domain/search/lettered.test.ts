import { expect, test } from 'vitest'
import { letteredOf } from '../../../src/domain/search/lettered.ts'
import { meaningful } from '../../../src/domain/search/stems.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'

test.each([
  ['Is it required for class B software?', ['class-b']],
  ['Do classes B and C need it?', ['class-b', 'class-c']],
  ['Gilt das für Klasse A oder B?', ['class-a', 'class-b']],
  ['Steht das in Anhang A?', ['annex-a']],
  ['Annexe B, annexes C', ['annex-b', 'annex-c']],
  ['What is a class of data?', []],
  ['Is a type of plan B enough?', []],
])('%s', (text, terms) => {
  expect(letteredOf(tokenize(text))).toEqual(terms)
})

test('classes are told apart by their letters, in whatever language', () => {
  expect(meaningful('class B')).not.toEqual(meaningful('class C'))
  expect(meaningful('Klasse B')).toContain('class-b')
})
