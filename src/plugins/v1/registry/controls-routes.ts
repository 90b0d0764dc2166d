import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Framework } from '../../../domain/registry/framework.ts'
import type { ControlEntry } from '../../../domain/registry/framework.ts'
import { isInGroup } from '../../../domain/search/control-search.ts'
import { controlJson, controlLine, hitJson, type ControlLine } from '../../registry/control-json.ts'
import { csvOf } from '../../registry/csv.ts'
import { wants } from '../../registry/private-answer.ts'
import { errorResponses } from '../schemas.ts'
import { controlAt, cursorQuery, frameworkAt, frameworksOf, frameworksQuery, pageAt } from './asked.ts'
import type { RegistryParts } from './registry-parts.ts'
import { controlListSchema, controlSchema, hitListSchema } from './schemas.ts'

const searchQuery = z.looseObject({
  q: z.string().trim().min(1).max(400).meta({ description: 'Words in any of thirteen languages, or ids.' }),
  framework: frameworksQuery,
  group: z.string().max(200).optional().meta({ description: "The framework's own part, as it is written." }),
  limit: z.coerce.number().int().min(1).max(50).default(20),
  cursor: cursorQuery,
})

const listQuery = z.looseObject({
  group: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: cursorQuery,
})

/** What a page of JSON holds where no limit is asked for; a CSV is whole then. */
const LIMIT = 100

const COLUMNS = ['framework', 'id', 'citation', 'title', 'group'] as const

/** GET /v1/controls, /v1/frameworks/:id/controls and /v1/frameworks/:id/controls/:control. */
export function controlsRoutes(
  app: FastifyInstance,
  { registry, controlSearch, limits, answers }: RegistryParts,
): void {
  app.get<{ Querystring: z.infer<typeof searchQuery> }>(
    '/controls',
    {
      schema: {
        operationId: 'searchControls',
        tags: ['Registry'],
        summary: 'Controls of all frameworks, or of some, that speak of a query; best first',
        querystring: searchQuery,
        response: { 200: hitListSchema, ...errorResponses(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const { q, framework, group, limit, cursor } = request.query
      if (framework.length === 0) limits.search(request, reply)
      else limits.read(request, reply)
      const frameworks = frameworksOf(registry, framework, 'framework')
      const hits = await controlSearch.find({ text: q, frameworks, group })
      const { items, next } = pageAt(
        hits,
        { of: ['controls', q, framework, group], limit, cursor },
        { request, reply },
      )
      return answers.json(request, reply, () => list(items.map(hitJson), next))
    },
  )

  app.get<{ Params: { id: string }; Querystring: z.infer<typeof listQuery> }>(
    '/frameworks/:id/controls',
    {
      schema: {
        operationId: 'listControls',
        tags: ['Registry'],
        summary: 'The controls of a framework, in its order; CSV by `Accept: text/csv`',
        querystring: listQuery,
        response: { 200: controlListSchema, ...errorResponses(400, 401, 404, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      const { group, limit, cursor } = request.query
      const framework = frameworkAt(registry, request.params.id)
      const all = controlsIn(framework, group)
      const csv = wants(request, 'text/csv')
      const page = pageAt(
        all,
        {
          of: ['framework controls', framework.id, group],
          limit: limit ?? (csv ? Math.max(1, all.length) : LIMIT),
          cursor,
        },
        { request, reply },
      )
      const lines = (): ControlLine[] => page.items.map((control) => controlLine(framework, control))
      const key = group === undefined ? ['controls', framework.id, limit, page.start] : undefined
      if (!csv) return answers.json(request, reply, () => list(lines(), page.next), key)
      const text = (): string =>
        csvOf(
          COLUMNS,
          lines().map((line) => COLUMNS.map((column) => line[column])),
        )
      return answers.send(request, reply, { text, type: 'text/csv; charset=utf-8' })
    },
  )

  app.get<{ Params: { id: string; control: string } }>(
    '/frameworks/:id/controls/:control',
    {
      schema: {
        operationId: 'getControl',
        tags: ['Registry'],
        summary: 'One control, however its id is written, with what it is mapped to',
        response: { 200: controlSchema, ...errorResponses(401, 404, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      const framework = frameworkAt(registry, request.params.id)
      const found = await controlAt(framework, request.params.control)
      return answers.json(request, reply, () => controlJson(registry, framework, found), [
        'control',
        framework.id,
        found.id,
      ])
    },
  )
}

function controlsIn({ controls }: Framework, group: string | undefined): readonly ControlEntry[] {
  return group === undefined ? controls : controls.filter((control) => isInGroup(control, group))
}

/** OpenAI's shape of a list, with the cursor of the next page where there is one. */
export function list<T>(
  data: readonly T[],
  next: string | undefined,
): { object: 'list'; data: readonly T[]; has_more: boolean; next_cursor: string | null } {
  return { object: 'list', data, has_more: next !== undefined, next_cursor: next ?? null }
}
