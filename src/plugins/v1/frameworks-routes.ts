import type { FastifyInstance } from 'fastify'
import { SECTION_NAMES, type Framework } from '../../domain/registry/framework.ts'
import type { Registry } from '../../domain/registry/registry.ts'
import { frameworkAt } from './registry/asked.ts'
import { errorResponses, frameworkDetailSchema, frameworkListSchema } from './schemas.ts'

/** GET /v1/frameworks and /v1/frameworks/:id: the valid ids and what stands behind them, without knowledge sizes (description 4.2). */
export function frameworksRoutes(app: FastifyInstance, { registry }: { registry: Registry }): void {
  const list = JSON.stringify({ object: 'list', data: registry.frameworks.map(entry) })

  app.get(
    '/frameworks',
    {
      schema: {
        operationId: 'listFrameworks',
        tags: ['Frameworks'],
        summary: 'The valid framework ids and their metadata',
        response: { 200: frameworkListSchema, ...errorResponses(401) },
      },
    },
    async (_request, reply) => reply.type('application/json').send(list),
  )

  app.get<{ Params: { id: string } }>(
    '/frameworks/:id',
    {
      schema: {
        operationId: 'getFramework',
        tags: ['Frameworks'],
        summary: 'One framework with its control index',
        response: { 200: frameworkDetailSchema, ...errorResponses(401, 404) },
      },
    },
    async ({ params }) => detail(frameworkAt(registry, params.id)),
  )
}

function entry(framework: Framework): Record<string, unknown> {
  return {
    id: framework.id,
    object: 'framework',
    name: framework.name,
    full_name: framework.fullName,
    version: framework.version,
    updated: framework.updated,
    region: framework.region,
    region_label: framework.regionLabel,
    jurisdictions: framework.jurisdictions,
    domain: framework.domain,
    kind: framework.kind,
    issuing_body: framework.issuingBody,
    support_level: framework.supportLevel,
    keywords: framework.keywords,
    aliases: framework.aliases,
  }
}

function detail(framework: Framework): Record<string, unknown> {
  return {
    ...entry(framework),
    editions: framework.editions,
    sources: framework.sources,
    sections: SECTION_NAMES,
    controls: framework.controls.map(({ id, title }) => ({ id, title })),
  }
}
