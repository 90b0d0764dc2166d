import { didYouMean } from '../../domain/did-you-mean.ts'
import { MAX_ACTIVE_KEYS } from '../../domain/keys/key-service.ts'
import { toUsd } from '../../domain/ledger/price.ts'
import type { Overflow, Refusal, RefusalCode, RefusalFacts } from '../../domain/refusal.ts'
import type { ErrorDetail } from './api-error.ts'
import { isoTime } from './iso-time.ts'

/** What a refusal of the domain adds to its line of the error table: words, the field that is at fault, facts beside `error`. */
const WORDS: { readonly [Code in RefusalCode]?: (facts: RefusalFacts[Code]) => ErrorDetail } = {
  key_limit_reached: ({ sort }) => ({
    message: `The account has ${MAX_ACTIVE_KEYS} active ${sort}s, the most it can have. Revoke one first.`,
  }),
  model_not_found: ({ model, models }) => ({
    message: `The model ${JSON.stringify(model.slice(0, 64))} does not exist. Models: ${models.join(', ')}.`,
    param: 'model',
  }),
  unknown_framework: ({ id, near }) => ({
    message: `The framework id ${JSON.stringify(id.slice(0, 64))} is not in the registry.${didYouMean(near)} GET /v1/frameworks lists the valid ids.`,
    param: 'svc.frameworks',
  }),
  too_many_frameworks: ({ most, pinned }) => ({
    message: `At most ${most} frameworks may be pinned in one call; this one pins ${pinned}.`,
    param: 'svc.frameworks',
  }),
  grounding_required: () => ({ param: 'svc.require_grounding' }),
  context_length_exceeded: (facts) =>
    'window' in facts
      ? overflow(facts)
      : {
          message:
            'The call does not fit the maximum context length of the model that serves it. Shorten the messages, pin fewer frameworks or lower max_tokens.',
          param: 'messages',
          ...reasonOf(facts),
        },
  invalid_value: ({ fields, ...failure }) => ({
    message: `The model does not accept this request with ${fields.join(', ')} as set. Change ${fields.length > 1 ? 'them or leave them out' : 'it or leave it out'}.`,
    ...(fields[0] !== undefined && { param: fields[0] }),
    ...reasonOf(failure),
  }),
  key_spend_limit_exceeded: ({ spend, sort }) => {
    const { window, limitMicros, spentMicros, heldMicros, resetsAt } = spend
    const until = isoTime(resetsAt)
    const whose = sort === 'token' ? 'token' : 'API key'
    return {
      message: `You exceeded your current quota: the ${window} spend limit of this ${whose} (${toUsd(limitMicros)} USD) does not cover this call. It resets at ${until}.`,
      svc: {
        window,
        limit_usd: toUsd(limitMicros),
        spent_usd: toUsd(spentMicros),
        held_usd: toUsd(heldMicros),
        resets_at: until,
      },
    }
  },
  upstream_unavailable: reasonOf,
  upstream_timeout: reasonOf,
  eu_path_unavailable: reasonOf,
  server_overloaded: (facts) => ({
    ...reasonOf(facts),
    ...(facts?.retryAfterSeconds !== undefined && {
      headers: { 'retry-after': String(facts.retryAfterSeconds) },
    }),
  }),
}

/** A refusal in the words of the JSON surfaces. */
export function wordsOf<Code extends RefusalCode>({ code, facts }: Refusal<Code>): ErrorDetail {
  const words = WORDS[code]
  return words?.(facts) ?? {}
}

function reasonOf(failure: { reason?: string } | undefined): ErrorDetail {
  return failure?.reason === undefined ? {} : { reason: failure.reason }
}

function overflow({ window, messages, needed, modules }: Overflow): ErrorDetail {
  const sizes = modules.map(({ id, tokens }) => `${id} ${tokens}`).join(', ')
  return {
    message:
      `This model's maximum context length is ${window} tokens. Your call needs ${needed} or more: ` +
      `${messages ?? `more than ${window}`} in the messages, ${sizes ? `the modules (${sizes})` : 'no modules'}, the instructions and the least room for an answer. ` +
      'Shorten the messages or pin fewer frameworks.',
    param: 'messages',
    svc: {
      context_window: window,
      frameworks: modules.map(({ id, tokens }) => ({ id, knowledge_tokens: tokens })),
    },
  }
}
