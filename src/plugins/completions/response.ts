import type { Disclosure } from '../../domain/grounding/disclosure.ts'
import { toUsd } from '../../domain/ledger/price.ts'
import { ReferenceScanner, type Reference } from '../../domain/references/reference-scanner.ts'
import type { FinishReason, Usage } from '../../domain/upstream/upstream.ts'
import type { OpenAnswer } from '../../domain/calls/complete.ts'
import type { ReceiptDraft } from './receipt-draft.ts'
import type { CallResult } from '../../domain/calls/running-call.ts'

/**
 * The headers that disclose what was injected, the most the call can cost (USD), and what `max_tokens` became where that is not
 * what was asked.
 */
export function disclosureHeaders({
  frameworks,
  maxTokens,
  ceilingMicros,
}: OpenAnswer): Record<string, string> {
  const { requested, effective } = maxTokens
  return {
    'x-svc-cost-max': String(toUsd(ceilingMicros)),
    ...(frameworks.length > 0 && { 'x-svc-frameworks': frameworks.map(({ id }) => id).join(',') }),
    ...(requested !== effective && {
      'x-svc-max-tokens-requested': String(requested),
      'x-svc-max-tokens-effective': String(effective),
    }),
  }
}

const EMPTY_CHARGED =
  'empty_answer_charged: the answer is empty and its prompt was charged, because the stop of the request emptied it or because the account had its free empty answers of today.'

/** The `svc` object once the answer is whole: the ids it cites, checked, and its cost. */
export function settledDisclosure(
  disclosure: Disclosure,
  { status, costMicros }: CallResult,
  references: readonly Reference[],
): Disclosure {
  const paidEmpty = status === 'empty' && costMicros > 0
  const warnings = paidEmpty ? [...disclosure.warnings, EMPTY_CHARGED] : disclosure.warnings
  return { ...disclosure, warnings, references, cost_usd: toUsd(costMicros) }
}

/** Token counts as OpenAI writes them. */
export interface UsageBody {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
  prompt_tokens_details?: { cached_tokens: number }
  completion_tokens_details?: { reasoning_tokens: number }
}

/** A whole answer as OpenAI writes it, with `svc`. */
export interface PlainCompletion {
  id: string
  object: 'chat.completion'
  created: number
  model: string
  system_fingerprint?: string
  choices: [
    {
      index: 0
      message: { role: 'assistant'; content: string; refusal: null }
      logprobs: null
      finish_reason: FinishReason
    },
  ]
  usage: UsageBody
  svc: Disclosure
}

/** Usage in OpenAI's words. */
export function usageBody(usage: Usage): UsageBody {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    ...(usage.cachedTokens !== undefined && {
      prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    }),
    ...(usage.reasoningTokens !== undefined && {
      completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    }),
  }
}

/** Reads a plain answer to its end and settles it; with `receipt` it carries one. */
export async function plainCompletion(
  open: OpenAnswer,
  created: number,
  receipt?: ReceiptDraft,
): Promise<PlainCompletion> {
  const { id, model, frameworks, disclosure, call, answer } = open
  let content = ''
  try {
    for await (const events of answer.events) {
      call.note(events)
      for (const event of events) if (event.kind === 'text') content += event.text
    }
  } catch (cause) {
    await call.fail(cause)
    throw cause
  }
  const result = await call.complete()
  const scanner = new ReferenceScanner(frameworks)
  await scanner.read(content)
  const finishReason = call.finishReason ?? 'stop'
  const body: PlainCompletion = {
    id,
    object: 'chat.completion',
    created,
    model: model.alias,
    ...(answer.fingerprint !== undefined && { system_fingerprint: answer.fingerprint }),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage: usageBody(result.usage),
    svc: settledDisclosure(disclosure, result, await scanner.finish()),
  }
  if (!receipt) return body
  receipt.said(content)
  receipt.sent(JSON.stringify(body))
  // The last of all fields: whoever cuts it out has the bytes that were signed.
  return {
    ...body,
    svc: { ...body.svc, receipt: receipt.sign({ id, model, disclosure, finishReason, ...result }) },
  }
}
