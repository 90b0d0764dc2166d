import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../../src/domain/text/fold.ts'
import { humpHashes, tokenize } from '../../../src/domain/text/tokens.ts'
import { withUnits } from '../../../src/domain/text/units.ts'
import { WordCursor, wordCount } from '../../../src/domain/text/word-cursor.ts'
import { hashOf } from '../../../src/domain/text/word-hash.ts'

/** What a word is, in one expression. */
const WORD =
  /[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]&&\p{L}]|ー|[\p{Script=Latin}&&\p{L}]+|[\p{L}--[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+|\p{N}+/gv

const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

interface Word {
  written: string
  hash: number
}

function read(folded: string): Word[] {
  const found: Word[] = []
  withUnits(folded, (units) => {
    for (const words = new WordCursor(folded, units); words.next();) {
      const written = folded.slice(words.start, words.end)
      const small = written.toLowerCase()
      const pieces = HUMP.test(written) && written.length <= 80 ? written.split(HUMP) : []
      expect(words.isNumber).toBe(/^\p{N}/u.test(written))
      expect(words.length).toBe(small.length)
      expect(Array.from(small.split(''), (_, at) => words.unitAt(at))).toEqual(
        small.split('').map((unit) => unit.charCodeAt(0)),
      )
      const humps = words.mixed ? humpHashes(folded, words) : []
      expect(humps).toEqual(pieces.map((piece) => hashOf(piece.toLowerCase())))
      found.push({ written, hash: words.hash })
    }
  })
  return found
}

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        'ISO',
        'Ωmega',
        'ΣΟΦΟΣ',
        'ЗАКОН',
        'łódź',
        '東京',
        'ー',
        'カタ',
        '٣٤',
        '12',
        '𝒳',
        '𐐀𐐨',
        '\ud800',
        '정보',
        'ukGdpr',
        'checkSOC2Type',
        'XMLReaderA',
        'aB'.repeat(41),
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

test('a text is cut into the words that one expression describes, with the hash of each in lower case', () => {
  fc.assert(
    fc.property(text, (raw) => {
      const folded = fold(raw)
      const words = Array.from(folded.matchAll(WORD), ([written]) => written)
      expect(read(folded)).toEqual(words.map((written) => ({ written, hash: hashOf(written.toLowerCase()) })))
      expect(wordCount(folded)).toBe(words.length)
      expect(tokenize(raw).map((token) => token.text)).toEqual(words.map((written) => written.toLowerCase()))
    }),
    { numRuns: 3_000 },
  )
})

test('so is every character of Unicode, between two letters', () => {
  const wrong: string[] = []
  for (let first = 0; first <= 0x10ffff; first += 0x100) {
    const characters = Array.from({ length: 0x100 }, (_, index) => String.fromCodePoint(first + index))
    const line = characters.map((character) => `a${character}b`).join(' ')
    const words = Array.from(line.matchAll(WORD), ([written]) => written)
    const found: string[] = []
    for (const cursor = new WordCursor(line); cursor.next();) found.push(line.slice(cursor.start, cursor.end))
    if (found.join(' ') !== words.join(' ')) wrong.push(first.toString(16))
  }
  expect(wrong).toEqual([])
})

test('the table of units holds nothing of a text that was read, and a text read meanwhile has its own', () => {
  const [long, short] = ['secret '.repeat(3_000), 'other']
  let table: Uint16Array = new Uint16Array()
  withUnits(long, (units) => {
    table = units
    expect(String.fromCharCode(...units.subarray(0, 6))).toBe('secret')
    withUnits(short, (own) => {
      expect(String.fromCharCode(...own.subarray(0, short.length))).toBe(short)
    })
    expect(String.fromCharCode(...units.subarray(0, 6))).toBe('secret')
  })
  expect(table.every((unit) => unit === 0)).toBe(true)
  expect(() => {
    withUnits(long, () => {
      throw new Error('over')
    })
  }).toThrow('over')
  expect(table.every((unit) => unit === 0)).toBe(true)
})
