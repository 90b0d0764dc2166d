import { assemble } from '../grounding/assemble.ts'
import type { Disclosure } from '../grounding/disclosure.ts'
import type { EarlyEnd } from '../early-end.ts'
import type { Caller } from '../keys/key-service.ts'
import { randomId } from '../random-text.ts'
import type { Model } from '../models/models.ts'
import type { Framework } from '../registry/framework.ts'
import type { UpstreamAnswer } from '../upstream/upstream.ts'
import { admit } from './admit.ts'
import { plan } from './plan.ts'
import type { CallParts } from './call-parts.ts'
import type { ChatCall } from './chat-call.ts'
import { RunningCall } from './running-call.ts'

/** An answer that has begun: everything a response is made of. */
export interface OpenAnswer {
  id: string
  model: Model
  /** Whole, with the controls of parts that were not injected: they exist, if an answer cites them. */
  frameworks: readonly Framework[]
  disclosure: Disclosure
  /** What was asked for, or else the server default, and what the upstream was given. */
  maxTokens: { requested: number; effective: number }
  /** The most the call can cost, in micro-dollars: what is held for it. */
  ceilingMicros: number
  call: RunningCall
  answer: UpstreamAnswer
}

/**
 * Every step of a call, in the order of precedence (design 5): its turn to begin, the plan, credit and caps, the upstream. `early` aborts with `ClientLeft`
 * when the client goes, and the call aborts it for any other reason; `admitted` hears of the call as soon as it holds credit.
 * @throws {Refusal} any refusal of the table; nothing is charged then
 */
export async function complete(
  parts: CallParts,
  caller: Caller,
  request: ChatCall,
  early: EarlyEnd,
  admitted: (call: RunningCall, model: Model, frameworks: readonly Framework[]) => void,
): Promise<OpenAnswer> {
  const waiting = parts.gate.enter(caller.id)
  if (waiting) await waiting
  const leave = (): void => parts.gate.leave(caller.id)
  let preparing = true
  const prepared = (): void => {
    if (preparing) parts.gate.prepared(caller.id)
    preparing = false
  }
  try {
    if (waiting) early.throwIfAborted()
    const open = await begin(parts, caller, request, early, admitted, prepared)
    open.call.result.then(leave, leave)
    return open
  } catch (cause) {
    leave()
    throw cause
  } finally {
    prepared()
  }
}

/** The steps behind its turn. `prepared` hears when only the upstream is waited for. */
async function begin(
  parts: CallParts,
  caller: Caller,
  request: ChatCall,
  early: EarlyEnd,
  admitted: (call: RunningCall, model: Model, frameworks: readonly Framework[]) => void,
  prepared: () => void,
): Promise<OpenAnswer> {
  const planned = await plan(parts, request, early)
  const { model, limit, frameworks, disclosure } = planned
  const id = randomId('chatcmpl-')
  const hold = await admit(parts, caller, id, planned, 'hold')
  const call = new RunningCall(parts, caller, early, {
    hold,
    model,
    stops: hasStop(request),
    countPrompt: () => parts.budget.exactPromptTokens(frameworks, request.messages),
  })
  admitted(call, model, frameworks)
  const leave = (): void => call.end('client_closed')
  early.addEventListener('abort', leave)
  if (early.aborted) leave()
  try {
    call.signal.throwIfAborted()
    const upstream = parts.upstreams[model.region]
    const answer = await upstream.open(
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
      (working) => {
        call.asked(working)
        if (working && !upstream.local) prepared()
      },
    )
    const maxTokens = { requested: limit.requested, effective: hold.maxTokens }
    return {
      id,
      model,
      frameworks: frameworks.map((framework) => parts.registry.get(framework.id) ?? framework),
      disclosure,
      maxTokens,
      ceilingMicros: hold.amountMicros,
      call,
      answer,
    }
  } catch (cause) {
    await call.fail(cause)
    throw cause
  }
}

function hasStop({ sampling: { stop } }: ChatCall): boolean {
  return (typeof stop === 'string' || Array.isArray(stop)) && stop.length > 0
}
