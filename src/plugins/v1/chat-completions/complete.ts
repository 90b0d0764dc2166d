import { assemble } from '../../../domain/grounding/assemble.ts'
import { disclose, type Disclosure } from '../../../domain/grounding/disclosure.ts'
import { ground } from '../../../domain/grounding/grounding.ts'
import type { FittedPrompt } from '../../../domain/grounding/prompt-budget.ts'
import type { Caller } from '../../../domain/keys/key-service.ts'
import type { Hold, HoldWish } from '../../../domain/ledger/ledger.ts'
import type { Model } from '../../../domain/models/models.ts'
import { outputLimit, type OutputLimit } from '../../../domain/models/output-limit.ts'
import type { Framework } from '../../../domain/registry/framework.ts'
import { randomId } from '../../../domain/keys/secret.ts'
import type { UpstreamAnswer } from '../../../domain/upstream/upstream.ts'
import { ApiError } from '../../../errors.ts'
import type { Parts } from '../../../parts.ts'
import type { ChatCall } from './request.ts'
import { RunningCall } from './running-call.ts'

/** An answer that has begun: everything a response is made of. */
export interface OpenAnswer {
  id: string
  model: Model
  frameworks: readonly Framework[]
  disclosure: Disclosure
  /** What was asked for, or else the server default, and what the upstream was given. */
  maxTokens: { requested: number; effective: number }
  call: RunningCall
  answer: UpstreamAnswer
}

/**
 * Every step of a call, in the order of precedence (design 5): streaming switch, model, grounding, window, credit and
 * caps, upstream. `left` aborts when the client goes; `admitted` hears of the call as soon as it holds credit.
 * @throws {ApiError} any refusal of the table; nothing is charged then
 */
export async function complete(
  parts: Parts,
  caller: Caller,
  request: ChatCall,
  left: AbortSignal,
  admitted: (call: RunningCall, model: Model, frameworks: readonly Framework[]) => void,
): Promise<OpenAnswer> {
  if (request.stream && !parts.config.STREAMING_ENABLED) throw new ApiError('streaming_not_enabled')
  const model = resolve(parts.models, request.model)
  const limit = outputLimit(model, request.maxTokens)
  const chosen = ground(parts.registry, parts.detector, request.pins, request.messages)
  const fitted = await parts.budget.fit(model, limit, chosen, request.messages)
  const frameworks = parts.registry.inOrder(fitted.grounding.modules.map(({ framework }) => framework))
  const id = randomId('chatcmpl-')
  const hold = await holdFor(parts, caller, request, { id, model, limit, fitted, frameworks })
  const call = new RunningCall(parts, caller, hold, model, () =>
    parts.budget.exactPromptTokens(frameworks, request.messages),
  )
  admitted(call, model, frameworks)
  const leave = (): void => call.end('client_closed')
  left.addEventListener('abort', leave, { once: true })
  if (left.aborted) leave()
  try {
    call.signal.throwIfAborted()
    call.asking()
    const answer = await parts.upstreams[model.region].open(
      {
        model,
        prompt: assemble(frameworks, request.messages),
        maxTokens: hold.maxTokens,
        stream: request.stream,
        sampling: request.sampling,
        frameworks,
        messages: request.messages,
      },
      call.signal,
    )
    return {
      id,
      model,
      frameworks,
      disclosure: disclose(parts.registry, fitted.grounding, model, request.ignored),
      maxTokens: { requested: limit.requested, effective: hold.maxTokens },
      call,
      answer,
    }
  } catch (cause) {
    await call.fail(cause)
    throw cause
  }
}

function resolve(models: readonly Model[], alias: string): Model {
  const model = models.find((one) => one.alias === alias)
  if (model) return model
  throw new ApiError('model_not_found', {
    message: `The model ${JSON.stringify(alias.slice(0, 64))} does not exist. Models: ${models.map((one) => one.alias).join(', ')}.`,
    param: 'model',
  })
}

/**
 * Holds the price of the call. While the prompt is only bounded the whole price is tried; where credit or a cap does not
 * cover that, the prompt is counted and the exact price decides, with the output shortened if need be.
 */
async function holdFor(
  parts: Parts,
  caller: Caller,
  request: ChatCall,
  call: {
    id: string
    model: Model
    limit: OutputLimit
    fitted: FittedPrompt
    frameworks: readonly Framework[]
  },
): Promise<Hold> {
  const { id, model, limit, fitted, frameworks } = call
  const wish: HoldWish = {
    id,
    accountId: caller.accountId,
    keyId: caller.id,
    model,
    frameworks: frameworks.map((framework) => framework.id),
    promptTokens: fitted.promptTokens,
    maxTokens: fitted.maxTokens,
    floorTokens: limit.floor,
  }
  if (fitted.exact) return parts.ledger.hold(wish)
  const hold = await parts.ledger.tryHold(wish)
  if (hold) return hold
  const promptTokens = await parts.budget.exactPromptTokens(frameworks, request.messages)
  return parts.ledger.hold({ ...wish, promptTokens })
}
