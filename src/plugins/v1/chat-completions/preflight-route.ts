import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../../domain/keys/key-service.ts'
import type { Hold } from '../../../domain/ledger/ledger.ts'
import { priceMicros, toUsd } from '../../../domain/ledger/price.ts'
import type { CallParts } from '../../../domain/calls/call-parts.ts'
import type { ChatCall } from '../../../domain/calls/chat-call.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { toApiError } from '../../json-surface/error-handling.ts'
import { errorResponses, preflightSchema } from '../schemas.ts'
import { admit } from '../../../domain/calls/admit.ts'
import { plan, type Plan } from '../../../domain/calls/plan.ts'
import { chatRequestSchema, chatRequestValidator } from './request.ts'

/**
 * POST /v1/chat/completions/preflight: the same body as a call, and what the call would get: which modules and why, whether it
 * fits, its price ceiling, and the refusal if there would be one. It takes the call's own steps, calls no upstream, charges
 * nothing and keeps nothing.
 */
export function preflightRoute(app: FastifyInstance, parts: CallParts): void {
  app.post<{ Body: ChatCall }>(
    '/chat/completions/preflight',
    {
      schema: {
        operationId: 'preflightChatCompletion',
        tags: ['Model API'],
        summary: 'What a call would be grounded in and cost, free of charge',
        description:
          'A body that is wrong in itself (shape, model, framework ids) gets the error that the call would get. What depends on window, grounding, credit, caps or the EU path is told in `verdict`.',
        body: chatRequestSchema,
        response: { 200: preflightSchema, ...errorResponses(400, 401, 404, 413, 415, 500, 503) },
      },
      validatorCompiler: chatRequestValidator,
    },
    async ({ body, caller }) => preflight(parts, caller, body),
  )
}

/** Refusals of the plan that a preflight reports rather than answers with. */
const REPORTED = new Set(['context_length_exceeded', 'grounding_required'])

async function preflight(
  parts: CallParts,
  caller: Caller,
  request: ChatCall,
): Promise<Record<string, unknown>> {
  try {
    return await admitted(parts, caller, await plan(parts, request))
  } catch (cause) {
    if (!(cause instanceof Refusal) || !REPORTED.has(cause.code)) throw cause
    const requested =
      request.maxTokens ?? parts.models.find(({ alias }) => alias === request.model)?.defaultMaxTokens
    return {
      object: 'chat.completion.preflight',
      model: request.model,
      verdict: verdict(cause),
      fits: cause.code !== 'context_length_exceeded',
      prompt_tokens: null,
      max_tokens: { requested, effective: null },
      cost_max_usd: null,
      svc: null,
    }
  }
}

async function admitted(parts: CallParts, caller: Caller, planned: Plan): Promise<Record<string, unknown>> {
  const { request, model, limit, fitted, frameworks, disclosure } = planned
  const promptTokens = fitted.exact
    ? fitted.promptTokens
    : await parts.budget.exactPromptTokens(frameworks, request.messages)
  const { hold, refusal } = await probe(parts, caller, planned)
  return {
    object: 'chat.completion.preflight',
    model: model.alias,
    verdict: verdict(refusal),
    fits: true,
    prompt_tokens: promptTokens,
    max_tokens: { requested: limit.requested, effective: hold?.maxTokens ?? null },
    cost_max_usd: toUsd(hold?.amountMicros ?? priceMicros(model, promptTokens, fitted.maxTokens)),
    svc: disclosure,
  }
}

/** What credit, caps and the path would say, in the order of precedence: what the call would hold, or its refusal. */
async function probe(
  parts: CallParts,
  caller: Caller,
  planned: Plan,
): Promise<{ hold?: Hold; refusal?: Refusal }> {
  try {
    const hold = await admit(parts, caller, 'preflight', planned, 'probe')
    const { available } = parts.upstreams[planned.model.region]
    return available ? { hold } : { refusal: new Refusal('eu_path_unavailable') }
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    return { refusal: cause }
  }
}

function verdict(refusal: Refusal | undefined): Record<string, unknown> {
  if (!refusal) return { status: 200, error: null }
  const { entry, body } = toApiError(refusal)
  return { status: entry.status, ...body }
}
