import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { tagFor, type Encoding, type Representation } from './representation.ts'

/** Best first: where a client likes several equally, the smallest wins. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']
const negotiator = new Negotiator({ supportedValues: ENCODINGS })

export type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** What caches are told beside the tag. */
export interface Caching {
  /** An HTTP date. */
  lastModified: string
  cacheControl: string
}

/** Answers with a body that never changes while the process runs: encoded as the client likes best, or 304. */
export function cachedAnswer(body: Representation, contentType: string, caching: Caching): Handler {
  return (request, reply) => {
    const encoding = negotiate(request)
    if (notModified(request, reply, tagFor(body.etag, encoding), caching)) return reply.code(304).send()
    const bytes = body.bytes(encoding)
    if (bytes instanceof Promise) return bytes.then((made) => sendEncoded(reply, contentType, encoding, made))
    return sendEncoded(reply, contentType, encoding, bytes)
  }
}

export function sendEncoded(
  reply: FastifyReply,
  contentType: string,
  encoding: Encoding,
  bytes: Buffer,
): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(contentType).send(bytes)
}

export function negotiate(request: FastifyRequest): Encoding {
  const best = negotiator.negotiate(request.headers['accept-encoding'] ?? '')
  return ENCODINGS.find((encoding) => encoding === best) ?? 'identity'
}

/** Sets what caches go by, and says whether the client has this representation already. */
export function notModified(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  { lastModified, cacheControl }: Caching,
): boolean {
  reply.headers({
    vary: 'Accept-Encoding',
    etag,
    'last-modified': lastModified,
    'cache-control': cacheControl,
  })
  return isFresh(request, { etag, 'last-modified': lastModified })
}

/**
 * Whether a client's conditions say that it has this representation. `Cache-Control: no-cache` is for caches on the way: fetch in Node
 * sends it beside every condition that a caller sets, and an origin answers the condition all the same (RFC 9110, 13.1.2).
 */
export function isFresh(
  { headers }: FastifyRequest,
  representation: { etag: string; 'last-modified'?: string },
): boolean {
  const { 'cache-control': _, ...conditions } = headers
  return fresh(conditions, representation)
}
