import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { checkText } from '../../../domain/references/text-check.ts'
import { errorResponses } from '../schemas.ts'
import { FRAMEWORKS_MAX, frameworksOf } from './asked.ts'
import type { RegistryParts } from './registry-parts.ts'
import { referencesCheckSchema } from './schemas.ts'

const body = z.looseObject({
  text: z.string().max(100_000).meta({ description: 'Read, and neither logged nor kept.' }),
  frameworks: z.array(z.string().max(64)).max(FRAMEWORKS_MAX).optional().meta({
    description: 'Whose ids to look for. Without them, those of the frameworks that the text names.',
  }),
})

/** POST /v1/references/check: every control id of a text with its place and state. */
export function referencesRoute(app: FastifyInstance, { registry, detector, limits }: RegistryParts): void {
  app.post<{ Body: z.infer<typeof body> }>(
    '/references/check',
    {
      schema: {
        operationId: 'checkReferences',
        tags: ['Registry'],
        summary:
          'The control ids of a text: current, renumbered and where to, withdrawn, unknown or ambiguous',
        description:
          'Places are in UTF-16 code units, as JavaScript counts. At most 1,000 places are listed; `counts` counts all.',
        body,
        response: { 200: referencesCheckSchema, ...errorResponses(400, 401, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      limits.search(request, reply)
      const { text, frameworks: asked = [] } = request.body
      const frameworks =
        asked.length > 0
          ? frameworksOf(registry, asked, 'frameworks')
          : (await detector.detect([{ role: 'user', content: text }])).detections
              .slice(0, FRAMEWORKS_MAX)
              .map(({ framework }) => framework)
      const { references, counts } = await checkText(text, frameworks)
      return {
        object: 'references_check',
        frameworks: frameworks.map(({ id }) => id),
        references,
        counts,
      }
    },
  )
}
