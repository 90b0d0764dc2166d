import { expect, test } from 'vitest'
import {
  alikeness,
  DIMENSIONS,
  encodeWordVectors,
  WordVectors,
} from '../../../src/domain/search/word-vectors.ts'
import { realVectors } from '../real-registry.ts'

const vectors = await realVectors()

/** How alike two texts are, from -1 to 1. */
function alike(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => vectors.directionOf(text.split(' ')))
  if (!a || !b) throw new Error('no word is known')
  return alikeness(a, b)
}

test('what is written is read again, to a hundredth of its largest number', () => {
  const numbers = Float32Array.from(
    { length: 2 * DIMENSIONS },
    (_, at) => Math.sin(at) * (at < DIMENSIONS ? 1 : 40),
  )
  const read = new WordVectors(encodeWordVectors(['audit', 'fine'], numbers))
  for (const [place, word] of ['audit', 'fine'].entries()) {
    const own = numbers.subarray(place * DIMENSIONS, (place + 1) * DIMENSIONS)
    const length = Math.sqrt(own.reduce((sum, one) => sum + one * one, 0))
    const direction = read.directionOf([word])
    for (const [at, number] of own.entries()) expect(direction?.[at]).toBeCloseTo(number / length, 2)
  }
})

test('bytes that begin anywhere in their buffer are read alike', () => {
  const bytes = encodeWordVectors(
    ['audit'],
    Float32Array.from({ length: DIMENSIONS }, (_, at) => at),
  )
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  expect(new WordVectors(shifted.subarray(3)).directionOf(['audit'])).toEqual(
    new WordVectors(bytes).directionOf(['audit']),
  )
})

test('a text of unknown words points nowhere, and of the others only the known ones count', () => {
  expect(vectors.directionOf(['qzxv', 'wqqj'])).toBeUndefined()
  expect(vectors.directionOf([])).toBeUndefined()
  expect(vectors.directionOf(['penalty', 'qzxv'])).toEqual(vectors.directionOf(['penalty']))
})

test('a word is read once, whatever its ending and however often it stands', () => {
  expect(vectors.directionOf(['audits', 'audit', 'audit'])).toEqual(vectors.directionOf(['audit']))
})

test.each([
  ['paperwork', 'documentation', 'fine'],
  ['boss', 'management', 'supplier'],
  ['hacked', 'breach', 'certificate'],
  ['price', 'cost', 'auditor'],
  ['kids', 'children', 'employees'],
  ['who wrote it', 'which body issues it', 'how long does it take'],
  ['combien coûte', 'how much does it cost', 'who is exempt'],
])('"%s" is nearer to "%s" than to "%s"', (one, near, far) => {
  expect(alike(one, near)).toBeGreaterThan(alike(one, far))
})
