import type { FastifyRequest } from 'fastify'
import type { Scope } from '../../domain/keys/scopes.ts'
import { Refusal, type RefusalCode } from '../../domain/refusal.ts'
import type { RequestLog } from '../../request-log.ts'
import { noteError, toApiError } from '../json-surface/error-handling.ts'
import type { ErrorCode } from '../json-surface/errors.ts'

/** A tool call that was not carried out. Its message is read by a model, and says which call to make next. */
export class ToolFailure extends Error {}

/** The token may not do what was asked. */
export function missingScope(scope: Scope): ToolFailure {
  return new ToolFailure(
    `This token lacks the scope ${scope}. Make a token that has it in the console, under Tokens, and use it here. get_account tells what this one may do.`,
  )
}

/** What to do about a refusal of a call, where its own words do not say so to whoever reads them here. */
const NEXT: { readonly [Code in ErrorCode]?: string } = {
  unknown_framework: 'Call list_frameworks for the valid ids.',
  too_many_frameworks: 'Call ask again with fewer frameworks.',
  credit_balance_exhausted: 'get_account tells the balance. The other tools cost nothing.',
  key_spend_limit_exceeded: 'get_account tells the limits of this token. The other tools cost nothing.',
  credit_held: 'Call ask again in a few seconds.',
  server_overloaded: 'Call ask again in a few seconds.',
  server_draining: 'Call ask again: another instance will answer.',
  upstream_unavailable: 'Call ask again later.',
  internal_error: 'Call it once more.',
  upstream_timeout: 'Call ask again, with mode fast or a narrower question.',
}

/** What a model is told of a failure. Which of the service's errors it is stands in the log line of the request. */
export function failureWords(cause: unknown, request: FastifyRequest, log: RequestLog): string {
  if (cause instanceof ToolFailure) return cause.message
  const error = toApiError(ofToken(cause))
  noteError(request, error)
  if (error.code === 'internal_error') log.fault('tool_failed', cause)
  const next = NEXT[error.code]
  return next === undefined ? error.message : `${error.message} ${next}`
}

/** The call was made for a token, whatever the ledger calls it. */
function ofToken(cause: unknown): unknown {
  if (isRefusal(cause, 'invalid_api_key')) return new Refusal('invalid_token')
  if (isRefusal(cause, 'key_spend_limit_exceeded'))
    return new Refusal(cause.code, { ...cause.facts, sort: 'token' })
  return cause
}

function isRefusal<Code extends RefusalCode>(cause: unknown, code: Code): cause is Refusal<Code> {
  return cause instanceof Refusal && cause.code === code
}
