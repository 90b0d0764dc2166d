import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idsInForce } from '../../../domain/references/find-control.ts'
import { RELATIONS } from '../../../domain/registry/crosswalk.ts'
import { crosswalkBetween } from '../../../domain/registry/crosswalk-view.ts'
import { foundJson } from '../../registry/control-json.ts'
import { crosswalkJson, mappingJson, type MappingJson } from '../../registry/crosswalk-json.ts'
import { csvOf } from '../../registry/csv.ts'
import { wants } from '../../registry/private-answer.ts'
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
export function crosswalkRoute(app: FastifyInstance, { registry, limits, answers }: RegistryParts): void {
  app.get<{ Params: { a: string; b: string }; Querystring: z.infer<typeof query> }>(
    '/crosswalks/:a/:b',
    {
      schema: {
        operationId: 'getCrosswalk',
        tags: ['Registry'],
        summary: 'The mappings from one framework to another; CSV by `Accept: text/csv`',
        description:
          'Relations in the words of NIST IR 8477, read from the first framework. `coverage` tells how many controls of each side are mapped. Empty where nobody has compared the two. `control` may be an id of an older edition: the mappings are those of where it went.',
        querystring: query,
        response: { 200: crosswalkSchema, ...errorResponses(400, 401, 404, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      const { control, relation, limit, cursor } = request.query
      const a = frameworkAt(registry, request.params.a, 'a')
      const b = frameworkAt(registry, request.params.b, 'b')
      const found = control === undefined ? undefined : await controlAt(a, control)
      const only = found?.id
      const crosswalk = crosswalkBetween(registry, a, b)
      const asked = found
        ? idsInForce(found).flatMap((id) => crosswalk.byControl.get(id) ?? [])
        : crosswalk.mappings
      const all = relation ? asked.filter((one) => one.relation === relation) : asked
      const csv = wants(request, 'text/csv')
      const { items, next, start } = pageAt(
        all,
        {
          of: ['crosswalk', a.id, b.id, only, relation],
          limit: limit ?? (csv ? Math.max(1, all.length) : LIMIT),
          cursor,
        },
        { request, reply },
      )
      if (csv) {
        const text = (): string =>
          csvOf(
            COLUMNS,
            items.map((one) => rowOf(mappingJson(one))),
          )
        return answers.send(request, reply, { text, type: 'text/csv; charset=utf-8' })
      }
      const page = { has_more: next !== undefined, next_cursor: next ?? null }
      const told = found && { control: foundJson(found) }
      return answers.json(request, reply, () => ({ ...crosswalkJson(items, crosswalk), ...told, ...page }), [
        'crosswalk',
        a.id,
        b.id,
        only,
        relation,
        limit,
        start,
      ])
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
