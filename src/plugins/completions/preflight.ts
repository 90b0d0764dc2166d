import { admit } from '../../domain/calls/admit.ts'
import type { CallParts } from '../../domain/calls/call-parts.ts'
import type { ChatCall } from '../../domain/calls/chat-call.ts'
import { plan, type Plan } from '../../domain/calls/plan.ts'
import type { Disclosure } from '../../domain/grounding/disclosure.ts'
import type { Caller } from '../../domain/keys/key-service.ts'
import type { Hold } from '../../domain/ledger/ledger.ts'
import { priceMicros, toUsd } from '../../domain/ledger/price.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { ApiError } from '../json-surface/api-error.ts'
import { toApiError } from '../json-surface/error-handling.ts'

/** What a call would get. */
export interface Preflight {
  object: 'chat.completion.preflight'
  model: string
  /** What the call would be answered with: 200, or the refusal in the words of the API. */
  verdict: { status: number; error: ApiError['body']['error'] | null; svc?: unknown }
  fits: boolean
  prompt_tokens: number | null
  max_tokens: { requested: number | undefined; effective: number | null }
  /** The most that the call can cost, in USD. */
  cost_max_usd: number | null
  svc: Disclosure | null
}

/** Refusals of the plan that a preflight reports rather than answers with. */
const REPORTED = new Set(['context_length_exceeded', 'grounding_required'])

/**
 * Takes the steps of a call, and calls no upstream, charges nothing and keeps nothing.
 * @throws {Refusal} what is wrong in the request itself: model, framework ids
 */
export async function preflight(parts: CallParts, caller: Caller, request: ChatCall): Promise<Preflight> {
  const waiting = parts.gate.enter(caller.id)
  if (waiting) await waiting
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
  } finally {
    parts.gate.prepared(caller.id)
    parts.gate.leave(caller.id)
  }
}

async function admitted(parts: CallParts, caller: Caller, planned: Plan): Promise<Preflight> {
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

function verdict(refusal: Refusal | undefined): Preflight['verdict'] {
  if (!refusal) return { status: 200, error: null }
  const { entry, body } = toApiError(refusal)
  return { status: entry.status, ...body }
}
