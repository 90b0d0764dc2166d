import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../json-surface/api-error.ts'
import type { BodyRoom } from '../json-surface/body-room.ts'
import { jsonSurface } from '../json-surface/json-surface.ts'
import { accountRoutes } from './account-routes.ts'
import { adminJournalRoutes } from './journal-routes.ts'
import { adminKeyRoutes, type KeyRouteParts } from './key-routes.ts'
import { adminUsageRoutes } from './usage-routes.ts'

/** What the operator API works with. */
export interface AdminParts extends KeyRouteParts {
  /** `ADMIN_TOKEN`. */
  token: string
  bodyBytesMax: number
  bodyRoom: BodyRoom
  /** Hears of each request whose token is valid. */
  keyAccepted: (request: FastifyRequest) => void
}

/**
 * The operator API under /admin/v1 (design 9), there only where `ADMIN_TOKEN` is set. Inference keys cannot manage, the
 * admin token cannot infer.
 */
export async function adminPlugin(app: FastifyInstance, parts: AdminParts): Promise<void> {
  const expected = digest(`Bearer ${parts.token}`)
  app.addHook('onRequest', async (request) => {
    // Digests have one length, so the comparison tells nothing by its time.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new ApiError('invalid_admin_token')
    }
    parts.keyAccepted(request)
    if (request.is404) throw new ApiError('not_found')
  })
  const finish = jsonSurface(app, parts)
  accountRoutes(app, parts)
  adminJournalRoutes(app, parts)
  adminKeyRoutes(app, parts)
  adminUsageRoutes(app, parts)
  finish()
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
