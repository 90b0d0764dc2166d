import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractionEnd, pieceEnds } from '../../../src/adapters/token-bound/pieces.ts'
import { oddAscii, oddText } from './odd-texts.ts'

const { pat_str: pattern } = createRequire(import.meta.url)('tiktoken/encoders/o200k_base.json') as {
  pat_str: string
}
/** The encoding's own pattern; the part that ignores case is written out, because only newer engines read it. */
const PATTERN = new RegExp(
  pattern.replaceAll(
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)",
    "(?:'[sſtmd]|'re|'ve|'ll|'[STMD]|'R[eE]|'rE|'V[eE]|'vE|'L[lL]|'lL)",
  ),
  'gu',
)

/** Pieces by the pattern, as bytes in hexadecimal at their places. */
function truePieces(text: string): string[] {
  let at = 0
  return [...text.matchAll(PATTERN)].map(([piece]) => {
    const bytes = Buffer.from(piece)
    const found = `${at} ${bytes.toString('hex')}`
    at += bytes.length
    return found
  })
}

function pieces(text: string): string[] {
  const bytes = Buffer.concat([Buffer.from(text), Buffer.alloc(2)])
  const length = bytes.length - 2
  const ends = new Uint16Array(length + 2)
  const found: string[] = []
  let start = 0
  for (const seeming of ends.subarray(0, pieceEnds(bytes, length, ends))) {
    if (seeming <= start) continue
    const end = contractionEnd(bytes, seeming)
    found.push(`${start} ${bytes.subarray(start, end).toString('hex')}`)
    start = end
  }
  return found
}

const isAscii = (piece: string): boolean =>
  !/[89a-f]/.test(piece.replace(/^\d+ /, '').replaceAll(/(.)./g, '$1'))

describe('pieces', () => {
  test('the pattern is the one that they were made for', () => {
    expect(pattern).toBe(
      [
        "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        '\\p{N}{1,3}',
        ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*',
        '\\s*[\\r\\n]+',
        '\\s+(?!\\S)',
        '\\s+',
      ].join('|'),
    )
  })

  test.each([
    "Don't we'll THEY'RE o'reilly's rock'n'roll 'tis dogs' it''s",
    'HTTPServer camelCase ABCdEF aB',
    'x=1234567; (y) ((z)) !w !!w  !w',
    '  two\t\ttabs \tx\n\n   indented\r\n\t(x) \n \n end \n',
    'a//b http://c/d.\n/e )\n\n/f )\n \n/g',
  ])('of %j are those of the pattern', (text) => {
    expect(pieces(text)).toEqual(truePieces(text))
  })

  test('of any ASCII text are those of the pattern', () => {
    fc.assert(
      fc.property(oddAscii, (text) => {
        expect(pieces(text)).toEqual(truePieces(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test('that are ASCII are pieces of the pattern, whatever stands around them', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        expect(truePieces(text.toWellFormed())).toEqual(
          expect.arrayContaining(pieces(text.toWellFormed()).filter(isAscii)),
        )
      }),
      { numRuns: 3_000 },
    )
  })
})
