import { z } from 'zod'
import { crosswalkBetween } from '../../../domain/registry/crosswalk-view.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
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
      'The mappings from the controls of one framework to those of another, each with its relation (NIST IR 8477) and its source, and how many controls of each side are mapped. Empty where nobody has compared the two.',
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
      ...pageShape,
    }),
    run: async ({ from, to, control, limit, cursor }) => {
      const [a, b] = [frameworkOf(registry, from), frameworkOf(registry, to)]
      const only = control === undefined ? undefined : (await controlOf(a, control)).id
      const { mappings, byControl, coverage } = crosswalkBetween(registry, a, b)
      const all = only === undefined ? mappings : (byControl.get(only) ?? [])
      const of = ['crosswalk', a.id, b.id, only]
      return fittedPage(all, { of, limit, most: 100, usual: 30, cursor }, (items) => ({
        data: { data: items.map(mappingJson), coverage: { from: coverage.a, to: coverage.b } },
        text:
          items.map((one) => `${one.from} ${one.relation} ${one.to}`).join('\n') ||
          `Nothing is mapped here. Call search_controls with frameworks ["${b.id}"] and the words of the control to compare them yourself.`,
      }))
    },
  })
}
