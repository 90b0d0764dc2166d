import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../domain/clock.ts'
import type { RequestLog } from '../../request-log.ts'
import {
  cachedAnswer,
  negotiate,
  notModified,
  sendEncoded,
  type Caching,
  type Handler,
} from '../cached/cached-answer.ts'
import { encodeOnce, Representation, tag } from '../cached/representation.ts'
import { handleErrors } from '../json-surface/error-handling.ts'
import { refuseOtherMethods } from '../json-surface/refuse-other-methods.ts'
import { buildFeeds, type Feed, type FeedParts } from './feeds.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The public feeds under /api/public: the nine of description 4.1, and what is stored. Built at start, served from memory. */
export async function feedsPlugin(
  app: FastifyInstance,
  parts: FeedParts & { clock: Clock; log: RequestLog },
): Promise<void> {
  handleErrors(app, parts.log)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .header('x-robots-tag', 'noindex')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
    done()
  })

  const finish = refuseOtherMethods(app)
  // Prices and limits in the bodies come from the configuration, which a restart may change: so they are as old as the process.
  const caching: Caching = {
    lastModified: new Date(parts.clock.now()).toUTCString(),
    cacheControl: 'public, max-age=300, stale-while-revalidate=86400',
  }
  for (const feed of buildFeeds(parts)) {
    const answer = feed.servedAt
      ? servedNow(feed, caching, parts.clock)
      : cachedAnswer(new Representation(JSON.stringify(feed.body)), JSON_TYPE, caching)
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

/** The landings, which say when they were served; their weak tag leaves that moment out. */
function servedNow(feed: Feed, caching: Caching, clock: Clock): Handler {
  const rest = JSON.stringify(feed.body).slice(1)
  const etag = `W/"${tag(rest)}"`
  return async (request, reply) => {
    if (notModified(request, reply, etag, caching)) return reply.code(304).send()
    const encoding = negotiate(request)
    const text = `{"servedAt":${JSON.stringify(new Date(clock.now()).toISOString())},${rest}`
    return sendEncoded(reply, JSON_TYPE, encoding, await encodeOnce(Buffer.from(text), encoding))
  }
}
