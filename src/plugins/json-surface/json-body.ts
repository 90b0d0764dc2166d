import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { JsonBounds } from './json-bounds.ts'
import { bodyTooLarge } from './refuse-large-bodies.ts'

/**
 * Makes a scope read JSON bodies within bounds: bytes, depth, fields and values are counted as they arrive, and the first that is passed ends the
 * reading, so that what is parsed at the end takes a few tens of milliseconds at most. What is malformed is refused as Fastify refuses it.
 */
export function readJsonWithinBounds(app: FastifyInstance, bytesMax: number): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const text = await boundedText(payload, bytesMax)
    return new Promise((resolve, reject) => {
      void parse(request, text, (cause, body) => (cause ? reject(cause) : resolve(body)))
    })
  })
}

/** @throws {ApiError} `request_too_large`, `invalid_value`; the rest of the body is left unread */
function boundedText(payload: IncomingMessage, bytesMax: number): Promise<string> {
  const bounds = new JsonBounds()
  let bytes = 0
  let text = ''
  return new Promise((resolve, reject) => {
    const take = (piece: string): void => {
      try {
        bytes += Buffer.byteLength(piece)
        if (bytes > bytesMax) throw bodyTooLarge(bytesMax)
        bounds.take(piece)
        text += piece
      } catch (cause) {
        // Only the reading ends: on the same socket the answer is to go out.
        payload.off('data', take).pause()
        reject(cause)
      }
    }
    payload
      .setEncoding('utf8')
      .on('data', take)
      .once('end', () => resolve(text))
      .once('error', reject)
  })
}
