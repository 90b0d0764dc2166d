import { expect, test } from 'vitest'
import {
  alikeness,
  DIMENSIONS,
  encodeWordVectors,
  WordVectors,
} from '../../src/domain/search/word-vectors.ts'
import { learnWords, type Example } from '../../tools/content/learn-words.ts'
import { examplesOf } from '../../tools/content/learning-examples.ts'
import { realRegistry, realVectors } from '../domain/real-registry.ts'

/** A word that stands in so many questions says something. */
const OFTEN = 5

/** The questions of two frameworks for a cost and for a date, in other words each time. */
const FRAMEWORKS: readonly (readonly Example[])[] = [
  [
    example(['price', 'fee', 'cost'], ['cost of it']),
    example(['start', 'begin'], ['begin on a day']),
    example(['auditor', 'assessor'], ['an assessor looks']),
  ],
  [
    example(['price', 'cost'], ['what cost']),
    example(['start', 'begin', 'day'], ['begin']),
    example(['auditor', 'assessor', 'looks'], ['assessor']),
  ],
]

function example(questions: string[], texts: string[]): Example {
  return { questions: questions.map((one) => one.split(' ')), texts: texts.map((one) => one.split(' ')) }
}

/** How alike two words are that were learnt. */
function alike(vectors: WordVectors, one: string, other: string): number {
  const [a, b] = [one, other].map((word) => vectors.directionOf([word]))
  if (!a || !b) throw new Error('unknown')
  return alikeness(a, b)
}

test('words for the same thing come to point the same way, and those for other things another', () => {
  const { features, numbers } = learnWords(FRAMEWORKS)
  const vectors = new WordVectors(encodeWordVectors(features, numbers))
  expect(alike(vectors, 'price', 'cost')).toBeGreaterThan(0.8)
  expect(alike(vectors, 'price', 'start')).toBeLessThan(0.3)
  expect(alike(vectors, 'assessor', 'begin')).toBeLessThan(0.3)
})

test('what stands in one text alone is not learnt', () => {
  expect(learnWords(FRAMEWORKS).features).not.toContain('fee')
})

test('the same examples give the same directions', () => {
  expect(learnWords(FRAMEWORKS)).toEqual(learnWords(FRAMEWORKS))
  expect(learnWords(FRAMEWORKS).numbers).toHaveLength(learnWords(FRAMEWORKS).features.length * DIMENSIONS)
})

test('nearly every word of the questions is known to what is committed; if not: npm run content:learn', async () => {
  const { frameworks } = await realRegistry()
  const vectors = await realVectors()
  const asked = frameworks.flatMap(examplesOf).flatMap(({ questions }) => questions.flat())
  const times = new Map<string, number>()
  for (const feature of asked) times.set(feature, (times.get(feature) ?? 0) + 1)
  const often = [...times].filter(([, count]) => count >= OFTEN).map(([feature]) => feature)
  const unknown = often.filter((feature) => !vectors.knows(feature))
  expect(often.length).toBeGreaterThan(5_000)
  expect(unknown.length / often.length).toBeLessThan(0.02)
})
