import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ApiError } from '../json-surface/api-error.ts'
import type { Store } from '../../domain/ledger/store.ts'
import { usageJson } from '../json-surface/usage-json.ts'
import { errorResponses, usageListSchema, usageQuerySchema, usageSchema } from './schemas.ts'

/** GET /v1/usage and /v1/usage/:id: the calling key's calls by tokens, cost, model and status (description 1). */
export function usageRoutes(app: FastifyInstance, { store }: { store: Store }): void {
  app.get<{ Querystring: z.infer<typeof usageQuerySchema> }>(
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
    async ({ caller, query: { limit, after } }) => {
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
