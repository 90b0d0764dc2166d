/** An unknown id in the form of a known one: its letters' case and its separators, the text's own letters and numbers. */
export function writtenLike(template: string, words: readonly string[], parts: readonly string[]): string {
  const forms = [...template.matchAll(/([^\p{L}\p{N}]*)(\p{L}+|\p{N}+)/gu)]
  const further = forms.at(-1)?.[1]?.includes('(') === false && template.includes('.') ? '.' : '('
  const bare = words.length === 0
  return [...words, ...parts]
    .map((piece, index) => {
      const separator = bare ? (index === 0 ? '' : '.') : (forms[index]?.[1] ?? further).replaceAll(')', '')
      const text = `${separator}${likeCase(piece, forms[index]?.[2] ?? '')}`
      return separator.includes('(') ? `${text})` : text
    })
    .join('')
}

function likeCase(piece: string, like: string): string {
  if (/^0\d/.test(like)) return piece.padStart(like.length, '0')
  if (like === like.toLowerCase()) return piece
  return like === like.toUpperCase() ? piece.toUpperCase() : piece.charAt(0).toUpperCase() + piece.slice(1)
}
