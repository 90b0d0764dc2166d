import { z } from 'zod'
import type { FinishReason, ReportedUsage, UpstreamEvent } from '../../domain/upstream/upstream.ts'

/*
 * What OpenAI, vLLM, llama.cpp and Ollama really send, read leniently: only the fields the service uses, nearly all of
 * them optional, because every dialect leaves out another one. An unknown extra never breaks an answer.
 */

/** Ten times the largest window: a number beyond it counts no tokens, and the sums of a day could not hold many of them. */
const TOKENS_MOST = 100_000_000

const count = z.int().nonnegative().max(TOKENS_MOST)

const usageSchema = z.object({
  prompt_tokens: count.nullish(),
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
        index: z.number().nullish().catch(null),
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
  // One choice was asked for; what a server says beside it belongs to no answer.
  const choice = choices?.find(({ index }) => (index ?? 0) === 0)
  const spoken = choice?.delta ?? choice?.message
  const reasoning = spoken?.reasoning_content ?? spoken?.reasoning
  if (reasoning) events.push({ kind: 'reasoning', text: reasoning })
  if (spoken?.content) events.push({ kind: 'text', text: spoken.content })
  if (choice?.finish_reason) events.push({ kind: 'finish', reason: finishReason(choice.finish_reason) })
  const reported = usage && readUsage(usage)
  if (reported) events.push({ kind: 'usage', usage: reported })
  return events
}

/** @returns undefined where the text is no JSON */
export function parseJson(text: string): unknown {
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

/** What is missing stays missing: nobody may be charged, or not charged, by a number that was never said. */
function readUsage(usage: z.infer<typeof usageSchema>): ReportedUsage | undefined {
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens
  const cachedTokens = usage.prompt_tokens_details?.cached_tokens
  if (typeof promptTokens !== 'number' && typeof completionTokens !== 'number') return undefined
  return {
    ...(typeof promptTokens === 'number' && { promptTokens }),
    ...(typeof completionTokens === 'number' && { completionTokens }),
    ...(typeof reasoningTokens === 'number' && { reasoningTokens }),
    ...(typeof cachedTokens === 'number' && { cachedTokens }),
  }
}
