import { z } from 'zod'
import { idsInForce, type FoundControl } from '../../../domain/references/find-control.ts'
import { crosswalkBetween } from '../../../domain/registry/crosswalk-view.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import { foundJson } from '../../registry/control-json.ts'
import { mappingJson } from '../../registry/crosswalk-json.ts'
import { defineTool, type Tool } from '../tool.ts'
import { controlInput, controlOf, frameworkInput, frameworkOf } from './asked.ts'
import { cursorInput, fittedPage, limitInput, pageShape } from './fitted-page.ts'
import { mappingSchema } from './schemas.ts'

const coverageSchema = z.object({ mapped: z.number(), of: z.number() })

/** `crosswalk`: what the controls of one framework are to those of another. */
export function crosswalkTool({ registry }: { registry: Registry }): Tool {
  return defineTool({
    name: 'crosswalk',
    title: 'Map one framework to another',
    description:
      'The mappings from the controls of one framework to those of another, each with its relation (NIST IR 8477) and its source, and how many controls of each side are mapped. Empty where nobody has compared the two. An id of an older edition is answered with those of where it went.',
    scope: 'registry:read',
    input: z.object({
      from: frameworkInput,
      to: frameworkInput,
      control: controlInput.optional(),
      limit: limitInput(100, 30),
      cursor: cursorInput,
    }),
    output: z.object({
      data: z.array(mappingSchema),
      coverage: z.object({ from: coverageSchema, to: coverageSchema }),
      control: z
        .object({ id: z.string(), status: z.string(), moved_to: z.array(z.string()).optional() })
        .optional(),
      ...pageShape,
    }),
    run: async ({ from, to, control, limit, cursor }) => {
      const [a, b] = [frameworkOf(registry, from), frameworkOf(registry, to)]
      const found = control === undefined ? undefined : await controlOf(a, control)
      const { mappings, byControl, coverage } = crosswalkBetween(registry, a, b)
      const all = found ? idsInForce(found).flatMap((id) => byControl.get(id) ?? []) : mappings
      const of = ['crosswalk', a.id, b.id, found?.id]
      return fittedPage(all, { of, limit, most: 100, usual: 30, cursor }, (items) => ({
        data: {
          data: items.map(mappingJson),
          coverage: { from: coverage.a, to: coverage.b },
          ...(found && { control: foundJson(found) }),
        },
        text:
          goneFrom(found) +
          (items.map((one) => `${one.from} ${one.relation} ${one.to}`).join('\n') ||
            `Nothing is mapped here. Call search_controls with frameworks ["${b.id}"] and the words of the control to compare them yourself.`),
      }))
    },
  })
}

/** A line for a control that the edition in force has no more under this id. */
function goneFrom(found: Exclude<FoundControl, { status: 'unknown' }> | undefined): string {
  if (!found || found.status === 'current') return ''
  if (found.movedTo.length === 0) return `${found.id} was withdrawn; nothing took its place.\n`
  return `${found.id} is an id of an older edition; it is now ${found.movedTo.join(', ')}.\n`
}
