/** A question of everyday length that names no framework, so that nothing is injected. */
export const SHORT_QUESTION =
  'How often should we look at who can reach our production systems, and what should we keep to show that we did? Two sentences, please.'

const WORDS =
  'the a and of to in for with team review change record owner access system backup supplier request approval each month before after release keep written log note risk plan test result report person account data copy site office laptop network door visitor contract'.split(
    ' ',
  )

/** So many bytes of plain sentences, the same ones each time. */
export function prose(bytes: number): string {
  const words: string[] = []
  let length = 0
  let isFirst = true
  let state = 1
  while (length < bytes) {
    // Park and Miller's generator: the same words on every machine.
    state = (state * 48_271) % 2_147_483_647
    const word = WORDS[state % WORDS.length] ?? ''
    const isLast = state % 13 === 0
    words.push((isFirst ? word.charAt(0).toUpperCase() + word.slice(1) : word) + (isLast ? '. ' : ' '))
    length += words.at(-1)?.length ?? 0
    isFirst = isLast
  }
  return words.join('').slice(0, bytes)
}
