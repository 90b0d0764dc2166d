import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../json-surface/api-error.ts'
import { noteError } from '../json-surface/error-handling.ts'
import type { ErrorCode } from '../json-surface/errors.ts'

/** The protocol's own codes, where it has one; all else is a server's error. */
const CODES: { readonly [Code in ErrorCode]?: number } = {
  invalid_json: -32_700,
  bad_request: -32_600,
  invalid_type: -32_600,
  invalid_value: -32_600,
  internal_error: -32_603,
}
const SERVER_ERROR = -32_000

/** Answers an error as JSON-RPC has it, with the code of the service's own table in its data. */
export function sendJsonRpcError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
): FastifyReply {
  noteError(request, error)
  const { code, message, entry } = error
  return reply
    .code(entry.status)
    .headers(error.headers)
    .type('application/json')
    .send({
      jsonrpc: '2.0',
      id: null,
      error: { code: CODES[code] ?? SERVER_ERROR, message, data: { code, type: entry.type } },
    })
}
