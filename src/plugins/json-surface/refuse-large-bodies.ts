import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/**
 * Makes a scope refuse a body by its announced size before any of it is read. Fastify would do so too, but it cuts the
 * connection then, and a client that is still sending would see a broken pipe where the answer should be.
 */
export function refuseLargeBodies(app: FastifyInstance, bytesMax: number): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw bodyTooLarge(bytesMax)
    done()
  })
}

export function bodyTooLarge(bytesMax: number): ApiError {
  return new ApiError('request_too_large', {
    message: `The request body is too large: at most ${bytesMax} bytes are accepted.`,
  })
}
