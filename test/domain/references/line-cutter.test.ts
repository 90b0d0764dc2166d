import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { LineCutter } from '../../../src/domain/references/line-cutter.ts'
import { HOSTILE_UNITS, repeated } from './hostile-texts.ts'

describe('what is kept of an answer', () => {
  test('is never more than a line of 8 KB, whatever comes', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE_UNITS, ''),
      fc
        .tuple(fc.constantFrom(...HOSTILE_UNITS), fc.nat(20_000))
        .map(([unit, length]) => repeated(unit, length)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const lines = new LineCutter()
        const cut = pieces.flatMap((one) => [...lines.add(one)])
        const last = [...lines.end()]
        const longest = Math.max(...[...cut, ...last].map(({ own, after }) => own.length + after.length))
        expect(longest).toBeLessThanOrEqual(8_192 + 64)
        expect([...cut, ...last].map(({ own }) => own).join('')).toBe(pieces.join(''))
      }),
      { numRuns: 50 },
    )
  })
})

describe('a line that comes letter by letter', () => {
  /** Characters that are searched while a text comes letter by letter. */
  function searched(text: string): number {
    const pieces = Array.from(text)
    const lines = new LineCutter()
    const names = ['indexOf', 'includes', 'lastIndexOf'] as const
    const spies = names.map((name) => vi.spyOn(String.prototype, name))
    try {
      for (const piece of pieces) Array.from(lines.add(piece))
      return spies.flatMap(({ mock }) => mock.contexts.map(String)).join('').length
    } finally {
      vi.restoreAllMocks()
    }
  }

  test.each(['a', 'a ', 'a\n', 'word '.repeat(100)])(
    'of %j is not searched again with each letter',
    (unit) => {
      const text = repeated(unit, 30_000)
      expect(searched(text)).toBeLessThanOrEqual(4 * text.length)
    },
  )
})
