import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listDeadlines } from '../../../domain/registry/deadlines.ts'
import { csvOf } from '../../registry/csv.ts'
import { deadlineCalendar } from '../../registry/deadline-calendar.ts'
import { deadlineJson, type DeadlineJson } from '../../registry/deadline-json.ts'
import { wants } from '../../registry/private-answer.ts'
import { errorResponses } from '../schemas.ts'
import { cursorQuery, frameworksOf, frameworksQuery, pageAt } from './asked.ts'
import { list } from './controls-routes.ts'
import type { RegistryParts } from './registry-parts.ts'
import { deadlineListSchema } from './schemas.ts'

const day = z.iso.date().optional()

const query = z.looseObject({
  framework: frameworksQuery,
  jurisdiction: z
    .string()
    .max(20)
    .optional()
    .meta({ description: '`DE`, `US-CA`, or a region such as `eu`.' }),
  from: day.meta({ description: 'A day, included. Where one is given, clocks without a day are left out.' }),
  to: day,
  limit: z.coerce.number().int().min(1).max(5_000).default(5_000),
  cursor: cursorQuery,
})

const COLUMNS = [
  'framework',
  'date',
  'trigger',
  'within',
  'to',
  'kind',
  'what',
  'who',
  'control',
  'status',
  'source',
  'source_url',
  'checked_on',
] as const

/** GET /v1/deadlines: what the modules say is due, as JSON, CSV or a calendar. */
export function deadlinesRoute(app: FastifyInstance, { registry, limits, answers }: RegistryParts): void {
  app.get<{ Querystring: z.infer<typeof query> }>(
    '/deadlines',
    {
      schema: {
        operationId: 'listDeadlines',
        tags: ['Registry'],
        summary: 'Dates and clocks of the frameworks; `Accept: text/calendar` or `text/csv`',
        description: 'Dates first, the earliest first, then clocks. A calendar holds dates only.',
        querystring: query,
        response: { 200: deadlineListSchema, ...errorResponses(400, 401, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      const { framework, jurisdiction, from, to, limit, cursor } = request.query
      const frameworks = frameworksOf(registry, framework, 'framework')
      const all = listDeadlines(registry, { frameworks, jurisdiction, from, to })
      const of = ['deadlines', framework, jurisdiction, from, to]
      const { items, next, start } = pageAt(all, { of, limit, cursor }, { request, reply })
      if (wants(request, 'text/calendar')) {
        const type = 'text/calendar; charset=utf-8'
        return answers.send(request, reply, { text: () => deadlineCalendar(items), type })
      }
      if (wants(request, 'text/csv')) {
        const text = (): string =>
          csvOf(
            COLUMNS,
            items.map((one) => rowOf(deadlineJson(one))),
          )
        return answers.send(request, reply, { text, type: 'text/csv; charset=utf-8' })
      }
      const key =
        jurisdiction === undefined
          ? ['deadlines', ...frameworks.map(({ id }) => id), from, to, limit, start]
          : undefined
      return answers.json(request, reply, () => list(items.map(deadlineJson), next), key)
    },
  )
}

function rowOf(one: DeadlineJson): (string | undefined)[] {
  const { framework, date, clock, kind, what, who, control, status, source, checked_on: checked } = one
  return [
    framework,
    date,
    clock?.trigger,
    clock?.within,
    clock?.to,
    kind,
    what,
    who,
    control,
    status,
    source?.title,
    source?.url,
    checked,
  ]
}
