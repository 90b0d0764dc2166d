import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyService } from '../../domain/keys/key-service.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { AnswerParts } from '../completions/answer-call.ts'
import { ApiError } from '../json-surface/api-error.ts'
import type { BodyRoom } from '../json-surface/body-room.ts'
import { jsonSurface } from '../json-surface/json-surface.ts'
import { preflightRoute } from './chat-completions/preflight-route.ts'
import { chatCompletionsRoute } from './chat-completions/route.ts'
import { frameworksRoutes } from './frameworks-routes.ts'
import { keyRoutes, type KeyParts } from './key-routes.ts'
import { modelsRoutes } from './models-routes.ts'
import type { RegistryParts } from './registry/registry-parts.ts'
import { registryRoutes } from './registry/registry-routes.ts'
import { usageRoutes } from './usage-routes.ts'

/** What the model API works with. */
export interface V1Parts extends AnswerParts, KeyParts, Omit<RegistryParts, 'limits'> {
  keys: KeyService
  /** True once the process is asked to stop: new calls are turned away. */
  draining: () => boolean
  bodyBytesMax: number
  bodyRoom: BodyRoom
  /** Hears of each request whose key is valid, before anything else is looked at. */
  keyAccepted: (request: FastifyRequest) => void
}

/**
 * The model API under /v1. The key is looked at in `onRequest`, before a byte of the body is read, on every path,
 * unknown ones included (design 5).
 */
export async function v1Plugin(app: FastifyInstance, parts: V1Parts): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (parts.draining()) throw new Refusal('server_draining')
    const caller = await parts.keys.authenticate(request.headers.authorization)
    request.caller = caller
    parts.keyAccepted(request)
    request.facts.keyId = caller.id
    request.facts.accountId = caller.accountId
    // An unknown path answers 404 whatever its body is.
    if (request.is404) throw pathNotFound(request)
  })
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ apiKey: [] }] }
  })

  const finish = jsonSurface(app, { ...parts, notFound: pathNotFound })
  chatCompletionsRoute(app, parts)
  preflightRoute(app, parts)
  modelsRoutes(app, parts)
  frameworksRoutes(app, parts)
  keyRoutes(app, parts)
  usageRoutes(app, parts)
  registryRoutes(app, parts)
  finish()
}

/** The AI SDK's default model posts to /v1/responses: say where the answer is. */
function pathNotFound(request: FastifyRequest): ApiError {
  const responses = request.url.startsWith('/v1/responses')
  return new ApiError('not_found', {
    message: responses
      ? 'The Responses API is not offered here. Use POST /v1/chat/completions (with the AI SDK: provider.chat("svc-fast")).'
      : 'There is nothing at this path. The model API answers POST /v1/chat/completions and GET /v1/models, /v1/frameworks, /v1/key, /v1/usage; the registry GET /v1/controls, /v1/deadlines, /v1/crosswalks/{a}/{b} and POST /v1/references/check.',
  })
}
