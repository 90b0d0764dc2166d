import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/**
 * Makes a scope refuse a body by its announced size before any of it is read. Fastify would do so too, but it cuts the
 * connection then, and a client that is still sending would see a broken pipe where the answer should be.
 */
export function refuseLargeBodies(app: FastifyInstance, limitBytes: number): void {
  app.addHook('preParsing', async (request) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
      throw new ApiError('request_too_large', {
        message: `The request body is too large: at most ${limitBytes} bytes are accepted.`,
      })
    }
  })
}
