/** A list of phrases, written in lines with a comma between two: long lists stay short enough to read. */
export function phrases(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(', '))
}
