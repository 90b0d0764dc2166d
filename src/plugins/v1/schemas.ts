import { z } from 'zod'
import { REFERENCE_STATUSES } from '../../domain/references/reference-state.ts'
import { SECTION_NAMES } from '../../domain/registry/framework.ts'

/*
 * The answers of /v1 as the API reference shows them. They document; the answers are built elsewhere and checked against
 * OpenAI's own schema by the tests, so that the hot path pays for no validation.
 */

export const errorSchema = z
  .looseObject({
    error: z.looseObject({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string(),
    }),
    svc: z.looseObject({}).optional(),
  })
  .meta({ id: 'Error', description: 'Every answer that is not 2xx. All four fields are always present.' })

/** The error answers of a route, for the reference. */
export function errorResponses(...statuses: number[]): Record<number, typeof errorSchema> {
  return Object.fromEntries(statuses.map((status) => [status, errorSchema]))
}

const tokens = z.int().meta({ description: 'Tokens.' })
const usd = z.number().meta({ description: 'USD, at most six decimals.' })

export const disclosureSchema = z
  .looseObject({
    frameworks: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        version: z.string(),
        sha256: z.string().meta({ description: 'Of the module text that was injected.' }),
        knowledge_tokens: tokens,
        reason: z.enum(['pinned', 'user_message', 'assistant_message']),
        matched: z
          .enum(['name', 'full_name', 'alias', 'ambiguous_alias', 'series'])
          .nullable()
          .meta({ description: 'How it was named; null where it was pinned.' }),
        parts: z
          .array(
            z.object({ id: z.string(), title: z.string(), sha256: z.string(), knowledge_tokens: z.int() }),
          )
          .optional()
          .meta({ description: 'Of a framework that is injected in parts: which came with its overview.' }),
        evidence: z.int().meta({ description: 'Its place in the order of evidence, from 1.' }),
      }),
    ),
    knowledge_tokens: tokens,
    detection: z.enum(['pinned', 'detected', 'none']),
    warnings: z.array(z.string()).meta({
      description:
        'Silent misses, each beginning with its code: frameworks_left_out, superseded_edition, framework_in_unread_message, bare_control_id, empty_answer_charged.',
    }),
    ignored: z.array(z.string()).meta({ description: 'Request fields that were neither used nor refused.' }),
    region: z.enum(['global', 'eu']),
    references: z
      .array(
        z.looseObject({
          id: z.string(),
          framework: z.string(),
          known: z.boolean(),
          status: z.enum(REFERENCE_STATUSES),
          moved_to: z.array(z.string()).optional(),
          candidates: z.array(z.string()).optional(),
        }),
      )
      .nullable()
      .meta({
        description:
          'Control ids that the answer cites, whether the injected framework has them in any edition (`known`), and what became of them (`status`); null until the answer is whole.',
      }),
    cost_usd: usd.nullable().meta({ description: 'What was charged; null in the first chunk of a stream.' }),
    receipt: z.string().optional().meta({
      description:
        'Where `svc.receipt` asked for it, once the answer is settled: hashes of request and answer, modules, tokens and cost, signed (JWS, EdDSA). Its keys are in the feed receipt-keys.',
    }),
  })
  .meta({ id: 'Disclosure' })

export const chatCompletionSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    system_fingerprint: z.string().optional(),
    choices: z.array(
      z.looseObject({
        index: z.literal(0),
        message: z.looseObject({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: z.enum(['stop', 'length', 'content_filter']),
      }),
    ),
    usage: z.looseObject({ prompt_tokens: tokens, completion_tokens: tokens, total_tokens: tokens }),
    svc: disclosureSchema,
  })
  .meta({ id: 'ChatCompletion' })

export const modelSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    svc: z.looseObject({
      region: z.enum(['global', 'eu']),
      available: z.boolean(),
      context_window: tokens,
      default_max_tokens: tokens,
      max_output_tokens: tokens,
      min_max_tokens: tokens,
      input_usd_per_mtok: usd,
      output_usd_per_mtok: usd,
    }),
  })
  .meta({ id: 'Model' })

export const modelListSchema = z.looseObject({ object: z.literal('list'), data: z.array(modelSchema) })

const frameworkFields = {
  id: z.string(),
  object: z.literal('framework'),
  name: z.string(),
  full_name: z.string(),
  version: z.string(),
  updated: z.string(),
  region: z.string(),
  region_label: z.string(),
  jurisdictions: z.array(z.string()),
  domain: z.array(z.string()),
  kind: z.string(),
  issuing_body: z.string(),
  support_level: z.string(),
  keywords: z.array(z.string()),
  aliases: z.array(z.string()).meta({
    description: 'At most 8 other names. Detection reads many more spellings than these.',
  }),
}

export const frameworkSchema = z.looseObject(frameworkFields).meta({ id: 'Framework' })

export const frameworkListSchema = z.looseObject({
  object: z.literal('list'),
  data: z.array(frameworkSchema),
})

export const frameworkDetailSchema = z
  .looseObject({
    ...frameworkFields,
    editions: z.array(z.looseObject({ id: z.string(), date: z.string(), status: z.string() })),
    sources: z.array(z.looseObject({ title: z.string(), url: z.string() })),
    sections: z.array(z.enum(SECTION_NAMES)),
    controls: z.array(z.looseObject({ id: z.string(), title: z.string() })),
  })
  .meta({ id: 'FrameworkDetail' })

const windowSchema = z.looseObject({
  limit_usd: usd.nullable(),
  spent_usd: usd,
  held_usd: usd,
  resets_at: z.iso.datetime(),
})

export const keySchema = z
  .looseObject({
    object: z.literal('key'),
    id: z.string(),
    name: z.string(),
    last_four: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().meta({
      description:
        'When a call was last made with it. Reads of the registry are kept nowhere and do not count.',
    }),
    expires_at: z.iso.datetime().nullable().meta({ description: 'From then on the key opens nothing.' }),
    spend_limits: z.looseObject({
      hour: windowSchema,
      day: windowSchema,
      week: windowSchema,
      month: windowSchema,
    }),
    balance_usd: usd,
    held_usd: usd,
  })
  .meta({ id: 'Key' })

export const usageSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('usage'),
    key_id: z.string(),
    model: z.string(),
    frameworks: z.array(z.string()),
    status: z.string(),
    prompt_tokens: tokens,
    completion_tokens: tokens,
    cost_usd: usd,
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Usage' })

export const usageListSchema = z.looseObject({
  object: z.literal('list'),
  data: z.array(usageSchema),
  has_more: z.boolean(),
})

export const usageQuerySchema = z.looseObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().max(64).optional().meta({ description: 'The last id of the page before.' }),
})

export const preflightSchema = z
  .looseObject({
    object: z.literal('chat.completion.preflight'),
    model: z.string(),
    verdict: z.looseObject({ status: z.int(), error: errorSchema.shape.error.nullable() }).meta({
      description:
        'The status and error that the call would get at this moment; 200 and null if it is admitted.',
    }),
    fits: z.boolean(),
    prompt_tokens: tokens.nullable().meta({ description: 'Exact; null where the prompt does not fit.' }),
    max_tokens: z.looseObject({ requested: tokens, effective: tokens.nullable() }),
    cost_max_usd: usd.nullable().meta({ description: 'The most the call can cost.' }),
    svc: disclosureSchema.nullable(),
  })
  .meta({ id: 'Preflight' })
