/** The questions in a text. */
export function questions(text: string): readonly string[] {
  return text
    .split(/(?<=[?？؟])/)
    .map((question) => question.trim())
    .filter((question) => question !== '')
}
