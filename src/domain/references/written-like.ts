import { isFiller, wordOf } from './stem-words.ts'
import { withoutZeros } from './written-id.ts'

/** An unknown id in the form of a known one: its letters' case and its separators, the text's own letters and numbers. */
export function writtenLike(template: string, words: readonly string[], parts: readonly string[]): string {
  const forms = formsOf(template, words.length)
  const dotted = template === '' || (template.includes('.') && forms.at(-1)?.separator.includes('(') !== true)
  const further = dotted ? '.' : '('
  return [...words, ...parts]
    .map((piece, index) => {
      const { separator = index === 0 ? '' : further, run = '' } = forms[index] ?? {}
      // Its own way to write the word: `s 27WE`.
      if (index < words.length && wordOf(run.toLowerCase()) === piece) return `${separator}${run}`
      const text = `${separator}${likeCase(piece, run, words.length === 0)}`
      return separator.endsWith('(') ? `${text})` : text
    })
    .join('')
}

/**
 * The letters and numbers of an id, each with what stands before it; behind the stem's words, such as "Part" belong to what stands
 * before.
 */
function formsOf(template: string, words: number): { separator: string; run: string }[] {
  const forms: { separator: string; run: string }[] = []
  let pending = ''
  for (const [, gap = '', run = ''] of template.matchAll(/([^\p{L}\p{N}]*)(\p{L}+|\p{N}+)/gu)) {
    pending += gap.replaceAll(')', '')
    // Two letters behind others say what follows (`IS.I.OR.100`); behind a number they are a part of their own (`09.aa`).
    const pair = /^\p{L}{2}$/u.test(run) && !gap.includes('(') && !/^\p{N}/u.test(forms.at(-1)?.run ?? '')
    if (forms.length >= words && (pair || isFiller(run.toLowerCase()))) {
      pending += run
    } else {
      forms.push({ separator: pending, run })
      pending = ''
    }
  }
  return forms
}

/** Its case and its zeros; a bare number stays as the text has it, for `03.01.29` and `3.1.29` are of two revisions. */
function likeCase(piece: string, like: string, bare: boolean): string {
  if (/^\d/.test(piece)) return bare ? piece : likeNumber(piece, like)
  if (like === like.toLowerCase()) return piece
  return like === like.toUpperCase() ? piece.toUpperCase() : piece.charAt(0).toUpperCase() + piece.slice(1)
}

/** A number with as many zeros before it as another is written with. */
export function likeNumber(piece: string, like: string): string {
  if (piece.length === like.length) return piece
  const number = withoutZeros(piece)
  return /^0\d/.test(like) ? number.padStart(like.length, '0') : number
}
