import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../../http/network-of.ts'
import { ApiError } from '../json-surface/api-error.ts'
import type { BodyRoom } from '../json-surface/body-room.ts'
import { jsonSurface } from '../json-surface/json-surface.ts'
import { accountRoutes } from './account-routes.ts'
import { adminJournalRoutes } from './journal-routes.ts'
import { adminKeyRoutes, type KeyRouteParts } from './key-routes.ts'
import { adminUsageRoutes } from './usage-routes.ts'
import { WrongTokens } from './wrong-tokens.ts'

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
  const wrongTokens = new WrongTokens(parts)
  app.addHook('onRequest', async (request) => {
    // Digests have one length, so the comparison tells nothing by its time.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw refusal(wrongTokens.count(networkOf(request.ip)))
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

/** The right token is never made to wait: whoever shares a network with somebody who guesses would be locked out. */
function refusal(waitMs: number | undefined): ApiError {
  if (waitMs === undefined) return new ApiError('invalid_admin_token')
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  // Each further guess costs its sender a connection.
  return new ApiError('rate_limit_exceeded', {
    message: 'Too many incorrect operator tokens came from your network. Wait before you try another one.',
    headers: { 'retry-after': String(seconds), connection: 'close' },
  })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
