import { z } from 'zod'
import type { FinishReason, UpstreamEvent, Usage } from '../../domain/upstream/upstream.ts'

/*
 * What OpenAI, vLLM, llama.cpp and Ollama really send, read leniently: only the fields the service uses, nearly all of
 * them optional, because every dialect leaves out another one. An unknown extra never breaks an answer.
 */

const count = z.number().int().nonnegative()

const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count.nullish(),
  prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count.nullish() }).nullish(),
})

const contentSchema = z
  .union([
    z.string(),
    // Some servers answer with parts, as requests may be written.
    z
      .array(z.looseObject({ text: z.string().nullish() }))
      .transform((parts) => parts.map(({ text }) => text ?? '').join('')),
  ])
  .nullish()

const spokenSchema = z.object({
  content: contentSchema,
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
})

const answerSchema = z.object({
  object: z.string().nullish(),
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: spokenSchema.nullish(),
        message: spokenSchema.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema.nullish().catch(null),
})

/**
 * One JSON text of an upstream, a chunk of a stream or a plain body, as events in the order they are meant.
 * @returns undefined where it is no answer: an error object, or not this protocol at all
 */
export function readUpstreamJson(text: string): UpstreamEvent[] | undefined {
  const parsed = answerSchema.safeParse(parseJson(text))
  if (!parsed.success || parsed.data.object === 'error') return undefined
  const { choices, usage, error } = parsed.data
  if ((error !== undefined && error !== null) || (!choices && !usage)) return undefined
  const events: UpstreamEvent[] = []
  const choice = choices?.[0]
  const spoken = choice?.delta ?? choice?.message
  const reasoning = spoken?.reasoning_content ?? spoken?.reasoning
  if (reasoning) events.push({ kind: 'reasoning', text: reasoning })
  if (spoken?.content) events.push({ kind: 'text', text: spoken.content })
  if (choice?.finish_reason) events.push({ kind: 'finish', reason: finishReason(choice.finish_reason) })
  if (usage) events.push({ kind: 'usage', usage: readUsage(usage) })
  return events
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The official words for why an answer ended; servers also say it in their own. */
function finishReason(reason: string): FinishReason {
  switch (reason) {
    case 'length':
    case 'max_tokens':
      return 'length'
    case 'content_filter':
      return 'content_filter'
    default:
      return 'stop'
  }
}

function readUsage(usage: z.infer<typeof usageSchema>): Usage {
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens
  const cachedTokens = usage.prompt_tokens_details?.cached_tokens
  return {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens ?? 0,
    ...(typeof reasoningTokens === 'number' && { reasoningTokens }),
    ...(typeof cachedTokens === 'number' && { cachedTokens }),
  }
}
