import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import packageJson from '../../../package.json' with { type: 'json' }
import type { PublicUrls } from '../../public-urls.ts'
import { ApiError } from '../json-surface/api-error.ts'

/** The page's own scripts, styles and images, and nothing from another host. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"

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
          'Nine public JSON feeds of product facts, and an OpenAI-compatible chat-completions API that grounds its answers in maintained knowledge modules of compliance frameworks. Answers are educational guidance, not an audit opinion.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: urls.base, description: 'This instance' }],
      tags: [
        { name: 'Model API', description: `Base URL for SDKs: ${urls.api}` },
        { name: 'Frameworks', description: 'What can be pinned in `svc.frameworks`.' },
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
  await app.register(async (docs) => {
    // Thrown on, it reaches the handler that answers every error.
    docs.setErrorHandler((cause) => {
      throw asRefusal(cause)
    })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: CONTENT_SECURITY_POLICY,
      // The validator badge would send the reference to another host.
      uiConfig: {
        layout: 'BaseLayout',
        validatorUrl: null,
        deepLinking: true,
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
      },
      theme: { title: 'svc API reference' },
    })
  })
  // Where no documentation site is configured the feeds link below /docs: the reference is what there is.
  app.get('/docs/:page', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/'))
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/'))
})

/** A path that the page's file server will not look at is one with nothing behind it; its own errors have a status alone. */
function asRefusal(cause: unknown): unknown {
  const status = cause instanceof Error && 'statusCode' in cause ? Number(cause.statusCode) : 500
  return status < 500 ? new ApiError('not_found') : cause
}
