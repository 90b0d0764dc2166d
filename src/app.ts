import type { FastifyInstance } from 'fastify'
import { bareApp, type BareApp } from './bare-app.ts'
import { randomId } from './domain/random-text.ts'
import { Refusal } from './domain/refusal.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits.ts'
import { EarlyRefusals, type EarlyRefusal } from './http/early-refusals.ts'
import { strictHeaders } from './http/strict-headers.ts'
import type { Parts } from './parts.ts'
import { publicUrls } from './public-urls.ts'
import { adminPlugin } from './plugins/admin/plugin.ts'
import { toApiError } from './plugins/json-surface/error-handling.ts'
import { consolePlugin } from './plugins/console/plugin.ts'
import { feedsPlugin } from './plugins/feeds/plugin.ts'
import { buildCatalog } from './plugins/mcp/build-catalog.ts'
import { mcpPlugin } from './plugins/mcp/plugin.ts'
import { healthPlugin, metricsPlugin } from './plugins/operations/plugin.ts'
import { Assets } from './plugins/pages/assets.ts'
import { referencePlugin } from './plugins/reference/plugin.ts'
import { sitePlugin } from './plugins/site/plugin.ts'
import { v1Plugin } from './plugins/v1/plugin.ts'

export interface AppOptions {
  /** True once the process is asked to stop: new calls are turned away. */
  draining: () => boolean
  limits?: ConnectionLimits
}

/**
 * Wires the public surfaces together, and the operator's too where they have no port of their own. No environment, no files, no
 * listening: a test builds the same app.
 */
export async function buildApp(
  parts: Parts,
  { draining, limits = CONNECTION_LIMITS }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = parts
  const urls = publicUrls(config)
  const headers = strictHeaders([urls.base, urls.platform].some((url) => url.startsWith('https:')))
  const early = new EarlyRefusals(busy(parts, headers))
  const bare = bareApp(parts, { limits, headers, before: (listener) => early.before(listener) })
  const { app, keyAccepted } = bare
  const bodyBytesMax = config.BODY_LIMIT_BYTES
  await app.register(referencePlugin, { urls })
  await app.register(healthPlugin, { ...parts, draining })
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
  await app.register(mcpPlugin, {
    ...parts,
    catalog: buildCatalog(parts),
    draining,
    bodyBytesMax,
    keyAccepted,
    ownUrls: [urls.base, urls.api, urls.console],
    prefix: '/mcp',
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
  if (config.ADMIN_PORT === undefined) await registerOperatorSurfaces(bare, parts)
  return app
}

/** Wires what is the operator's alone, for a port of its own: the operator API, the metrics, and how the process is. */
export async function buildAdminApp(
  parts: Parts,
  { draining, limits = CONNECTION_LIMITS }: AppOptions,
): Promise<FastifyInstance> {
  const bare = bareApp(parts, { limits, headers: strictHeaders(false) })
  await bare.app.register(healthPlugin, { ...parts, draining })
  await registerOperatorSurfaces(bare, parts)
  return bare.app
}

async function registerOperatorSurfaces({ app, keyAccepted }: BareApp, parts: Parts): Promise<void> {
  const { ADMIN_TOKEN: token, BODY_LIMIT_BYTES: bodyBytesMax } = parts.config
  await app.register(metricsPlugin, parts)
  if (token === undefined) return
  await app.register(adminPlugin, { ...parts, token, bodyBytesMax, keyAccepted, prefix: '/admin/v1' })
}

/** How calls are turned away while too many come: as the API would refuse them, without a look at the request. */
function busy({ gate }: Pick<Parts, 'gate'>, strict: Readonly<Record<string, string>>): EarlyRefusal {
  const { entry, headers, body } = toApiError(new Refusal('server_overloaded', { reason: 'waiting_calls' }))
  const text = JSON.stringify(body)
  const always = {
    ...strict,
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  return {
    refuses: (keyId) => gate.refusesAtOnce(keyId),
    prefix: '/v1/chat/completions',
    status: entry.status,
    headers: () => ({ ...always, 'x-request-id': randomId('req_') }),
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
