import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../domain/clock.ts'
import type { KeyService, TokenCaller } from '../../domain/keys/key-service.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RequestLog } from '../../request-log.ts'
import { ApiError } from '../json-surface/api-error.ts'
import type { BodyRoom } from '../json-surface/body-room.ts'
import { toApiError } from '../json-surface/error-handling.ts'
import { readJsonWithinBounds } from '../json-surface/json-body.ts'
import { refuseLargeBodies } from '../json-surface/refuse-large-bodies.ts'
import { refuseOtherMethods } from '../json-surface/refuse-other-methods.ts'
import { RateLimits } from '../registry/rate-limits.ts'
import type { Catalog } from './catalog.ts'
import type { Endpoint } from './endpoint.ts'
import { sendJsonRpcError } from './json-rpc-error.ts'
import { refuseForeignOrigin } from './origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that a request to /mcp carries. */
    token: TokenCaller
  }
}

/** What the endpoint works with, whatever it offers. */
export interface McpParts {
  catalog: Catalog
  keys: KeyService
  clock: Clock
  log: RequestLog
  /** True once the process is asked to stop: new calls are turned away. */
  draining: () => boolean
  bodyBytesMax: number
  bodyRoom: BodyRoom
  /** Hears of each request whose token is valid, before anything else is looked at. */
  keyAccepted: (request: FastifyRequest) => void
  /** The addresses that pages of the service's own are on. */
  ownUrls: readonly string[]
}

/**
 * The MCP endpoint. The token is looked at before anything else, on every path and for every method; then the origin, the rate, the method, the
 * size. All that is refused here is a JSON-RPC error.
 */
export async function mcpPlugin(app: FastifyInstance, parts: McpParts): Promise<void> {
  const { catalog, keys, clock, log, bodyBytesMax } = parts
  const endpoint = endpointOnDemand(catalog, log)
  const limits = new RateLimits(clock)
  app.decorateRequest('token')
  app.addHook('onRequest', async (request, reply) => {
    if (parts.draining()) throw new Refusal('server_draining')
    const token = await keys.authenticateToken(request.headers.authorization)
    request.caller = token
    request.token = token
    parts.keyAccepted(request)
    request.facts.keyId = token.id
    request.facts.accountId = token.accountId
    refuseForeignOrigin(request, parts.ownUrls)
    limits.read(request, reply)
    if (request.is404) throw new ApiError('not_found')
  })
  app.setErrorHandler((cause, request, reply) => {
    if (reply.raw.destroyed || reply.sent) return reply
    const error = toApiError(cause)
    if (error.code === 'internal_error') log.fault('request_failed', cause)
    return sendJsonRpcError(request, reply, error)
  })
  app.setNotFoundHandler((request, reply) => sendJsonRpcError(request, reply, new ApiError('not_found')))
  refuseLargeBodies(app, bodyBytesMax)
  readJsonWithinBounds(app, bodyBytesMax, parts.bodyRoom)
  const finish = refuseOtherMethods(app)
  app.post('', { schema: { hide: true } }, async (request, reply) => answer(await endpoint(), request, reply))
  finish()
}

/** The SDK takes a tenth of a second and 16 MB of whoever starts the service: it is loaded with the first message. */
function endpointOnDemand(catalog: Catalog, log: RequestLog): () => Promise<Endpoint> {
  let endpoint: Promise<Endpoint> | undefined
  return () => {
    endpoint ??= import('./endpoint.ts').then((loaded) => new loaded.Endpoint(catalog, log))
    return endpoint
  }
}

async function answer(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, arriving, token } = request
  if (arriving) arriving.sent = undefined
  // A batch would pass every limit at once, and no revision in use has them any more.
  if (Array.isArray(body)) {
    throw new ApiError('invalid_value', { message: 'Send one message in a request: batches are not taken.' })
  }
  const left = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  const message = new Request(`http://service.invalid${request.url}`, {
    method: 'POST',
    headers: headersOf(request),
    signal: left.signal,
  })
  const response = await endpoint.answer(message, body, { token, request, left: left.signal })
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    reply.header('x-accel-buffering', 'no')
    return reply.send(response)
  }
  const text = await response.text()
  for (const [name, value] of response.headers) reply.header(name, value)
  void reply.code(response.status)
  return text === '' ? reply.send() : reply.send(text)
}

// What the SDK looks at. It refuses an `Accept` that does not name both types, and most say that anything will do.
function headersOf({ headers }: FastifyRequest): Headers {
  const told = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  })
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('mcp-') && typeof value === 'string') told.set(name, value)
  }
  return told
}
