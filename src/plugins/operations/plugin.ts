import type { FastifyInstance } from 'fastify'
import type { Region } from '../../domain/models/models.ts'
import type { WatchedUpstream } from '../../domain/upstream/watched-upstream.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

export interface HealthParts {
  readiness: Readiness
  /** How each path to a model does. */
  pathStates: Record<Region, Pick<WatchedUpstream, 'available' | 'state'>>
  draining: () => boolean
}

/** What an operator's machinery asks first: is it alive, may it get traffic. */
export async function healthPlugin(
  app: FastifyInstance,
  { readiness, pathStates, draining }: HealthParts,
): Promise<void> {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (draining()) return reply.code(503).send({ status: 'draining' })
    if (!(await readiness.isWritable())) return reply.code(503).send({ status: 'store_unavailable' })
    return { status: 'ready', upstreams: circuitsOf(pathStates) }
  })
}

/** How the process is doing, for Prometheus. */
export async function metricsPlugin(app: FastifyInstance, { metrics }: { metrics: Metrics }): Promise<void> {
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  )
}

/**
 * A path that is broken makes no instance unready: another one would reach it no better, and everything else goes on. So it is told,
 * and the status stays 200.
 */
function circuitsOf(pathStates: HealthParts['pathStates']): Record<string, { circuit: 'closed' | 'open' }> {
  const configured = Object.entries(pathStates).filter(([, { available }]) => available)
  return Object.fromEntries(
    configured.map(([path, { state }]) => [path, { circuit: state.circuitOpen ? 'open' : 'closed' }]),
  )
}
