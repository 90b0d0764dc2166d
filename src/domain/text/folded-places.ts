import { fold } from './fold.ts'

/**
 * Where each character of a folded text stands in the text itself; one more entry tells where the text ends. Both are walked once: a
 * character of the text that folding took out stands for none, and a space that it put in stands where the next character does.
 */
export function foldedPlaces(text: string, folded: string): Uint32Array {
  const places = new Uint32Array(folded.length + 1)
  let to = 0
  for (let at = 0; at < text.length && to < folded.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const form = character < '\u0080' ? character : fold(character)
    if (folded.charAt(to) === ' ' && form !== '' && folded.startsWith(form, to + 1) && !/^\s/.test(form)) {
      places[to] = at
      to += 1
    }
    if (form !== '' && folded.startsWith(form, to)) {
      places.fill(at, to, to + form.length)
      to += form.length
    }
    at += character.length
  }
  return places.fill(text.length, to)
}
