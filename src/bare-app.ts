import { METHODS, type RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Caller } from './domain/keys/key-service.ts'
import { randomId } from './domain/random-text.ts'
import { brokenHttpAnswerer } from './http/broken-http.ts'
import type { ConnectionLimits } from './http/connection-limits.ts'
import { ConnectionsWithoutKey } from './http/connections-without-key.ts'
import { Exchanges } from './http/exchanges.ts'
import { httpServer } from './http/http-server.ts'
import { refuseUnfitHeaders } from './http/refuse-unfit-headers.ts'
import type { Parts } from './parts.ts'
import { ApiError } from './plugins/json-surface/api-error.ts'
import type { ArrivingBody } from './plugins/json-surface/body-room.ts'
import { levelOf } from './plugins/json-surface/errors.ts'
import { handleErrors, sendError, toApiError } from './plugins/json-surface/error-handling.ts'
import type { RequestFacts } from './request-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How many answers are under way. */
    answering: () => number
  }
  interface FastifyRequest {
    /** Whose key the request carries; set by the v1 surface before anything else runs. */
    caller: Caller
    /** What the log and the metrics will say of this request. */
    facts: Partial<RequestFacts>
    /** Settles when the call's hold has ended; the log line waits for it. */
    settled: Promise<void> | undefined
    /** The body of a JSON request. */
    arriving: ArrivingBody | undefined
  }
}

const NO_COMPILERS = {
  buildValidator: () => () => {
    throw new Error('a route with a schema stands outside the surfaces')
  },
  buildSerializer: () => () => JSON.stringify,
}

/** Addresses that no stranger connects from: this machine and private networks. */
const NEARBY = ['loopback', 'linklocal', 'uniquelocal']

export interface BareAppOptions {
  limits: ConnectionLimits
  /** What every answer begins with. */
  headers: Readonly<Record<string, string>>
  /** What sees a request before the framework does. */
  before?: (listener: RequestListener) => RequestListener
}

export interface BareApp {
  app: FastifyInstance
  /** Hears of each request with a valid key, token or session: its connection no longer counts among the strangers'. */
  keyAccepted: (request: FastifyRequest) => void
}

/** An app without a surface: its connections with their bounds, the headers, the log line and the errors that all surfaces share. */
export function bareApp(
  parts: Pick<Parts, 'config' | 'log' | 'metrics'>,
  { limits, headers, before = (listener) => listener }: BareAppOptions,
): BareApp {
  const exchanges = new Exchanges()
  const withoutKey = new ConnectionsWithoutKey(exchanges, limits.withoutKeyMax)
  const observe = observer(parts, Object.entries(headers))
  const app = Fastify({
    serverFactory: (listener) => httpServer(before(listener), { exchanges, withoutKey, limits }),
    logger: false,
    bodyLimit: parts.config.BODY_LIMIT_BYTES,
    genReqId: () => randomId('req_'),
    requestIdHeader: false,
    // A proxy stands nearby. What it says of the client counts for nothing but limits; hosts come from the configuration.
    trustProxy: NEARBY,
    frameworkErrors: (cause, request, reply) => {
      observe(request, reply)
      // A broken URL reaches no surface, and may have been meant for the feeds.
      reply.header('x-robots-tag', 'noindex')
      void sendError(request, reply, toApiError(cause))
    },
    clientErrorHandler: brokenHttpAnswerer(exchanges, headers),
    routerOptions: { maxParamLength: 256 },
    // Each surface checks and writes by its own schemas: Fastify's compilers of JSON schemas would be loaded for nothing.
    schemaController: { compilersFactory: NO_COMPILERS },
  })
  // JSON is all this service reads; Fastify would take text/plain too.
  app.removeContentTypeParser('text/plain')
  // Methods beyond the usual ones are known too, so that they get 405 where their path exists. CONNECT never becomes a request.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  app.decorate('answering', () => exchanges.answering)
  app.decorateRequest('caller')
  app.decorateRequest('facts')
  app.decorateRequest('settled')
  app.decorateRequest('arriving')

  // These hooks run for every request: with a callback they cost no promise.
  app.addHook('onRequest', (request, reply, done) => {
    observe(request, reply)
    refuseUnfitHeaders(request.raw)
    done()
  })
  // An unknown path is unknown before its body is read.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.is404) throw new ApiError('not_found')
    done()
  })
  handleErrors(app, parts.log)
  return { app, keyAccepted: (request) => withoutKey.accepted(request.raw.socket) }
}

/** Gives a request its id, its first headers and its one log line, which is written when its socket is done and its hold has ended. */
function observer(
  { log, metrics }: Pick<Parts, 'log' | 'metrics'>,
  headers: readonly (readonly [name: string, value: string])[],
): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    const started = performance.now()
    request.facts = {}
    reply.header('x-request-id', request.id)
    for (const [name, value] of headers) reply.header(name, value)
    reply.raw.on('close', () => {
      request.arriving?.letGo()
      const durationMs = Math.round((performance.now() - started) * 10) / 10
      const report = (): void => {
        const facts: RequestFacts = {
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url ?? '(none)',
          status: reply.statusCode,
          durationMs,
          ...request.facts,
        }
        log.request(facts, levelOf(facts))
        metrics.request(facts)
      }
      if (request.settled) void request.settled.then(report)
      else report()
    })
  }
}
