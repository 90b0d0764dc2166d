import { z } from 'zod'
import type { ChatCall } from '../../../domain/calls/chat-call.ts'
import { ApiError } from '../../json-surface/api-error.ts'
import { invalidInput } from '../../json-surface/read-input.ts'
import { refuseUnsupported } from './refusals.ts'

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() })

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(textPart).min(1)]).meta({
    description: 'A text, or text parts, which are joined by line breaks. No other kind of part is accepted.',
  }),
  name: z.string().max(256).nullish(),
})

const svcSchema = z.looseObject({
  frameworks: z.array(z.string().max(256)).nullish().meta({
    description: 'Exact framework ids to inject, at most 8. Empty or absent: detection decides.',
  }),
  require_grounding: z.boolean().nullish().meta({
    description:
      'True: 422 grounding_required, free of charge, in place of an answer that no module grounds.',
  }),
})

const maxTokens = z.int().min(1).max(10_000_000).nullish()

/** The body of a chat completion (description 2.6), as documented and as checked. */
export const chatRequestSchema = z
  .looseObject({
    model: z.string().min(1).max(256).meta({ description: 'An alias of GET /v1/models, e.g. svc-fast.' }),
    messages: z.array(messageSchema).min(1).max(10_000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    max_tokens: maxTokens.meta({ description: 'Omit it to use the server default, which is recommended.' }),
    max_completion_tokens: maxTokens.meta({ description: 'Another name of max_tokens.' }),
    n: z.literal(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    presence_penalty: z.number().min(-2).max(2).nullish(),
    frequency_penalty: z.number().min(-2).max(2).nullish(),
    stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
    seed: z.int().nullish(),
    user: z.string().max(1_024).nullish(),
    reasoning_effort: z.string().max(64).nullish(),
    svc: svcSchema.nullish(),
  })
  .meta({ id: 'ChatCompletionRequest' })

/** Fields that go upstream as they are, where they are set. */
const SAMPLING = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'stop',
  'seed',
  'user',
  'reasoning_effort',
] as const

/** Fields that may say "off" and then mean nothing; turned on, they are refused. */
const ACCEPTED_WHEN_OFF = new Set([
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'parallel_tool_calls',
  'response_format',
  'logprobs',
  'top_logprobs',
  'modalities',
  'audio',
  'store',
])

/** More names than this, or longer ones, are no help to anybody. */
const IGNORED_MAX = 32
const IGNORED_NAME_MAX = 64

/**
 * Reads the body: refuses by name what the service does not do (description 2.6, 7.5), then checks types, ranges and sizes.
 * @throws {ApiError} `invalid_type`, `missing_required_parameter`, `invalid_value`, `unsupported_parameter`, `unsupported_value`
 */
export function readChatRequest(body: unknown): ChatCall {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError('invalid_type', { message: 'The request body must be a JSON object.' })
  }
  refuseUnsupported(body as Record<string, unknown>)
  const parsed = chatRequestSchema.safeParse(body)
  if (!parsed.success) throw invalidInput(parsed.error, body)
  const request = parsed.data
  return {
    model: request.model,
    messages: request.messages.map(({ role, content, name }) => ({
      role,
      content: typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
      ...(name && { name }),
    })),
    stream: request.stream ?? false,
    includeUsage: request.stream_options?.include_usage ?? false,
    maxTokens: readMaxTokens(request),
    pins: request.svc?.frameworks ?? [],
    requireGrounding: request.svc?.require_grounding ?? false,
    sampling: Object.fromEntries(
      SAMPLING.flatMap((name) => {
        const value = request[name]
        return value === null || value === undefined ? [] : [[name, value]]
      }),
    ),
    ignored: ignoredFields(request),
  }
}

function readMaxTokens(request: z.infer<typeof chatRequestSchema>): number | undefined {
  const { max_tokens: older, max_completion_tokens: newer } = request
  if (typeof older === 'number' && typeof newer === 'number' && older !== newer) {
    throw new ApiError('invalid_value', {
      message: 'max_tokens and max_completion_tokens are two names of one field and must not differ.',
      param: 'max_completion_tokens',
    })
  }
  return newer ?? older ?? undefined
}

function ignoredFields(request: z.infer<typeof chatRequestSchema>): string[] {
  const known = (shape: object): Set<string> => new Set(Object.keys(shape))
  const top = known(chatRequestSchema.shape)
  const inSvc = known(svcSchema.shape)
  const set = (object: object): string[] =>
    Object.entries(object)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name]) => name)
  return [
    ...set(request).filter((name) => !top.has(name) && !ACCEPTED_WHEN_OFF.has(name)),
    ...set(request.svc ?? {})
      .filter((name) => !inSvc.has(name))
      .map((name) => `svc.${name}`),
  ]
    .slice(0, IGNORED_MAX)
    .map((name) => name.slice(0, IGNORED_NAME_MAX))
}

/** Makes a route take what `readChatRequest` reads as its body. */
export const chatRequestValidator =
  () =>
  (body: unknown): { value: ChatCall } => ({
    value: readChatRequest(body),
  })
