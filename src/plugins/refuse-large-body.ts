import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/**
 * Refuses a body by its announced size before any of it is read. Fastify would do so too, but it cuts the connection then, and
 * a client that is still sending would see a broken pipe where the answer should be.
 * @throws {ApiError} `request_too_large`
 */
export function refuseLargeBody(request: FastifyRequest, limitBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    throw new ApiError('request_too_large', {
      message: `The request body is too large: at most ${limitBytes} bytes are accepted.`,
    })
  }
}
