import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../domain/clock.ts'
import { RateLimits } from '../../registry/rate-limits.ts'
import { controlsRoutes } from './controls-routes.ts'
import { crosswalkRoute } from './crosswalk-route.ts'
import { deadlinesRoute } from './deadlines-route.ts'
import { editionsRoutes } from './editions-routes.ts'
import { oscalRoutes } from './oscal-routes.ts'
import { referencesRoute } from './references-route.ts'
import type { RegistryParts } from './registry-parts.ts'

/** The registry as an API: no model is asked, nothing is charged, no balance is needed. */
export function registryRoutes(
  app: FastifyInstance,
  { clock, ...parts }: Omit<RegistryParts, 'limits'> & { clock: Clock },
): void {
  const registry: RegistryParts = { ...parts, limits: new RateLimits(clock) }
  controlsRoutes(app, registry)
  crosswalkRoute(app, registry)
  deadlinesRoute(app, registry)
  editionsRoutes(app, registry)
  oscalRoutes(app, registry)
  referencesRoute(app, registry)
}
