import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import packageJson from '../../../package.json' with { type: 'json' }
import type { PublicUrls } from '../../public-urls.ts'
import { docsPage } from './docs-page.ts'

/**
 * The API reference: OpenAPI 3.1 at /openapi.json, made from the zod schemas of the routes, and a page at /docs that asks
 * no other host for anything. Registered before the surfaces, which it watches being registered.
 */
export const referencePlugin = fastifyPlugin(async (app: FastifyInstance, { urls }: { urls: PublicUrls }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'svc: public feeds and compliance chat completions',
        version: packageJson.version,
        description:
          'Ten public JSON feeds of product facts, and an OpenAI-compatible chat-completions API that grounds its answers in maintained knowledge modules of compliance frameworks. Answers are educational guidance, not an audit opinion.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: urls.base, description: 'This instance' }],
      tags: [
        { name: 'Model API', description: `Base URL for SDKs: ${urls.api}` },
        { name: 'Frameworks', description: 'What can be pinned in `svc.frameworks`.' },
        {
          name: 'Registry',
          description:
            'The knowledge itself: search, single controls, crosswalks, references, editions, deadlines, OSCAL. Free of charge with an active key; 10 requests a second, 2 for checks and searches over all.',
        },
        { name: 'Key and usage', description: 'Credit, spend limits and history of the calling key.' },
        { name: 'Public feeds', description: 'Unauthenticated, cached, read-only.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'A key that starts with sk-svc-.' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  docsPage(app)
})
