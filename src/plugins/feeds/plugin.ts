import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Clock } from '../../domain/clock.ts'
import type { RequestLog } from '../../request-log.ts'
import { handleErrors } from '../json-surface/error-handling.ts'
import { refuseOtherMethods } from '../json-surface/refuse-other-methods.ts'
import { buildFeeds, type Feed, type FeedParts } from './feeds.ts'
import { encodeOnce, Representation, tag, tagFor, type Encoding } from './representation.ts'

/** Best first: where a client likes several equally, the smallest wins. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']
const negotiator = new Negotiator({ supportedValues: ENCODINGS })

/** The nine public feeds under /api/public (description 4.1): built at start, served from memory. */
export async function feedsPlugin(
  app: FastifyInstance,
  parts: FeedParts & { clock: Clock; log: RequestLog },
): Promise<void> {
  handleErrors(app, parts.log)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-robots-tag', 'noindex').header('access-control-allow-origin', '*')
    done()
  })

  const finish = refuseOtherMethods(app)
  // Prices and limits in the bodies come from the configuration, which a restart may change: so they are as old as the process.
  const lastModified = new Date(parts.clock.now()).toUTCString()
  for (const feed of buildFeeds(parts)) {
    const answer = feed.servedAt ? servedNow(feed, lastModified, parts.clock) : prepared(feed, lastModified)
    app.get(
      `/${feed.name}/v1`,
      {
        schema: {
          operationId: `feed-${feed.name}`,
          tags: ['Public feeds'],
          summary: feed.summary,
          response: { 200: feed.schema },
        },
      },
      answer,
    )
  }
  finish()
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** A feed whose bytes never change. */
function prepared(feed: Feed, lastModified: string): Handler {
  const body = new Representation(JSON.stringify(feed.body))
  return (request, reply) => {
    const encoding = negotiate(request)
    if (notModified(request, reply, lastModified, tagFor(body.etag, encoding))) return reply.code(304).send()
    const bytes = body.bytes(encoding)
    if (bytes instanceof Promise) return bytes.then((made) => send(reply, encoding, made))
    return send(reply, encoding, bytes)
  }
}

/** The landings, which say when they were served; their weak tag leaves that moment out. */
function servedNow(feed: Feed, lastModified: string, clock: Clock): Handler {
  const rest = JSON.stringify(feed.body).slice(1)
  const etag = `W/"${tag(rest)}"`
  return async (request, reply) => {
    if (notModified(request, reply, lastModified, etag)) return reply.code(304).send()
    const encoding = negotiate(request)
    const text = `{"servedAt":${JSON.stringify(new Date(clock.now()).toISOString())},${rest}`
    return send(reply, encoding, await encodeOnce(text, encoding))
  }
}

function send(reply: FastifyReply, encoding: Encoding, bytes: Buffer): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(bytes)
}

function negotiate(request: FastifyRequest): Encoding {
  const best = negotiator.negotiate(request.headers['accept-encoding'] ?? '')
  return ENCODINGS.find((encoding) => encoding === best) ?? 'identity'
}

/** Sets what caches go by, and says whether the client has this representation already. */
function notModified(
  request: FastifyRequest,
  reply: FastifyReply,
  lastModified: string,
  etag: string,
): boolean {
  reply.headers({
    vary: 'Accept-Encoding',
    etag,
    'last-modified': lastModified,
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
  })
  return fresh(request.headers, { etag, 'last-modified': lastModified })
}
