import { fold } from './fold.ts'

/** Words in one set, each folded and in small letters as texts are when they are compared: lines of words, a space between two. */
export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => fold(line).toLowerCase().split(' ')))
}
