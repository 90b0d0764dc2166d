import type { FastifyInstance } from 'fastify'
import type { Store } from '../../domain/ledger/store.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Metrics } from './metrics.ts'
import { Readiness } from './readiness.ts'

/** What an operator's machinery asks: is it alive, may it get traffic, how is it doing. */
export async function operationsPlugin(
  app: FastifyInstance,
  {
    store,
    clock,
    metrics,
    draining,
  }: { store: Store; clock: Clock; metrics: Metrics; draining: () => boolean },
): Promise<void> {
  const readiness = new Readiness(store, clock)

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (draining()) return reply.code(503).send({ status: 'draining' })
    if (!(await readiness.isWritable())) return reply.code(503).send({ status: 'store_unavailable' })
    return { status: 'ready' }
  })

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  )
}
