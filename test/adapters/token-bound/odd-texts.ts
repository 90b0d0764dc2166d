import * as fc from 'fast-check'

/** What borders of pieces depend on, in ASCII. */
const ASCII = [
  ...'abXY019 \t\n\r\v\f/!"\'(.,-\0'.split(''),
  '   ',
  '\n  ',
  '\r\n',
  "'s",
  "'RE",
  "'lL",
  "'ve",
  ' the',
  ' HTTPServer',
  '<|endoftext|>',
]

/** Letters, digits, marks and white space outside ASCII, and halves of pairs. */
const OTHERS = [
  'é',
  'ſ',
  'ß',
  'Ǆ',
  'ʰ',
  '中',
  'か',
  '\u0301',
  '²',
  '٣',
  '—',
  '…',
  '🙂',
  '👩‍👧',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\ud83d',
]

/** Texts made of what could be cut wrongly. */
export const oddAscii: fc.Arbitrary<string> = textOf(ASCII)
export const oddText: fc.Arbitrary<string> = textOf([...ASCII, ...ASCII, ...OTHERS])

function textOf(parts: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((chosen) => chosen.join(''))
}
