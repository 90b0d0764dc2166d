import { expect, test } from 'vitest'
import { csvOf } from '../../../src/plugins/registry/csv.ts'
import { rowsOf } from '../v1/registry/registry-client.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', '＋1', '－1', '＠x'])(
  'a cell that a spreadsheet would take for a formula is written as text: %j',
  (cell) => {
    expect(rowsOf(csvOf(['a', 'b'], [[cell, 'x']]))).toEqual([
      ['a', 'b'],
      [`'${cell}`, 'x'],
    ])
  },
)

test.each(['a=1', 'A.5.20', 'a,b', 'say "x"', 'two\r\nlines', ' =1', '', '"', ',', '😀'])(
  'any other cell is what it was: %j',
  (cell) => {
    expect(rowsOf(csvOf(['a', 'b'], [[cell, cell]]))).toEqual([
      ['a', 'b'],
      [cell, cell],
    ])
  },
)

test('numbers are numbers, and what is not known is an empty cell', () => {
  expect(csvOf(['a', 'b', 'c'], [[7, undefined, 'x']])).toBe('a,b,c\r\n7,,x\r\n')
})

// RFC 4180 quotes every cell with a line break in it; a reader ends the row at one that stands bare.
test.each(['two\nlines', 'two\rlines'])('a cell with one half of a line break is quoted: %j', (cell) => {
  expect(rowsOf(csvOf(['a', 'b'], [[cell, 'x']]))).toEqual([
    ['a', 'b'],
    [cell, 'x'],
  ])
})
