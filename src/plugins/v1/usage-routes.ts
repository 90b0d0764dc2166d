import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { Parts } from '../../parts.ts'
import { readInput } from '../json-surface/read-input.ts'
import { usageJson } from '../json-surface/usage-json.ts'
import { errorResponses, usageListSchema, usageQuerySchema, usageSchema } from './schemas.ts'

/** GET /v1/usage and /v1/usage/:id: the account's calls by tokens, cost, model and status (description 1). */
export function usageRoutes(app: FastifyInstance, { store }: Parts): void {
  app.get(
    '/usage',
    {
      schema: {
        operationId: 'listUsage',
        tags: ['Key and usage'],
        summary: 'The calls made with this key, newest first',
        querystring: usageQuerySchema,
        response: { 200: usageListSchema, ...errorResponses(400, 401) },
      },
    },
    async ({ caller, query }) => {
      const { limit, after } = readInput(usageQuerySchema, query)
      const records = await store.listUsage({
        accountId: caller.accountId,
        keyId: caller.id,
        limit: limit + 1,
        ...(after !== undefined && { after }),
      })
      return {
        object: 'list',
        data: records.slice(0, limit).map(usageJson),
        has_more: records.length > limit,
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/usage/:id',
    {
      schema: {
        operationId: 'getUsage',
        tags: ['Key and usage'],
        summary: 'One call, by the id of its answer',
        response: { 200: usageSchema, ...errorResponses(401, 404) },
      },
    },
    async ({ caller, params }) => {
      const record = await store.getUsage(caller.accountId, params.id)
      if (!record || record.keyId !== caller.id) throw new ApiError('not_found', { param: 'id' })
      return usageJson(record)
    },
  )
}
