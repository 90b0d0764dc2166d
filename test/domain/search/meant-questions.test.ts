import { expect, test } from 'vitest'
import { MeantQuestions } from '../../../src/domain/search/meant-questions.ts'
import { DIMENSIONS, encodeWordVectors, WordVectors } from '../../../src/domain/search/word-vectors.ts'

/** Words that point the ways given, as their first two numbers. */
function pointing(ways: Readonly<Record<string, readonly [number, number]>>): WordVectors {
  const numbers = Object.values(ways).flatMap(([x, y]) => [x, y, ...Array<number>(DIMENSIONS - 2).fill(0)])
  return new WordVectors(encodeWordVectors(Object.keys(ways), Float32Array.from(numbers)))
}

const WAYS = { fee: [1, 0], price: [0.98, 0.2], date: [0, 1], cat: [-0.7, -0.7] } as const

const NAMED = { name: 'GDPR', fullName: 'General Data Protection Regulation', names: ['GDPR'], editions: [] }

test('a question means what is asked for in other words', () => {
  const meant = new MeantQuestions(pointing(WAYS), NAMED)
  meant.add(0, ['fee'])
  meant.add(1, ['date'])
  const found = meant.of(['price'])
  expect([...found.keys()]).toEqual([0])
  expect(found.get(0)).toBeGreaterThan(0.9)
})

test('of two that are as near, neither is surely meant', () => {
  const meant = new MeantQuestions(pointing(WAYS), NAMED)
  meant.add(0, ['fee'])
  meant.add(1, ['fee'])
  expect([...meant.of(['price']).values()]).toEqual([0.5, 0.5])
})

test('a statement is as near as the nearest of its questions', () => {
  const meant = new MeantQuestions(pointing(WAYS), NAMED)
  meant.add(0, ['date'])
  meant.add(0, ['fee'])
  meant.add(1, ['date'])
  expect(meant.of(['price']).get(0)).toBeGreaterThan(0.9)
})

test('what points elsewhere is not meant, even where nothing else is there', () => {
  const meant = new MeantQuestions(pointing(WAYS), NAMED)
  meant.add(0, ['cat'])
  expect(meant.of(['price']).size).toBe(0)
  expect(meant.of(['unheard']).size).toBe(0)
  expect(meant.of([]).size).toBe(0)
})

test('what has a number of its own is told apart by it, where any statement speaks of that number', () => {
  const meant = new MeantQuestions(pointing(WAYS), NAMED)
  meant.add(0, ['fee', 'level', '2'])
  meant.add(1, ['fee', 'level', '3'])
  expect([...meant.of(['price', 'level', '3']).keys()]).toEqual([1])
  expect([...meant.of(['price', 'level', '9']).values()]).toEqual([0.5, 0.5])
})

test('the number of a name or of the edition in use tells no statement apart', () => {
  const meant = new MeantQuestions(pointing(WAYS), {
    name: 'PCI DSS',
    fullName: 'Payment Card Industry Data Security Standard',
    names: ['Essential 8'],
    editions: [
      { id: '4.0.1', date: '2024-06-11', status: 'current' },
      { id: '3.2.1', date: '2018-05-17', status: 'superseded' },
    ],
  })
  meant.add(0, ['fee', 'v', '4', 'essential', '8'])
  meant.add(1, ['price'])
  expect([...meant.of(['price', 'v', '4', 'essential', '8']).keys()]).toContain(1)
})
