import type { FastifyInstance } from 'fastify'
import type { Store } from '../../domain/ledger/store.ts'
import type { Metrics } from './metrics.ts'

/** What an operator's machinery asks: is it alive, may it get traffic, how is it doing. */
export async function operationsPlugin(
  app: FastifyInstance,
  { store, metrics, draining }: { store: Store; metrics: Metrics; draining: () => boolean },
): Promise<void> {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (draining()) return reply.code(503).send({ status: 'draining' })
    try {
      await store.ping()
    } catch {
      return reply.code(503).send({ status: 'store_unavailable' })
    }
    return { status: 'ready' }
  })

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  )
}
