import { z } from 'zod'
import type { ChatCall } from '../../../domain/calls/chat-call.ts'
import type { ChatMessage } from '../../../domain/chat-message.ts'
import { MAX_PINS } from '../../../domain/grounding/grounding.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { ApiError } from '../../json-surface/api-error.ts'
import { invalidInput, readInput } from '../../json-surface/read-input.ts'
import { ignoredFields, type CheckedBody } from './ignored-fields.ts'
import { refuseUnsupported } from './refusals.ts'

/** More messages, or more text parts in all of them, than any conversation has. */
const MESSAGES_MAX = 10_000
const PARTS_MAX = 10_000

/** Pins as they are written; a repeated one counts once, and how many different ones may be is the domain's rule. */
const PINS_WRITTEN_MAX = 64

/** What is sampled by goes upstream beside the prompt and is not priced, so it stays small. */
const STOPS_MAX = 4
const STOP_LENGTH_MAX = 256

const textPart = z.object({ type: z.literal('text'), text: z.string() })

const messageSchema = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(textPart).min(1).max(PARTS_MAX)]).meta({
    description: 'A text, or text parts, which are joined by line breaks. No other kind of part is accepted.',
  }),
  name: z.string().max(256).nullish(),
})

const svcSchema = z.object({
  frameworks: z.array(z.string().max(256)).max(PINS_WRITTEN_MAX).nullish().meta({
    description: 'Exact framework ids to inject, at most 8. Empty or absent: detection decides.',
  }),
  require_grounding: z.boolean().nullish().meta({
    description:
      'True: 422 grounding_required, free of charge, in place of an answer that no module grounds.',
  }),
  receipt: z.boolean().nullish().meta({
    description: 'True: the answer carries a signed receipt, `svc.receipt`, in its body or its last chunk.',
  }),
})

const streamOptionsSchema = z.object({ include_usage: z.boolean().nullish() })

const maxTokens = z.int().min(1).max(10_000_000).nullish()

const stopSequence = z.string().max(STOP_LENGTH_MAX)

/** The body of a chat completion (description 2.6), as documented and as checked. */
export const chatRequestSchema = z
  .object({
    model: z.string().min(1).max(256).meta({ description: 'An alias of GET /v1/models, e.g. svc-fast.' }),
    messages: z.array(messageSchema).min(1).max(MESSAGES_MAX),
    stream: z.boolean().nullish(),
    stream_options: streamOptionsSchema.nullish(),
    max_tokens: maxTokens.meta({ description: 'Omit it to use the server default, which is recommended.' }),
    max_completion_tokens: maxTokens.meta({ description: 'Another name of max_tokens.' }),
    n: z.literal(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    presence_penalty: z.number().min(-2).max(2).nullish(),
    frequency_penalty: z.number().min(-2).max(2).nullish(),
    stop: z.union([stopSequence, z.array(stopSequence).max(STOPS_MAX)]).nullish(),
    seed: z.int().nullish(),
    user: z.string().max(1_024).nullish(),
    reasoning_effort: z.string().max(64).nullish(),
    svc: svcSchema.nullish(),
  })
  .meta({ id: 'ChatCompletionRequest' })

/** By where they stand. */
const KNOWN = {
  top: chatRequestSchema.shape,
  svc: svcSchema.shape,
  streamOptions: streamOptionsSchema.shape,
  message: messageSchema.shape,
}

type Message = z.infer<typeof messageSchema>

/** The same without what is read message by message. */
const headSchema = chatRequestSchema.omit({ messages: true })

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

/**
 * Reads the body: refuses by name what the service does not do (description 2.6, 7.5), then checks types, ranges and sizes. The first fault
 * ends the reading, and no list is looked into that is longer than it may be.
 * @throws {ApiError} `invalid_type`, `missing_required_parameter`, `invalid_value`, `unsupported_parameter`, `unsupported_value`
 */
export function readChatRequest(body: unknown): ChatCall {
  if (!isObject(body)) {
    throw new ApiError('invalid_type', { message: 'The request body must be a JSON object.' })
  }
  refuseUnsupported(body)
  refuseLongLists(body)
  const head = headSchema.safeParse(body)
  if (!head.success && head.error.issues[0]?.path[0] === 'model') throw invalidInput(head.error, body)
  const messages = readMessages(body['messages'])
  if (!head.success) throw invalidInput(head.error, body)
  const request = head.data
  return {
    model: request.model,
    messages: messages.map(chatMessage),
    stream: request.stream ?? false,
    includeUsage: request.stream_options?.include_usage ?? false,
    maxTokens: readMaxTokens(request),
    pins: request.svc?.frameworks ?? [],
    requireGrounding: request.svc?.require_grounding ?? false,
    receipt: request.svc?.receipt ?? false,
    sampling: Object.fromEntries(
      SAMPLING.flatMap((name) => {
        const value = request[name]
        return value === null || value === undefined ? [] : [[name, value]]
      }),
    ),
    ignored: ignoredFields(body as CheckedBody, KNOWN),
  }
}

/** Makes a route take what `readChatRequest` reads as its body. */
export const chatRequestValidator =
  () =>
  (body: unknown): { value: ChatCall } => ({
    value: readChatRequest(body),
  })

/** The schema would go through a list of any length, and collect a fault for each of its entries, before it looks at its length. */
function refuseLongLists(body: Readonly<Record<string, unknown>>): void {
  const { messages, stop, svc } = body
  refuseLongList(messages, MESSAGES_MAX, 'messages')
  refuseLongList(stop, STOPS_MAX, 'stop')
  const pins = isObject(svc) ? svc['frameworks'] : undefined
  if (Array.isArray(pins) && pins.length > PINS_WRITTEN_MAX) {
    throw new Refusal('too_many_frameworks', { most: MAX_PINS, pinned: pins.length })
  }
  if (!Array.isArray(messages)) return
  let parts = 0
  for (const [index, message] of (messages as unknown[]).entries()) {
    const content = isObject(message) ? message['content'] : undefined
    if (!Array.isArray(content)) continue
    parts += content.length
    if (parts > PARTS_MAX) throw tooLong(`messages[${index}].content`, PARTS_MAX)
  }
}

function refuseLongList(list: unknown, most: number, param: string): void {
  if (Array.isArray(list) && list.length > most) throw tooLong(param, most)
}

function tooLong(param: string, most: number): ApiError {
  return new ApiError('invalid_value', {
    message: `Invalid value for ${param}: the most is ${most} entries.`,
    param,
  })
}

/** Message by message and part by part: the first that is wrong is told, and none behind it is looked at. */
function readMessages(messages: unknown): Message[] {
  if (!Array.isArray(messages) || messages.length === 0) {
    return readInput(chatRequestSchema.pick({ messages: true }), { messages }).messages
  }
  return (messages as unknown[]).map((message, index) => {
    const path = ['messages', index]
    const content = isObject(message) ? message['content'] : undefined
    if (Array.isArray(content)) {
      for (const [at, part] of (content as unknown[]).entries())
        readInput(textPart, part, [...path, 'content', at])
    }
    return readInput(messageSchema, message, path)
  })
}

function chatMessage({ role, content, name }: Message): ChatMessage {
  return {
    role,
    content: typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
    ...(name && { name }),
  }
}

function readMaxTokens(request: z.infer<typeof headSchema>): number | undefined {
  const { max_tokens: older, max_completion_tokens: newer } = request
  if (typeof older === 'number' && typeof newer === 'number' && older !== newer) {
    throw new ApiError('invalid_value', {
      message: 'max_tokens and max_completion_tokens are two names of one field and must not differ.',
      param: 'max_completion_tokens',
    })
  }
  return newer ?? older ?? undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
