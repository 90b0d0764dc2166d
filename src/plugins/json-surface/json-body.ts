import { isAscii } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { ApiError } from './api-error.ts'
import { ArrivingBody, type BodyRoom } from './body-room.ts'
import { JsonBounds } from './json-bounds.ts'
import { bodyTooLarge } from './refuse-large-bodies.ts'

/** Whose bodies they are where no account is asked for: the operator's. */
const NO_ACCOUNT = ''

/**
 * Makes a scope read JSON bodies within bounds: bytes, depth, fields and values are counted as they arrive, and the first that is passed ends the
 * reading, so that what is parsed at the end takes a few tens of milliseconds at most. What is malformed is refused as Fastify refuses it.
 * Large bodies take room until their request is over.
 */
export function readJsonWithinBounds(app: FastifyInstance, bytesMax: number, room: BodyRoom): void {
  const parseCarefully = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage, done) => {
    const body = new ArrivingBody(room, request.caller?.accountId ?? NO_ACCOUNT)
    request.arriving = body
    readWithinBounds(payload, { body, bytesMax }, (cause, read) => {
      if (read === undefined) return done(cause)
      body.sent = read.bytes
      const plain = read.mayPoison ? undefined : parsed(read.text)
      if (plain === undefined) void parseCarefully(request, read.text, done)
      else done(null, plain)
    })
  })
}

/** Undefined where the text is no JSON: Fastify's own parser says why. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** So many pieces become one: a body that comes byte by byte would else take two hundred times its size. */
const PIECES_MAX = 256

/** A body that was read. */
interface ReadBody {
  /** As it came, in pieces. */
  bytes: readonly Buffer[]
  text: string
  /** Whether it may hold a name that does something to the object that is made of it (see `JsonBounds`). */
  mayPoison: boolean
}

/** Gives the body, or why it is refused, by its size or shape: then the rest of it is left unread. */
function readWithinBounds(
  payload: IncomingMessage,
  { body, bytesMax }: { body: ArrivingBody; bytesMax: number },
  done: (cause: Error | null, read?: ReadBody) => void,
): void {
  const bounds = new JsonBounds()
  const pieces = new BodyPieces()
  let bytes = 0
  let over = false
  /** A connection may also break behind the end of the reading. */
  const end = (cause: Error | null, read?: ReadBody): void => {
    if (!over) done(cause, read)
    over = true
  }
  const take = (piece: Buffer): void => {
    try {
      bytes += piece.length
      if (bytes > bytesMax) throw bodyTooLarge(bytesMax)
      body.grow(bytes)
      // The marks are single bytes, in UTF-8 too: what stands between them need not be decoded.
      const marks = piece.toString('latin1')
      bounds.take(marks)
      pieces.add(piece, marks)
    } catch (cause) {
      // Only the reading ends: on the same socket the answer is to go out.
      payload.off('data', take).pause()
      end(cause as ApiError)
    }
  }
  payload
    .on('data', take)
    .once('end', () => end(null, { ...pieces.whole(), mayPoison: bounds.mayPoison }))
    .once('error', (cause) => end(cause))
}

/** The pieces of a body, as bytes and, as long as they are ASCII, as text: then nothing need be copied to decode it. */
class BodyPieces {
  readonly #joined: Buffer[] = []
  readonly #joinedTexts: string[] = []
  #bytes: Buffer[] = []
  #texts: string[] = []
  #ascii = true

  /** `latin1` is the piece read as such. */
  add(piece: Buffer, latin1: string): void {
    this.#ascii &&= isAscii(piece)
    this.#bytes.push(piece)
    if (this.#ascii) this.#texts.push(latin1)
    if (this.#bytes.length < PIECES_MAX) return
    this.#joined.push(Buffer.concat(this.#bytes))
    this.#joinedTexts.push(this.#texts.join(''))
    this.#bytes = []
    this.#texts = []
  }

  whole(): { bytes: Buffer[]; text: string } {
    const bytes = [...this.#joined, ...this.#bytes]
    const text = this.#ascii
      ? [...this.#joinedTexts, ...this.#texts].join('')
      : Buffer.concat(bytes).toString()
    return { bytes, text }
  }
}
