import type { EditionDiff, ListedEdition } from '../../domain/registry/edition-diff.ts'

/** What changed between two editions: ids, by what became of them. */
export interface EditionDiffJson {
  object: 'edition_diff'
  framework: string
  from: string
  to: string
  added: string[]
  removed: string[]
  renumbered: EditionDiff['renumbered']
  changed: string[]
  complete: boolean
  source?: { title: string; url: string }
}

/** The editions of a framework, as `GET /v1/frameworks/:id/editions` lists them. */
export function editionsJson(editions: readonly ListedEdition[]): { object: 'list'; data: ListedEdition[] } {
  return { object: 'list', data: [...editions] }
}

export function editionDiffJson(framework: string, diff: EditionDiff): EditionDiffJson {
  const { source, ...rest } = diff
  return { object: 'edition_diff', framework, ...rest, ...(source && { source }) }
}
