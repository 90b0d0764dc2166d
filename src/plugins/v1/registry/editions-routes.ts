import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { comparedEditions, editionDiff, editionsOf } from '../../../domain/registry/edition-diff.ts'
import { ApiError } from '../../json-surface/api-error.ts'
import { editionDiffJson, editionsJson } from '../../registry/editions-json.ts'
import { sendJsonPrivately } from '../../registry/private-answer.ts'
import { errorResponses } from '../schemas.ts'
import { frameworkAt } from './asked.ts'
import type { RegistryParts } from './registry-parts.ts'
import { editionDiffSchema, editionListSchema } from './schemas.ts'

const diffQuery = z.looseObject({ from: z.string().max(80), to: z.string().max(80) })

/** GET /v1/frameworks/:id/editions and /v1/frameworks/:id/editions/diff. */
export function editionsRoutes(app: FastifyInstance, { registry, limits }: RegistryParts): void {
  app.get<{ Params: { id: string } }>(
    '/frameworks/:id/editions',
    {
      schema: {
        operationId: 'listEditions',
        tags: ['Registry'],
        summary: 'The editions of a framework',
        response: { 200: editionListSchema, ...errorResponses(401, 404, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      const framework = frameworkAt(registry, request.params.id)
      return sendJsonPrivately(request, reply, editionsJson(editionsOf(framework)))
    },
  )

  app.get<{ Params: { id: string }; Querystring: z.infer<typeof diffQuery> }>(
    '/frameworks/:id/editions/diff',
    {
      schema: {
        operationId: 'diffEditions',
        tags: ['Registry'],
        summary: 'What changed from one edition to another, by id',
        description: '`complete` tells whether every id that changed is listed.',
        querystring: diffQuery,
        response: { 200: editionDiffSchema, ...errorResponses(400, 401, 404, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      const framework = frameworkAt(registry, request.params.id)
      const { from, to } = request.query
      const diff = editionDiff(framework, from, to)
      if (diff) return sendJsonPrivately(request, reply, editionDiffJson(framework.id, diff))
      const known = comparedEditions(framework).map((one) => `${one.from} to ${one.to}`)
      throw new ApiError('not_found', {
        message: `These two editions are not compared. ${known.length > 0 ? `Those that are: ${known.join('; ')}.` : 'None of this framework are.'}`,
        param: 'from',
      })
    },
  )
}
