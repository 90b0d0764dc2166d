import type { LogLevel } from '../../request-log.ts'
import type { RefusalCode } from '../../domain/refusal.ts'

/** How one kind of refusal looks to a caller, and how loudly it is logged. One line per code; README carries the same table. */
export interface ErrorEntry {
  status: number
  type:
    | 'authentication_error'
    | 'permission_error'
    | 'invalid_request_error'
    | 'insufficient_quota'
    | 'rate_limit_error'
    | 'api_error'
  message: string
  level: LogLevel
  headers?: Readonly<Record<string, string>>
}

const NO_RETRY = { 'x-should-retry': 'false' }
const SOON = { 'retry-after': '1' }

/** The error table of the service: the public words, their status and the headers that steer clients' retries. */
export const ERRORS = {
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    message: 'Incorrect API key provided. Send an active key as "Authorization: Bearer sk-svc-...".',
    level: 'info',
    headers: { ...NO_RETRY, 'www-authenticate': 'Bearer' },
  },
  invalid_token: {
    status: 401,
    type: 'authentication_error',
    message: 'Incorrect access token provided. Send an active one as "Authorization: Bearer pat-svc-...".',
    level: 'info',
    headers: { ...NO_RETRY, 'www-authenticate': 'Bearer' },
  },
  invalid_admin_token: {
    status: 401,
    type: 'authentication_error',
    message: 'Incorrect operator token provided. Send it as "Authorization: Bearer <ADMIN_TOKEN>".',
    level: 'info',
    headers: { ...NO_RETRY, 'www-authenticate': 'Bearer' },
  },
  origin_not_allowed: {
    status: 403,
    type: 'permission_error',
    message: 'A page of another site may not ask here. Programs send no "Origin" header.',
    level: 'info',
    headers: NO_RETRY,
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests came in a short time. Wait as long as Retry-After says.',
    level: 'info',
    headers: NO_RETRY,
  },
  invalid_json: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The request body is not valid JSON.',
    level: 'info',
  },
  invalid_type: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A field of the request has the wrong type.',
    level: 'info',
  },
  missing_required_parameter: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A required field of the request is missing.',
    level: 'info',
  },
  invalid_value: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A field of the request has a value outside what is accepted.',
    level: 'info',
  },
  unsupported_parameter: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A field of the request is not supported.',
    level: 'info',
  },
  unsupported_value: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A field of the request has a value that is not supported.',
    level: 'info',
  },
  request_too_large: {
    status: 413,
    type: 'invalid_request_error',
    message: 'The request body is too large.',
    level: 'info',
    headers: NO_RETRY,
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    message: 'Send the request body as JSON, with "Content-Type: application/json".',
    level: 'info',
  },
  bad_request: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The request is not valid HTTP.',
    level: 'info',
  },
  expectation_failed: {
    status: 417,
    type: 'invalid_request_error',
    message: 'The only expectation that is met is "Expect: 100-continue".',
    level: 'info',
  },
  not_found: {
    status: 404,
    type: 'invalid_request_error',
    message: 'There is nothing at this path.',
    level: 'info',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    message: 'This path does not answer that method.',
    level: 'info',
  },
  streaming_not_enabled: {
    status: 400,
    type: 'invalid_request_error',
    message: 'Streaming is not enabled',
    level: 'info',
  },
  model_not_found: {
    status: 404,
    type: 'invalid_request_error',
    message: 'The model does not exist.',
    level: 'info',
  },
  unknown_framework: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A pinned framework id is not in the registry.',
    level: 'info',
  },
  too_many_frameworks: {
    status: 400,
    type: 'invalid_request_error',
    message: 'Too many frameworks are pinned.',
    level: 'info',
  },
  grounding_required: {
    status: 422,
    type: 'invalid_request_error',
    message:
      'svc.require_grounding is set, and no framework was pinned or named, or none that was named fits. Name one in a user message or pin it in svc.frameworks.',
    level: 'info',
  },
  context_length_exceeded: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The prompt does not fit the maximum context length of the model.',
    level: 'info',
  },
  account_suspended: {
    status: 403,
    type: 'permission_error',
    message:
      'This account is suspended: it begins no new calls. Ask whoever runs the service. Nothing was charged.',
    level: 'info',
    headers: NO_RETRY,
  },
  credit_balance_exhausted: {
    status: 429,
    type: 'insufficient_quota',
    message:
      'You exceeded your current quota: the prepaid credit balance does not cover this call. Add credit on the billing page of the platform console.',
    level: 'info',
    headers: NO_RETRY,
  },
  key_spend_limit_exceeded: {
    status: 429,
    type: 'insufficient_quota',
    message: 'You exceeded your current quota: a spend limit of this API key or token is reached.',
    level: 'info',
    headers: NO_RETRY,
  },
  credit_held: {
    status: 429,
    type: 'rate_limit_error',
    message:
      'The remaining credit or spend limit is held by calls that are still running. Try again when they have ended.',
    level: 'info',
    headers: SOON,
  },
  key_limit_reached: {
    status: 409,
    type: 'invalid_request_error',
    message: 'The account has as many active keys as it can have. Revoke one first.',
    level: 'info',
  },
  idempotency_conflict: {
    status: 409,
    type: 'invalid_request_error',
    message: 'This Idempotency-Key was used before with another amount.',
    level: 'info',
  },
  insufficient_balance: {
    status: 409,
    type: 'invalid_request_error',
    message: 'The balance, without what running calls hold, does not cover this debit.',
    level: 'info',
  },
  upstream_unavailable: {
    status: 502,
    type: 'api_error',
    message: 'The model did not answer. Nothing was charged.',
    level: 'error',
  },
  upstream_timeout: {
    status: 504,
    type: 'api_error',
    message: 'The model did not answer in time. Nothing was charged.',
    level: 'error',
  },
  client_timeout: {
    status: 408,
    type: 'invalid_request_error',
    message:
      'The answer was read too slowly to end in the time that a call may take. What was sent is charged.',
    level: 'info',
    headers: NO_RETRY,
  },
  eu_path_unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The EU path is not available. The call was not sent anywhere else and nothing was charged.',
    level: 'error',
  },
  server_draining: {
    status: 503,
    type: 'api_error',
    message: 'This instance is shutting down. Try again.',
    level: 'warn',
    headers: SOON,
  },
  server_overloaded: {
    status: 503,
    type: 'api_error',
    message: 'The service is overloaded or cannot reach its accounts. Nothing was charged. Try again.',
    level: 'error',
    headers: SOON,
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'The service failed to handle the request. Nothing was charged.',
    level: 'error',
  },
} as const satisfies Record<string, ErrorEntry> & Record<RefusalCode, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** How loud the line of an answer is: as its error by the table, where it has one. */
export function levelOf({ errorCode, status }: { errorCode?: string; status: number }): LogLevel {
  if (errorCode !== undefined && errorCode in ERRORS) return ERRORS[errorCode as ErrorCode].level
  return status >= 500 ? 'error' : 'info'
}
