import { METHODS } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Caller } from './domain/keys/key-service.ts'
import { randomId } from './domain/random-text.ts'
import { Refusal } from './domain/refusal.ts'
import { brokenHttpAnswerer } from './http/broken-http.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits.ts'
import { ConnectionsWithoutKey } from './http/connections-without-key.ts'
import { EarlyRefusals, type EarlyRefusal } from './http/early-refusals.ts'
import { Exchanges } from './http/exchanges.ts'
import { httpServer } from './http/http-server.ts'
import { refuseUnfitHeaders } from './http/refuse-unfit-headers.ts'
import type { Parts } from './parts.ts'
import { publicUrls } from './public-urls.ts'
import { adminPlugin } from './plugins/admin/plugin.ts'
import { ApiError } from './plugins/json-surface/api-error.ts'
import { levelOf } from './plugins/json-surface/errors.ts'
import { handleErrors, sendError, toApiError } from './plugins/json-surface/error-handling.ts'
import { consolePlugin } from './plugins/console/plugin.ts'
import { feedsPlugin } from './plugins/feeds/plugin.ts'
import { operationsPlugin } from './plugins/operations/plugin.ts'
import { Assets } from './plugins/pages/assets.ts'
import { referencePlugin } from './plugins/reference/plugin.ts'
import { sitePlugin } from './plugins/site/plugin.ts'
import { v1Plugin } from './plugins/v1/plugin.ts'
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
    /** The body of a JSON request as it came, until its route has read what it needs. */
    sentBytes: Buffer | undefined
    /** Hears that the request is over: what its body took is free. */
    letBodyGo: (() => void) | undefined
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

export interface AppOptions {
  /** True once the process is asked to stop: new calls are turned away. */
  draining: () => boolean
  limits?: ConnectionLimits
}

/** Wires the surfaces together. No environment, no files, no listening: a test builds the same app. */
export async function buildApp(
  parts: Parts,
  { draining, limits = CONNECTION_LIMITS }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = parts
  const exchanges = new Exchanges()
  const withoutKey = new ConnectionsWithoutKey(exchanges, limits.withoutKeyMax)
  const early = new EarlyRefusals(busy(parts))
  const app = Fastify({
    serverFactory: (listener) => httpServer(early.before(listener), { exchanges, withoutKey, limits }),
    logger: false,
    bodyLimit: config.BODY_LIMIT_BYTES,
    genReqId: () => randomId('req_'),
    requestIdHeader: false,
    // A proxy stands nearby. What it says of the client counts for nothing but a limit of mails; hosts come from the configuration.
    trustProxy: NEARBY,
    frameworkErrors: (cause, request, reply) => {
      observe(parts, request, reply)
      // A broken URL reaches no surface, and may have been meant for the feeds.
      reply.header('x-robots-tag', 'noindex')
      void sendError(request, reply, toApiError(cause))
    },
    clientErrorHandler: brokenHttpAnswerer(exchanges),
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
  app.decorateRequest('letBodyGo')
  app.decorateRequest('sentBytes')

  // These hooks run for every request: with a callback they cost no promise.
  app.addHook('onRequest', (request, reply, done) => {
    observe(parts, request, reply)
    refuseUnfitHeaders(request.raw)
    done()
  })
  // An unknown path is unknown before its body is read.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.is404) throw new ApiError('not_found')
    done()
  })
  handleErrors(app, parts.log)

  const urls = publicUrls(config)
  const bodyBytesMax = config.BODY_LIMIT_BYTES
  const keyAccepted = (request: FastifyRequest): void => withoutKey.accepted(request.raw.socket)
  await app.register(referencePlugin, { urls })
  await app.register(operationsPlugin, { ...parts, draining })
  await app.register(feedsPlugin, {
    ...parts,
    urls,
    bodyBytesMax,
    usageRetentionDays: config.USAGE_RETENTION_DAYS,
    prefix: '/api/public',
  })
  await app.register(v1Plugin, {
    ...parts,
    draining,
    bodyBytesMax,
    keyAccepted: (request) => {
      keyAccepted(request)
      early.accepted(request.raw, request.caller.id)
    },
    lastBytesMs: limits.lastBytesMs,
    keepaliveMs: config.KEEPALIVE_INTERVAL_MS,
    prefix: '/v1',
  })
  const assets = new Assets(new Date(parts.clock.now()).toUTCString())
  assets.register(app)
  await app.register(sitePlugin, {
    ...parts,
    assets,
    urls,
    consoleOn: config.CONSOLE_ENABLED,
    builtIn: config.UPSTREAM_BASE_URL === undefined,
  })
  if (config.CONSOLE_ENABLED) {
    await app.register(consolePlugin, {
      ...parts,
      assets,
      urls,
      keyAccepted,
      draining,
      lastBytesMs: limits.lastBytesMs,
      keepaliveMs: config.KEEPALIVE_INTERVAL_MS,
      topUpUrl: config.TOP_UP_URL,
      signUp: config.SIGN_UP,
      paths: answering(config),
      prefix: '/console',
    })
  }
  const { ADMIN_TOKEN: token } = config
  if (token !== undefined)
    await app.register(adminPlugin, {
      ...parts,
      token,
      bodyBytesMax,
      keyAccepted,
      prefix: '/admin/v1',
    })
  return app
}

/** How calls are turned away while too many come: as the API would refuse them, without a look at the request. */
function busy({ gate }: Pick<Parts, 'gate'>): EarlyRefusal {
  const { entry, headers, body } = toApiError(new Refusal('server_overloaded', { reason: 'waiting_calls' }))
  const text = JSON.stringify(body)
  return {
    refuses: (keyId) => gate.refusesAtOnce(keyId),
    prefix: '/v1/chat/completions',
    status: entry.status,
    headers: () => ({
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-content-type-options': 'nosniff',
      'x-request-id': randomId('req_'),
    }),
    body: text,
  }
}

/** What answers on each path, in words. */
function answering({ UPSTREAM_BASE_URL: global, UPSTREAM_EU_BASE_URL: eu }: Parts['config']): {
  global: string
  eu: string
} {
  return {
    global:
      global === undefined ? 'the built-in extractive responder' : `the upstream at ${new URL(global).host}`,
    eu: eu === undefined ? 'nothing: its aliases answer 503' : `the upstream at ${new URL(eu).host}`,
  }
}

/** Gives the request its id and its one log line, which is written when its socket is done and its hold has ended. */
function observe(parts: Parts, request: FastifyRequest, reply: FastifyReply): void {
  const started = performance.now()
  request.facts = {}
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  reply.raw.on('close', () => {
    request.letBodyGo?.()
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
      parts.log.request(facts, levelOf(facts))
      parts.metrics.request(facts)
    }
    if (request.settled) void request.settled.then(report)
    else report()
  })
}
