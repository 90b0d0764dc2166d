import type { FastifyInstance } from 'fastify'
import { toUsd } from '../../domain/ledger/price.ts'
import type { Model, Region } from '../../domain/models/models.ts'
import { ApiError } from '../json-surface/api-error.ts'
import type { Upstream } from '../../domain/upstream/upstream.ts'
import { errorResponses, modelListSchema, modelSchema } from './schemas.ts'

/** When the aliases were first offered, in seconds since the epoch: 2026-11-21. */
const CREATED = Date.UTC(2026, 10, 21) / 1_000

/** GET /v1/models and /v1/models/:id, in OpenAI's shape with what the service enforces beside it. */
export function modelsRoutes(
  app: FastifyInstance,
  { models, upstreams }: { models: readonly Model[]; upstreams: Record<Region, Upstream> },
): void {
  const entry = (model: Model): Record<string, unknown> => ({
    id: model.alias,
    object: 'model',
    created: CREATED,
    owned_by: 'svc',
    svc: {
      region: model.region,
      available: upstreams[model.region].available,
      context_window: model.contextWindowTokens,
      default_max_tokens: model.defaultMaxTokens,
      max_output_tokens: model.maxOutputTokens,
      min_max_tokens: model.kind === 'thinking' ? model.floorTokens : 1,
      input_usd_per_mtok: toUsd(model.inputRate),
      output_usd_per_mtok: toUsd(model.outputRate),
    },
  })

  app.get(
    '/models',
    {
      schema: {
        operationId: 'listModels',
        tags: ['Model API'],
        summary: 'The aliases a call may name, with windows and rates',
        response: { 200: modelListSchema, ...errorResponses(401) },
      },
    },
    async () => ({ object: 'list', data: models.map(entry) }),
  )

  app.get<{ Params: { id: string } }>(
    '/models/:id',
    {
      schema: {
        operationId: 'getModel',
        tags: ['Model API'],
        summary: 'One alias',
        response: { 200: modelSchema, ...errorResponses(401, 404) },
      },
    },
    async ({ params }) => {
      const model = models.find(({ alias }) => alias === params.id)
      if (!model) throw new ApiError('model_not_found', { param: 'model' })
      return entry(model)
    },
  )
}
