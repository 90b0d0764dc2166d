import { expect, test } from 'vitest'
import { Likeness } from '../../../src/domain/search/likeness.ts'
import { meaningful } from '../../../src/domain/search/stems.ts'

const likeness = new Likeness()
likeness.add(1, meaningful('Jaka kara grozi za niezgłoszenie naruszenia?'))
likeness.add(2, meaningful('W jakim terminie zgłosić naruszenie do organu?'))

test('a question is alike whatever the endings of its words', () => {
  const alike = likeness.of(meaningful('jakie kary grożą za niezgłoszone naruszenia'))
  expect(alike.get(1)).toBeGreaterThan(alike.get(2) ?? 0)
})

test('the very question is wholly alike, and another one not at all', () => {
  expect(likeness.of(meaningful('Jaka kara grozi za niezgłoszenie naruszenia?')).get(1)).toBe(1)
  expect(likeness.of(meaningful('szyfrowanie dysków')).size).toBe(0)
})
