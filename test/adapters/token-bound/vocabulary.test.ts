import * as fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { afterAll, describe, expect, test } from 'vitest'
import { READ_AHEAD, Vocabulary } from '../../../src/adapters/token-bound/vocabulary.ts'

const encoding = get_encoding('o200k_base')
afterAll(() => encoding.free())
const vocabulary = await Vocabulary.load()
const tokens = new Set(encoding.token_byte_values().map((bytes) => Buffer.from(bytes).toString('latin1')))

function has(piece: string): boolean {
  // What stands behind a piece must not matter.
  const bytes = Buffer.alloc(piece.length + READ_AHEAD, 'x')
  bytes.write(piece, 'latin1')
  return vocabulary.has(new DataView(bytes.buffer, bytes.byteOffset), 0, piece.length)
}

const mostTokens = (piece: string): number =>
  vocabulary.mostTokens(Buffer.from(piece), 0, Buffer.byteLength(piece))

describe('the vocabulary', () => {
  test('has every short ASCII token of the encoding, and no other token', () => {
    const wrong = [...tokens].filter(
      (token) => has(token) !== (/^[\0-\x7f]*$/.test(token) && token.length <= 15),
    )
    expect(tokens.size).toBeGreaterThan(199_000)
    expect(wrong).toEqual([])
  })

  test('has nothing that is no token', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'etaoinsr T\0'.split('')),
      minLength: 1,
      maxLength: 18,
    })
    fc.assert(
      fc.property(letters, (text) => {
        expect(has(text)).toBe(tokens.has(text) && text.length <= 15)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('the most tokens of a piece', () => {
  test('are never fewer than it has, nor more than its bytes', () => {
    const words = fc.oneof(
      fc.string({
        unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split('')),
        minLength: 1,
        maxLength: 40,
      }),
      fc.string({ unit: fc.constantFrom(...'QXZJKVqxzjkv'.split('')), minLength: 1, maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...'!"#$%&()*+,-.:;<=>?@[]^_`{|}~\0'.split('')),
        minLength: 1,
        maxLength: 40,
      }),
      fc.string({ unit: fc.constantFrom('a', 'é', '中', '🙂'), minLength: 1, maxLength: 20 }),
    )
    fc.assert(
      fc.property(words, (word) => {
        expect(mostTokens(word)).toBeGreaterThanOrEqual(encoding.encode_ordinary(word).length)
        expect(mostTokens(word)).toBeLessThanOrEqual(Buffer.byteLength(word))
      }),
      { numRuns: 3_000 },
    )
  })

  test.each([
    ['a', 1],
    ['ab', 1],
    ['abc', 2],
    ['abcdefg', 5],
    ['qz', 2],
    ['é', 2],
    ['aé', 3],
  ])('of %j are %i', (piece, most) => {
    expect(mostTokens(piece)).toBe(most)
  })
})
