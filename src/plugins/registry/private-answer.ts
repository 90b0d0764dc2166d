import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isFresh, negotiate, sendEncoded } from '../cached/cached-answer.ts'
import { encodeOnce, tag, tagFor, type Encoding } from '../cached/representation.ts'

/** Smaller answers are sent as they are: pressing them costs more than it saves. */
const PRESSED_FROM = 8_192

/** Answers that are kept ready, in bytes all together. */
const KEPT_BYTES = 8_000_000

/** What is answered, and as what type. */
interface PrivateAnswer {
  text: () => string
  type?: string
  /**
   * Names the answer by what the registry calls it (ids, numbers), never by a caller's words: then it is kept ready. Where it is left out the
   * answer is made anew.
   */
  key?: readonly (string | number | undefined)[] | undefined
}

/** An answer as it was made: whole, and pressed as it was asked for. */
interface MadeAnswer {
  bytes: Buffer
  etag: string
  pressed: Partial<Record<Encoding, Promise<Buffer>>>
}

/** Answers that the caller alone may keep, for five minutes, under a strong tag; 304 where it has one already. */
export class PrivateAnswers {
  readonly #kept = new LRUCache<string, MadeAnswer>({
    maxSize: KEPT_BYTES,
    // Pressed in both encodings, an answer takes at most as much again.
    sizeCalculation: ({ bytes }) => 2 * bytes.length,
  })

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { text: make, type = 'application/json', key }: PrivateAnswer,
  ): Promise<FastifyReply> {
    const { bytes, etag: plain, pressed } = this.#answer(make, key && JSON.stringify(key))
    const encoding = bytes.length < PRESSED_FROM ? 'identity' : negotiate(request)
    const etag = tagFor(plain, encoding)
    reply.headers({
      etag,
      'cache-control': 'private, max-age=300',
      vary: 'Accept, Accept-Encoding, Authorization',
    })
    if (isFresh(request, { etag })) return reply.code(304).send()
    if (encoding === 'identity') return reply.type(type).send(bytes)
    pressed[encoding] ??= encodeOnce(bytes, encoding)
    return sendEncoded(reply, type, encoding, await pressed[encoding])
  }

  /** The same for a value as JSON. */
  json(
    request: FastifyRequest,
    reply: FastifyReply,
    value: () => object,
    key?: PrivateAnswer['key'],
  ): Promise<FastifyReply> {
    return this.send(request, reply, { text: () => JSON.stringify(value()), key })
  }

  #answer(make: () => string, key: string | undefined): MadeAnswer {
    const kept = key === undefined ? undefined : this.#kept.get(key)
    if (kept) return kept
    const text = make()
    const made = { bytes: Buffer.from(text), etag: tag(text), pressed: {} }
    if (key !== undefined) this.#kept.set(key, made)
    return made
  }
}

/** What a type may say beside how much it is liked: `;charset=utf-8`. */
const PARAMETER = /;\s*(?!q=)[^,;]*/g

const types = new Negotiator({ supportedValues: ['application/json', 'text/csv', 'text/calendar'] })

/** Whether a caller likes this type best of those that the registry has. */
export function wants(
  { headers: { accept = '' } }: FastifyRequest,
  type: 'text/csv' | 'text/calendar',
): boolean {
  // What most programs send.
  if (accept === '' || accept === '*/*' || accept === 'application/json') return false
  return types.negotiate(accept.toLowerCase().replaceAll(PARAMETER, '')) === type
}
