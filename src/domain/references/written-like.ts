import { isFiller } from './written-id.ts'

/** An unknown id in the form of a known one: its letters' case and its separators, the text's own letters and numbers. */
export function writtenLike(template: string, words: readonly string[], parts: readonly string[]): string {
  const forms = formsOf(template)
  const further = template.includes('.') && forms.at(-1)?.separator.includes('(') !== true ? '.' : '('
  return [...words, ...parts]
    .map((piece, index) => {
      const { separator = further, run = '' } = forms[index] ?? {}
      const text = `${separator}${likeCase(piece, run)}`
      return separator.endsWith('(') ? `${text})` : text
    })
    .join('')
}

/** The letters and numbers of an id, each with what stands before it; words such as "Part" belong to what stands before. */
function formsOf(template: string): { separator: string; run: string }[] {
  const forms: { separator: string; run: string }[] = []
  let pending = ''
  for (const [, gap = '', run = ''] of template.matchAll(/([^\p{L}\p{N}]*)(\p{L}+|\p{N}+)/gu)) {
    pending += gap.replaceAll(')', '')
    if (isFiller(run.toLowerCase())) {
      pending += run
    } else {
      forms.push({ separator: pending, run })
      pending = ''
    }
  }
  return forms
}

function likeCase(piece: string, like: string): string {
  if (/^0\d/.test(like)) return piece.padStart(like.length, '0')
  if (like === like.toLowerCase()) return piece
  return like === like.toUpperCase() ? piece.toUpperCase() : piece.charAt(0).toUpperCase() + piece.slice(1)
}
