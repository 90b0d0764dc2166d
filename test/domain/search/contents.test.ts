import { expect, test } from 'vitest'
import { asksForContents } from '../../../src/domain/search/contents.ts'

test.each([
  'What must be in a DPIA?',
  'What does a DPIA have to contain?',
  'What goes into a Statement of Applicability?',
  'Which clauses must a contract include?',
])('%s asks for contents', (text) => {
  expect(asksForContents(text)).toBe(true)
})

test.each([
  'What must be in scope?',
  'What is a DPIA?',
  'When will it be in force?',
  'Do we have it in place?',
])('%s asks for none', (text) => {
  expect(asksForContents(text)).toBe(false)
})

test('a long text is read quickly', () => {
  expect(asksForContents(`What ${'must be '.repeat(200_000)}`)).toBe(false)
})
