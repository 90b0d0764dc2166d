import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StoreUnavailable } from '../../domain/ledger/store.ts'
import { Refusal } from '../../domain/refusal.ts'
import { ApiError } from './api-error.ts'
import type { ErrorCode } from './errors.ts'
import type { RequestLog } from '../../request-log.ts'
import { wordsOf } from './refusal-words.ts'

/** Fastify's own errors that a caller can cause, in the words of the table. */
const FROM_FASTIFY: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_ASYNC_CONSTRAINT: 'bad_request',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** Any thrown thing as a line of the table; what is not from it is our own fault and says nothing of its cause. */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (cause instanceof Refusal) return new ApiError(cause.code, wordsOf(cause))
  if (cause instanceof StoreUnavailable) {
    return new ApiError('server_overloaded', { reason: `store_${cause.reason}` })
  }
  if (cause instanceof Error && 'code' in cause) {
    const code = FROM_FASTIFY[String(cause.code)]
    if (code) return new ApiError(code)
    // A poisoned or broken JSON text (`__proto__` keys, bad escapes) has no code of its own but this status.
    if (cause instanceof SyntaxError) return new ApiError('invalid_json')
  }
  return cause instanceof SyntaxError && 'statusCode' in cause
    ? new ApiError('invalid_json')
    : new ApiError('internal_error')
}

/** Makes an error part of the request's log line. */
export function noteError(request: FastifyRequest, error: ApiError): void {
  request.facts.errorCode = error.code
  if (error.reason !== undefined) request.facts.errorReason = error.reason
}

/** Answers an error in the one envelope, and notes its code for the log line. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  noteError(request, error)
  return reply.code(error.entry.status).headers(error.headers).type('application/json').send(error.body)
}

/** One error handler and one 404 for the scope it is called in. */
export function handleErrors(
  app: FastifyInstance,
  log: RequestLog,
  notFound: (request: FastifyRequest) => ApiError = () => new ApiError('not_found'),
): void {
  app.setErrorHandler((cause, request, reply) => {
    // Nobody is left to read it, or the answer has begun: there is nothing to send.
    if (reply.raw.destroyed || reply.sent) return reply
    const error = toApiError(cause)
    if (error.code === 'internal_error') log.fault('request_failed', cause)
    return sendError(request, reply, error)
  })
  app.setNotFoundHandler((request, reply) => sendError(request, reply, notFound(request)))
}
