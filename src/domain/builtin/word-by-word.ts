import type { Statement } from '../search/statements.ts'

/** Whether the data has a question for a statement word by word. */
export function isAskedSo({ asked = [] }: Statement, question: string): boolean {
  const said = spelt(question)
  return asked.some((one) => spelt(one) === said)
}

function spelt(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
