import type { FastifyInstance } from 'fastify'
import type { Parts } from '../../parts.ts'

/** What an operator's machinery asks: is it alive, may it get traffic, how is it doing. */
export async function operationsPlugin(
  app: FastifyInstance,
  { parts, draining }: { parts: Parts; draining: () => boolean },
): Promise<void> {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (draining()) return reply.code(503).send({ status: 'draining' })
    try {
      await parts.store.ping()
    } catch {
      return reply.code(503).send({ status: 'store_unavailable' })
    }
    return { status: 'ready' }
  })

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', parts.metrics.contentType).send(await parts.metrics.text()),
  )
}
