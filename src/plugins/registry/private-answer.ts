import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { negotiate, sendEncoded } from '../cached/cached-answer.ts'
import { encodeOnce, tag, tagFor } from '../cached/representation.ts'

/** Smaller answers are sent as they are: pressing them costs more than it saves. */
const PRESSED_FROM = 8_192

/** An answer that the caller alone may keep, for five minutes, under a strong tag; 304 where it has it already. */
export async function sendPrivately(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, type = 'application/json' }: { text: string; type?: string },
): Promise<FastifyReply> {
  const encoding = text.length < PRESSED_FROM ? 'identity' : negotiate(request)
  const etag = tagFor(tag(text), encoding)
  reply.headers({
    etag,
    'cache-control': 'private, max-age=300',
    vary: 'Accept, Accept-Encoding, Authorization',
  })
  if (fresh(request.headers, { etag })) return reply.code(304).send()
  return sendEncoded(reply, type, encoding, await encodeOnce(text, encoding))
}

/** The same for a value as JSON. */
export function sendJsonPrivately(
  request: FastifyRequest,
  reply: FastifyReply,
  value: object,
): Promise<FastifyReply> {
  return sendPrivately(request, reply, { text: JSON.stringify(value) })
}

/** Whether a caller wants this type rather than JSON. */
export function wants(request: FastifyRequest, type: string): boolean {
  return request.headers.accept?.includes(type) === true
}
