import type { FastifyInstance } from 'fastify'
import { oscalCatalog } from '../../../domain/oscal/catalog.ts'
import { oscalMapping } from '../../../domain/oscal/mapping-collection.ts'
import { ApiError } from '../../json-surface/api-error.ts'
import { sendJsonPrivately } from '../../registry/private-answer.ts'
import { errorResponses } from '../schemas.ts'
import { frameworkAt } from './asked.ts'
import type { RegistryParts } from './registry-parts.ts'
import { oscalCatalogSchema, oscalMappingSchema } from './schemas.ts'

/** GET /v1/frameworks/:id/oscal and /v1/crosswalks/:a/:b/oscal: the registry in NIST's OSCAL. */
export function oscalRoutes(app: FastifyInstance, { registry, limits }: RegistryParts): void {
  app.get<{ Params: { id: string } }>(
    '/frameworks/:id/oscal',
    {
      schema: {
        operationId: 'getOscalCatalog',
        tags: ['Registry'],
        summary: 'A framework as an OSCAL 1.2.2 catalog',
        description: "The words are the module's own; the metadata says so.",
        response: { 200: oscalCatalogSchema, ...errorResponses(401, 404, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      return sendJsonPrivately(request, reply, oscalCatalog(frameworkAt(registry, request.params.id)))
    },
  )

  app.get<{ Params: { a: string; b: string } }>(
    '/crosswalks/:a/:b/oscal',
    {
      schema: {
        operationId: 'getOscalMapping',
        tags: ['Registry'],
        summary: 'A crosswalk as an OSCAL 1.2.2 mapping collection',
        response: { 200: oscalMappingSchema, ...errorResponses(401, 404, 429) },
      },
    },
    async (request, reply) => {
      limits.read(request, reply)
      const a = frameworkAt(registry, request.params.a, 'a')
      const b = frameworkAt(registry, request.params.b, 'b')
      const crosswalk = registry.crosswalk(a.id, b.id)
      if (!crosswalk) {
        throw new ApiError('not_found', { message: 'Nobody has compared these two frameworks.', param: 'b' })
      }
      const document = oscalMapping(crosswalk, a, b, (framework) => `../../../frameworks/${framework}/oscal`)
      return sendJsonPrivately(request, reply, document)
    },
  )
}
