import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { ApiError } from '../json-surface/api-error.ts'

/** Where the page and its files are. */
const PREFIX = '/docs'

/** The page's own scripts, styles and images, and nothing from another host. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"

/** What belongs to the connection, which is another one here. */
const OF_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/**
 * The page that shows the reference. It is an app of its own, made with the first request for it: reading what it is made of would take
 * a quarter of every start.
 */
export function docsPage(app: FastifyInstance): void {
  let made: Promise<FastifyInstance> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= makePage(app.swagger)
    const page = await made
    const { statusCode, headers, rawPayload } = await page.inject({
      method: 'GET',
      url: request.url,
      headers: request.headers,
    })
    if (statusCode >= 500) throw new Error(`the page answered ${statusCode}`)
    // A path that its file server will not look at is one with nothing behind it as well.
    if (statusCode >= 400) throw new ApiError('not_found')
    for (const name of OF_CONNECTION) delete headers[name]
    return reply.code(statusCode).headers(headers).send(rawPayload)
  }
  app.get(PREFIX, { schema: { hide: true } }, answer)
  app.get(`${PREFIX}/*`, { schema: { hide: true } }, answer)
}

async function makePage(reference: FastifyInstance['swagger']): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const page = Fastify({ logger: false })
  // The page asks the plugin of this name for the reference.
  await page.register(
    fastifyPlugin(async (own: FastifyInstance) => void own.decorate('swagger', reference), {
      name: '@fastify/swagger',
    }),
  )
  await page.register(swaggerUi, {
    routePrefix: PREFIX,
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
  // Where no documentation site is configured the feeds link below /docs: the reference is what there is.
  page.get(`${PREFIX}/:page`, async (_request, reply) => reply.redirect(`${PREFIX}/`))
  await page.ready()
  return page
}
