import { expect, test } from 'vitest'
import { tokenize } from '../../../src/domain/text/tokens.ts'

/** The most letters that any one character becomes when it is folded. */
const GROWTH_MAX = 6

test('no character grows beyond a few letters when a text is folded, whatever Unicode makes of it', () => {
  const grown: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letters = tokenize(String.fromCodePoint(code)).reduce((sum, { text }) => sum + text.length, 0)
    if (letters > GROWTH_MAX) grown.push(code.toString(16))
  }
  expect(grown).toEqual([])
})
