import type { ReadText } from './read-text.ts'
import { isFillerWord } from './stem-words.ts'

/** How what stands behind the number of an article is marked as its paragraphs and points. */
export interface PointMarks {
  /** Each bracket closes right behind what it holds, as that of "Art. 33 (72 hours)" and "Art. 83 (4 %)" does not. */
  areClosed: boolean
  /** The last one stands in its bracket without a space before, or behind a word such as "point": not "Art. 33(1) (a) we write". */
  areTight: boolean
}

/** Reads the marks of an article that takes up so many tokens from a place. */
export function pointMarks(tokens: ReadText, from: number, length: number): PointMarks {
  let areClosed = true
  for (let at = from; at < from + length; at += 1) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    const opens = token?.between.endsWith('(') === true
    areClosed &&= !opens || (next?.between ?? tokens.behind).startsWith(')')
  }
  const [before, last] = [tokens[from + length - 2], tokens[from + length - 1]]
  const areTight = /^\)?\($/.test(last?.between ?? '') || isFillerWord(before?.text ?? '')
  return { areClosed, areTight }
}
