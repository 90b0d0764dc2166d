import { isNumber, type TextToken } from '../text/tokens.ts'

/** Numbers of fewer parts with a dash between them are as well two dates, or a score. */
const PARTS_LEAST = 3

const DASH = /^[-–]$/

/** Whether a range of numbers may end in the one at a place, before that one is read. */
export function mayEndRange(tokens: readonly TextToken[], at: number): boolean {
  return (
    DASH.test(tokens[at]?.between ?? '') && tokens[at - 1]?.between === '.' && tokens[at - 2]?.between === '.'
  )
}

/**
 * Whether two numbers of `length` tokens each are the ends of a range, the second beginning at a place: `3.14.4-3.14.5`. They have as
 * many parts, and begin with the same one.
 */
export function isRangeAt(tokens: readonly TextToken[], second: number, length: number): boolean {
  if (length < PARTS_LEAST) return false
  const next = tokens[second]
  if (!DASH.test(next?.between ?? '') || tokens[second - length]?.text !== next?.text) return false
  for (let at = 1; at < length; at += 1) {
    const [one, other] = [tokens[second - length + at], tokens[second + at]]
    if (!isNumber(one) || !isNumber(other) || one?.between !== '.' || other?.between !== '.') return false
  }
  return true
}
