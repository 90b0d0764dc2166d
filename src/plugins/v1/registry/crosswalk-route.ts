import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { RELATIONS } from '../../../domain/registry/crosswalk.ts'
import { crosswalkBetween } from '../../../domain/registry/crosswalk-view.ts'
import { crosswalkJson, type MappingJson } from '../../registry/crosswalk-json.ts'
import { csvOf } from '../../registry/csv.ts'
import { sendJsonPrivately, sendPrivately, wants } from '../../registry/private-answer.ts'
import { errorResponses } from '../schemas.ts'
import { controlAt, cursorQuery, frameworkAt, pageAt } from './asked.ts'
import type { RegistryParts } from './registry-parts.ts'
import { crosswalkSchema } from './schemas.ts'

const query = z.looseObject({
  control: z.string().max(120).optional().meta({ description: 'A control of the first framework.' }),
  relation: z.enum(RELATIONS).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: cursorQuery,
})

/** What a page of JSON holds where no limit is asked for; a CSV is whole then. */
const LIMIT = 100

const COLUMNS = [
  'from_framework',
  'from',
  'relation',
  'to_framework',
  'to',
  'strength',
  'source',
  'source_url',
  'source_kind',
  'reviewed',
] as const

/** GET /v1/crosswalks/:a/:b: what each control of one framework is to those of another, with where that stands. */
export function crosswalkRoute(app: FastifyInstance, { registry, limits }: RegistryParts): void {
  app.get<{ Params: { a: string; b: string }; Querystring: z.infer<typeof query> }>(
    '/crosswalks/:a/:b',
    {
      schema: {
        operationId: 'getCrosswalk',
        tags: ['Registry'],
        summary: 'The mappings from one framework to another; CSV by `Accept: text/csv`',
        description:
          'Relations in the words of NIST IR 8477, read from the first framework. `coverage` tells how many controls of each side are mapped. Empty where nobody has compared the two.',
        querystring: query,
        response: { 200: crosswalkSchema, ...errorResponses(400, 401, 404, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      const { control, relation, limit, cursor } = request.query
      const a = frameworkAt(registry, request.params.a, 'a')
      const b = frameworkAt(registry, request.params.b, 'b')
      const only = control === undefined ? undefined : (await controlAt(a, control)).id
      const crosswalk = crosswalkJson(crosswalkBetween(registry, a, b))
      const all = crosswalk.data.filter(
        (one) => (only === undefined || one.from.id === only) && (!relation || one.relation === relation),
      )
      const csv = wants(request, 'text/csv')
      const { items, next } = pageAt(all, {
        of: ['crosswalk', a.id, b.id, only, relation],
        limit: limit ?? (csv ? Math.max(1, all.length) : LIMIT),
        cursor,
      })
      if (csv) {
        const text = csvOf(COLUMNS, items.map(rowOf))
        return sendPrivately(request, reply, { text, type: 'text/csv; charset=utf-8' })
      }
      const page = { has_more: next !== undefined, next_cursor: next ?? null }
      return sendJsonPrivately(request, reply, { ...crosswalk, data: items, ...page })
    },
  )
}

function rowOf({
  from,
  relation,
  to,
  strength,
  source,
  reviewed,
}: MappingJson): (string | number | undefined)[] {
  return [
    from.framework,
    from.id,
    relation,
    to.framework,
    to.id,
    strength,
    source.title,
    source.url,
    source.kind,
    reviewed,
  ]
}
