import { ReferenceScanner, type Reference } from '../../../src/domain/references/reference-scanner.ts'
import type { Framework } from '../../../src/domain/registry/framework.ts'

/** The references of an answer that arrives in one piece or in several. */
export function referencesOf(frameworks: readonly Framework[], ...pieces: readonly string[]): Reference[] {
  const scanner = new ReferenceScanner(frameworks)
  for (const piece of pieces) scanner.add(piece)
  return scanner.references()
}

/** The ids of an answer in the order of the text; unknown ones end in " ?". */
export function idsIn(frameworks: readonly Framework[], ...pieces: readonly string[]): string[] {
  return referencesOf(frameworks, ...pieces).map(({ id, known }) => (known ? id : `${id} ?`))
}
