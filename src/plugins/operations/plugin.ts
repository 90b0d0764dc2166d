import type { FastifyInstance } from 'fastify'
import type { Store } from '../../domain/ledger/store.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Region } from '../../domain/models/models.ts'
import type { WatchedUpstream } from '../../domain/upstream/watched-upstream.ts'
import type { Metrics } from './metrics.ts'
import { Readiness } from './readiness.ts'

export interface OperationsParts {
  store: Store
  clock: Clock
  metrics: Metrics
  /** How each path to a model does. */
  pathStates: Record<Region, Pick<WatchedUpstream, 'available' | 'state'>>
  draining: () => boolean
}

/** What an operator's machinery asks: is it alive, may it get traffic, how is it doing. */
export async function operationsPlugin(
  app: FastifyInstance,
  { store, clock, metrics, pathStates, draining }: OperationsParts,
): Promise<void> {
  const readiness = new Readiness(store, clock)

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (draining()) return reply.code(503).send({ status: 'draining' })
    if (!(await readiness.isWritable())) return reply.code(503).send({ status: 'store_unavailable' })
    return { status: 'ready', upstreams: circuitsOf(pathStates) }
  })

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  )
}

/**
 * A path that is broken makes no instance unready: another one would reach it no better, and everything else goes on. So it is told,
 * and the status stays 200.
 */
function circuitsOf(
  pathStates: OperationsParts['pathStates'],
): Record<string, { circuit: 'closed' | 'open' }> {
  const configured = Object.entries(pathStates).filter(([, { available }]) => available)
  return Object.fromEntries(
    configured.map(([path, { state }]) => [path, { circuit: state.circuitOpen ? 'open' : 'closed' }]),
  )
}
