import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { Parts } from '../../parts.ts'
import { handleErrors } from '../json-surface/error-handling.ts'
import { refuseOtherMethods } from '../json-surface/refuse-other-methods.ts'
import { refuseLargeBodies } from '../json-surface/refuse-large-bodies.ts'
import { accountRoutes } from './account-routes.ts'
import { adminKeyRoutes } from './key-routes.ts'
import { adminUsageRoutes } from './usage-routes.ts'

/**
 * The operator API under /admin/v1 (design 9), there only where `ADMIN_TOKEN` is set. Inference keys cannot manage, the
 * admin token cannot infer.
 */
export async function adminPlugin(app: FastifyInstance, { parts }: { parts: Parts }): Promise<void> {
  handleErrors(app, parts.log)
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  const expected = digest(`Bearer ${parts.config.ADMIN_TOKEN}`)
  app.addHook('onRequest', async (request) => {
    // Digests have one length, so the comparison tells nothing by its time.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new ApiError('invalid_admin_token')
    }
    if (request.is404) throw new ApiError('not_found')
  })

  refuseLargeBodies(app, parts.config.BODY_LIMIT_BYTES)
  const finish = refuseOtherMethods(app)
  accountRoutes(app, parts)
  adminKeyRoutes(app, parts)
  adminUsageRoutes(app, parts)
  finish()
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
