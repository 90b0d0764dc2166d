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
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage, done) => {
    const body = new ArrivingBody(room, request.caller?.accountId ?? NO_ACCOUNT)
    request.arriving = body
    readWithinBounds(payload, { body, bytesMax }, (cause, bytes) => {
      if (bytes === undefined) return done(cause)
      body.sent = bytes
      void parse(request, bytes.toString(), done)
    })
  })
}

/** So many pieces become one: a body that comes byte by byte would else take two hundred times its size. */
const PIECES_MAX = 256

/** Gives the bytes, or why they are refused, by their number or shape: then the rest of the body is left unread. */
function readWithinBounds(
  payload: IncomingMessage,
  { body, bytesMax }: { body: ArrivingBody; bytesMax: number },
  done: (cause: Error | null, bytes?: Buffer) => void,
): void {
  const bounds = new JsonBounds()
  const joined: Buffer[] = []
  let pieces: Buffer[] = []
  let bytes = 0
  let over = false
  /** A connection may also break behind the end of the reading. */
  const end = (cause: Error | null, bytes?: Buffer): void => {
    if (!over) done(cause, bytes)
    over = true
  }
  const take = (piece: Buffer): void => {
    try {
      bytes += piece.length
      if (bytes > bytesMax) throw bodyTooLarge(bytesMax)
      body.grow(bytes)
      // The marks are single bytes, in UTF-8 too: what stands between them need not be decoded.
      bounds.take(piece.toString('latin1'))
      pieces.push(piece)
      if (pieces.length === PIECES_MAX) {
        joined.push(Buffer.concat(pieces))
        pieces = []
      }
    } catch (cause) {
      // Only the reading ends: on the same socket the answer is to go out.
      payload.off('data', take).pause()
      end(cause as ApiError)
    }
  }
  payload
    .on('data', take)
    .once('end', () => end(null, Buffer.concat([...joined, ...pieces])))
    .once('error', (cause) => end(cause))
}
