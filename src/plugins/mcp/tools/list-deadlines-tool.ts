import { z } from 'zod'
import { listDeadlines } from '../../../domain/registry/deadlines.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import { deadlineJson, type DeadlineJson } from '../../registry/deadline-json.ts'
import { defineTool, type Tool } from '../tool.ts'
import { frameworkInput, frameworkOf } from './asked.ts'
import { cursorInput, fittedPage, limitInput, pageShape } from './fitted-page.ts'
import { sourceSchema } from './schemas.ts'

const day = z.iso.date().optional()

const deadlineSchema = z.object({
  framework: z.string(),
  kind: z.string(),
  what: z.string(),
  who: z.string().optional(),
  date: z.string().optional(),
  clock: z
    .object({ trigger: z.string(), within: z.string().optional(), to: z.string().optional() })
    .optional(),
  control: z.string().optional(),
  status: z.string(),
  source: sourceSchema.optional(),
  checked_on: z.string(),
})

/** `list_deadlines`: dates and clocks of the frameworks. */
export function listDeadlinesTool({ registry }: { registry: Registry }): Tool {
  return defineTool({
    name: 'list_deadlines',
    title: 'List deadlines',
    description:
      'Dates on which duties begin, end or fall due, and clocks that something starts (report within 72 hours). Dates first, the earliest first: give from to leave out what has passed.',
    scope: 'registry:read',
    input: z.object({
      framework: frameworkInput.optional(),
      jurisdiction: z
        .string()
        .max(20)
        .optional()
        .meta({ description: 'DE, US-CA, EU, or a region such as eu.' }),
      from: day.meta({
        description: 'A day (YYYY-MM-DD), included. Where one is given, clocks are left out.',
      }),
      to: day,
      limit: limitInput(50, 20),
      cursor: cursorInput,
    }),
    output: z.object({ data: z.array(deadlineSchema), ...pageShape }),
    run: ({ framework, jurisdiction, from, to, limit, cursor }) => {
      const frameworks = framework === undefined ? [] : [frameworkOf(registry, framework)]
      const all = listDeadlines(registry, { frameworks, jurisdiction, from, to })
      const of = ['deadlines', frameworks.map(({ id }) => id), jurisdiction, from, to]
      return fittedPage(all, { of, limit, most: 50, usual: 20, cursor }, (items) => {
        const data = items.map(deadlineJson)
        return {
          data: { data },
          text:
            data.map(lineOf).join('\n') ||
            'Nothing is due here. Call list_deadlines with a wider range, or without a jurisdiction.',
        }
      })
    },
  })
}

function lineOf({ framework, date, clock, what, status }: DeadlineJson): string {
  const when = clock === undefined ? date : `${clock.within ?? 'without delay'} from: ${clock.trigger}`
  return `${when} ${framework}: ${what}${status === 'in-force' ? '' : ` (${status})`}`
}
