import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { Parts } from '../../parts.ts'
import { handleErrors } from '../json-surface/error-handling.ts'
import { refuseOtherMethods } from '../json-surface/refuse-other-methods.ts'
import { refuseLargeBodies } from '../json-surface/refuse-large-bodies.ts'
import { chatCompletionsRoute } from './chat-completions/route.ts'
import { preflightRoute } from './chat-completions/preflight-route.ts'
import { frameworksRoutes } from './frameworks-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { modelsRoutes } from './models-routes.ts'
import { usageRoutes } from './usage-routes.ts'

/**
 * The model API under /v1. The key is looked at in `onRequest`, before a byte of the body is read, on every path,
 * unknown ones included (design 5).
 */
export async function v1Plugin(
  app: FastifyInstance,
  { parts, draining }: { parts: Parts; draining: () => boolean },
): Promise<void> {
  handleErrors(app, parts.log, pathNotFound)
  // Bodies are checked by `readChatRequest`, which names the field; the schemas of the routes are for the reference.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))

  app.addHook('onRequest', async (request) => {
    if (draining()) throw new ApiError('server_draining')
    const caller = await parts.keys.authenticate(request.headers.authorization)
    request.caller = caller
    request.facts.keyId = caller.id
    request.facts.accountId = caller.accountId
    // An unknown path answers 404 whatever its body is.
    if (request.is404) throw pathNotFound(request)
  })

  refuseLargeBodies(app, parts.config.BODY_LIMIT_BYTES)
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ apiKey: [] }] }
  })
  const finish = refuseOtherMethods(app)
  chatCompletionsRoute(app, parts)
  preflightRoute(app, parts)
  modelsRoutes(app, parts)
  frameworksRoutes(app, parts)
  keyRoutes(app, parts)
  usageRoutes(app, parts)
  finish()
}

/** The AI SDK's default model posts to /v1/responses: say where the answer is. */
function pathNotFound(request: FastifyRequest): ApiError {
  const responses = request.url.startsWith('/v1/responses')
  return new ApiError('not_found', {
    message: responses
      ? 'The Responses API is not offered here. Use POST /v1/chat/completions (with the AI SDK: provider.chat("svc-fast")).'
      : 'There is nothing at this path. The model API answers POST /v1/chat/completions and GET /v1/models, /v1/frameworks, /v1/key, /v1/usage.',
  })
}
