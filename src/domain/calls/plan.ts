import type { Disclosure } from '../grounding/disclosure.ts'
import { disclose } from '../grounding/disclosure.ts'
import { ground, pin, requireGrounding } from '../grounding/grounding.ts'
import type { FittedPrompt } from '../grounding/prompt-budget.ts'
import type { Model } from '../models/models.ts'
import type { EarlyEndSignal } from '../early-end.ts'
import { outputLimit, type OutputLimit } from '../models/output-limit.ts'
import type { Framework } from '../registry/framework.ts'
import { Refusal } from '../refusal.ts'
import type { PlanParts } from './call-parts.ts'
import type { ChatCall } from './chat-call.ts'

/** What a call will be, before any credit is looked at: the same for the call itself and for its free preflight. */
export interface Plan {
  request: ChatCall
  model: Model
  limit: OutputLimit
  fitted: FittedPrompt
  /** In canonical order. */
  frameworks: readonly Framework[]
  disclosure: Disclosure
}

/**
 * The first steps of a call, in the order of precedence (design 5): streaming switch, model, framework ids, the window for the text alone,
 * grounding, the window for the whole prompt. `left` aborts when nobody waits any more.
 * @throws {Refusal} `streaming_not_enabled`, `model_not_found`, `unknown_framework`, `too_many_frameworks`,
 * `grounding_required`, `context_length_exceeded`
 */
export async function plan(parts: PlanParts, request: ChatCall, left?: EarlyEndSignal): Promise<Plan> {
  if (request.stream && !parts.settings.streaming) throw new Refusal('streaming_not_enabled')
  const model = resolve(parts.models, request.model)
  const limit = outputLimit(model, request.maxTokens)
  const pinned = pin(parts.registry, request.pins)
  // Before detection reads the text: what cannot fit must not cost more than it takes to see that.
  const measured = await parts.budget.measure(model, limit, pinned, request.messages, left)
  const named = await ground(parts.detector, pinned, request.messages)
  const chosen = await parts.excerpts.cut(named, request.messages)
  if (request.requireGrounding) requireGrounding(chosen)
  const fitted = await parts.budget.fit(model, limit, chosen, request.messages, measured, left)
  if (request.requireGrounding) requireGrounding(fitted.grounding)
  return {
    request,
    model,
    limit,
    fitted,
    frameworks: parts.registry.inOrder(fitted.grounding.modules.map(({ framework }) => framework)),
    disclosure: disclose(parts.registry, fitted.grounding, model, request.ignored),
  }
}

function resolve(models: readonly Model[], alias: string): Model {
  const model = models.find((one) => one.alias === alias)
  if (model) return model
  throw new Refusal('model_not_found', { model: alias, models: models.map((one) => one.alias) })
}
