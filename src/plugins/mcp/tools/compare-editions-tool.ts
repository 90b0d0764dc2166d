import { z } from 'zod'
import { comparedEditions, editionDiff } from '../../../domain/registry/edition-diff.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import { editionDiffJson, type EditionDiffJson } from '../../registry/editions-json.ts'
import { defineTool, type Tool, type ToolOutput } from '../tool.ts'
import { ToolFailure } from '../tool-failure.ts'
import { frameworkInput, frameworkOf } from './asked.ts'
import { cursorInput, fittedPage, limitInput, pageShape } from './fitted-page.ts'
import { sourceSchema } from './schemas.ts'

const editionInput = z.string().max(80).meta({ description: 'An edition, as get_framework lists it.' })

const output = z.object({
  framework: z.string(),
  from: z.string(),
  to: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  renumbered: z.array(z.object({ kind: z.string(), old: z.array(z.string()), new: z.array(z.string()) })),
  changed: z.array(z.string()),
  complete: z.boolean(),
  source: sourceSchema.optional(),
  ...pageShape,
})

/** Ids alone have a token for less than two characters. */
const IDS_MAX = 9_000

type Renumbering = EditionDiffJson['renumbered'][number]

/** One thing that changed. */
type Move = { kind: 'added' | 'removed' | 'changed'; id: string } | { kind: 'renumbered'; move: Renumbering }

/** `compare_editions`: what changed from one edition to another, by id. */
export function compareEditionsTool({ registry }: { registry: Registry }): Tool {
  return defineTool({
    name: 'compare_editions',
    title: 'Compare two editions of a framework',
    description:
      'Which ids were added, removed, renumbered, merged, split or changed from one edition to another. `complete` tells whether all that changed is listed.',
    scope: 'registry:read',
    input: z.object({
      framework: frameworkInput,
      from: editionInput,
      to: editionInput,
      limit: limitInput(300, 150),
      cursor: cursorInput,
    }),
    output,
    run: ({ framework: id, from, to, limit, cursor }) => {
      const framework = frameworkOf(registry, id)
      const diff = editionDiff(framework, from, to)
      if (!diff) throw notCompared(comparedEditions(framework))
      const json = editionDiffJson(framework.id, diff)
      const of = ['editions', framework.id, diff.from, diff.to]
      return fittedPage(
        movesOf(json),
        { of, limit, most: 300, usual: 150, cursor, charactersMax: IDS_MAX },
        (items) => told(json, items),
      )
    },
  })
}

function notCompared(known: readonly { from: string; to: string }[]): ToolFailure {
  const pairs = known.map(({ from, to }) => `from ${from} to ${to}`).join('; ')
  return new ToolFailure(
    `These two editions are not compared. ${pairs ? `Call compare_editions with one of: ${pairs}.` : 'No editions of this framework are; get_framework lists them.'}`,
  )
}

function movesOf({ added, removed, renumbered, changed }: EditionDiffJson): Move[] {
  return [
    ...renumbered.map((move) => ({ kind: 'renumbered' as const, move })),
    ...added.map((id) => ({ kind: 'added' as const, id })),
    ...removed.map((id) => ({ kind: 'removed' as const, id })),
    ...changed.map((id) => ({ kind: 'changed' as const, id })),
  ]
}

/** A page of what changed, in the shape of the whole. */
function told({ object: _object, source, ...diff }: EditionDiffJson, moves: readonly Move[]): ToolOutput {
  const idsOf = (kind: Move['kind']): string[] =>
    moves.flatMap((one) => (one.kind === kind && 'id' in one ? [one.id] : []))
  const renumbered = moves.flatMap((one) => ('move' in one ? [one.move] : []))
  const lists = { added: idsOf('added'), removed: idsOf('removed'), changed: idsOf('changed') }
  const lines = [
    `${diff.framework}, from ${diff.from} to ${diff.to}${diff.complete ? '' : ' (not all that changed is told)'}.`,
    ...renumbered.map((move) => `${move.old.join(', ')} -> ${move.new.join(', ')}`),
    ...Object.entries(lists).flatMap(([kind, ids]) => (ids.length > 0 ? [`${kind}: ${ids.join(', ')}`] : [])),
  ]
  return { data: { ...diff, ...lists, renumbered, ...(source && { source }) }, text: lines.join('\n') }
}
