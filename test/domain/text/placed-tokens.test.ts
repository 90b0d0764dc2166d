import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlacedTokens } from '../../../src/domain/text/placed-tokens.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'

interface Placed {
  token: string
  start: number
  end: number
  written: string
}

function placed(text: string): Placed[] {
  const tokens = new PlacedTokens(text)
  const cutting = tokens.reading()
  while (cutting.next().done !== true);
  return tokens.tokens.map(({ text: token }, at) => {
    const { start, end } = tokens.span(at, at + 1)
    return { token, start, end, written: text.slice(start, end) }
  })
}

/** The letters and numbers of a text as matching sees them. */
const folded = (text: string): string =>
  tokenize(text)
    .map((token) => token.text)
    .join('')

/** What is wrong with the places of a text's tokens; empty where nothing is. */
function faults(text: string): string[] {
  const found: string[] = []
  let last = { start: 0, end: 0 }
  for (const one of placed(text)) {
    const { token, start, end, written } = one
    const inside = start >= 0 && end > start && end <= text.length
    const forward = start >= last.end
    if (!inside || !forward || folded(written) !== token)
      found.push(`${token} at ${start}-${end}: ${JSON.stringify(written)}`)
    last = one
  }
  return found
}

/** Pieces that folding changes, none of which it takes out with letters. */
const PIECE = fc.oneof(
  fc.constantFrom(
    'Art. 33',
    'A.5.20',
    'ISO 27001',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '> ',
    '\n> > ',
    'é',
    'e\u0301',
    'ﬁ',
    'Ａ',
    '３',
    '①',
    'Ⅷ',
    'ß',
    'İ',
    'ı',
    'ᴀ',
    '\u00ad',
    '\u200b',
    '\ufeff',
    '😀',
    '👨‍👩‍👧',
    '가',
    '각',
    '第33条',
    'المادة',
    'S.O.C. ',
    'U.K. ',
    'ﷺ',
    '㌀',
    '**',
    '`',
    '~~',
    '\ud83d',
    '\ude00',
    '\0',
    '(',
    ')',
    '§',
    'ẞ',
    'ǆ',
    '㎏',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
)

/** `e.g.` and the like before white space that is no plain space: their places are a matter of their own. */
const DOTTED_THEN_SPACE = /\p{L}\.[\p{L}\p{M}\u00ad\u200b\ufeff*`~]*\.[^\p{L}\p{N}]*\s/u

test.each([
  ['ISO 27001', ['ISO', '27001']],
  ['Ａ．５', ['Ａ', '５']],
  ['e\u0301\u0323x 1', ['e\u0301\u0323x', '1']],
  ['\ufeffA\u00adB', ['A\u00adB']],
  ['😀 a 😀b', ['a', 'b']],
  ['> > a\n> b', ['a', 'b']],
  ['Fed<b>RAMP</b>', ['Fed<b>RAMP']],
  ['**T**ISAX', ['T**ISAX']],
  ['가나 1', ['가나', '1']],
  ['U.K. law', ['U.K', 'law']],
])('%j has its tokens at %j', (text, written) => {
  expect(placed(text).map((one) => one.written)).toEqual(written)
})

test('tokens are those of `tokenize`', () => {
  fc.assert(
    fc.property(fc.array(PIECE, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect(placed(text).map(({ token }) => token)).toEqual(tokenize(text).map((token) => token.text))
    }),
  )
})

describe('every span lies within its text, folds to its token, and none goes back', () => {
  test('in plain texts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary-ascii' }).filter((text) => !text.includes('<')),
        (text) => {
          expect(faults(text)).toEqual([])
        },
      ),
    )
  })

  test('in texts of pieces that folding changes', () => {
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        fc.pre(!/[<≮﹤＜≯﹥＞ºª°]/u.test(text) && !DOTTED_THEN_SPACE.test(text))
        // Tokens share a character that stands for several.
        fc.pre(Array.from(text).every((character) => tokenize(character).length <= 1))
        expect(faults(text)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  // Where folding takes out letters (tags, ordinal signs), they are taken for the same letters behind them.
  test.each([
    ['<b>big</b>', ['big']],
    ['<span>s 5', ['s', '5']],
    ['<mark>madde 12</mark>', ['madde', '12']],
    ['7º o', ['7', 'o']],
  ])('%j has its tokens at the last %j', (text, written) => {
    expect(placed(text).map(({ start }) => start)).toEqual(written.map((one) => text.lastIndexOf(one)))
  })

  // Alone, what folds to ">" is the mark of a quotation and folds to nothing; so its place is not found, nor any behind it.
  test.each(['a ＞ b', 'a ≯ b', 'a ﹥ b'])('%j has its tokens at its letters', (text) => {
    expect(placed(text).map((one) => one.written)).toEqual(['a', 'b'])
  })

  // Folding puts a space behind letters with dots; where white space of another kind follows, it and all behind it is lost.
  test.each([
    ['e.g.\tArt. 33', ['e.g', 'Art', '33']],
    ['U.K. \tArt. 33', ['U.K', 'Art', '33']],
    ['U.S.\r\nArt. 33', ['U.S', 'Art', '33']],
  ])('%j has its tokens at %j', (text, written) => {
    expect(placed(text).map((one) => one.written)).toEqual(written)
  })
})

test('several tokens cover what stands from the first to the last of them', () => {
  const tokens = new PlacedTokens('> “Ａ．５．２０” x')
  const cutting = tokens.reading()
  while (cutting.next().done !== true);
  expect(tokens.span(0, 3)).toEqual({ start: 3, end: 9 })
})

test('a capital is seen through folding', () => {
  const tokens = new PlacedTokens('Élan élan ÉLAN ａＡ Ⅷ 5')
  const cutting = tokens.reading()
  while (cutting.next().done !== true);
  expect(tokens.tokens.map((_, at) => tokens.isCapitalized(at))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
})
