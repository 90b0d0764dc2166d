import { z } from 'zod'
import { Refusal } from '../../domain/refusal.ts'
import type { Unavailable, UpstreamRequest } from '../../domain/upstream/upstream.ts'
import type { AnswerHeaders } from './upstream-exchange.ts'
import { parseJson } from './upstream-json.ts'

/** An answer that is no 2xx. Of its body only the words of an error are looked at; they are never shown or logged. */
export interface RefusedAnswer {
  status: number
  headers: AnswerHeaders
  body: Buffer
}

/** How OpenAI, vLLM, llama.cpp and Ollama say that a prompt is too long for them, in a code, a type or a sentence. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|maximum (?:context|model) length|exceeds? (?:the )?(?:available )?context|context (?:size|length|window) (?:has been |was |is )?exceeded/i

const RETRY_AFTER_MAX_SECONDS = 60

/**
 * What an upstream's refusal means for the caller: an overload that passes, a prompt that is too long, sampling fields that this model
 * does not take; whatever else is wrong between us and the upstream, and its path counts as down.
 */
export function refusedAnswer(
  { status, headers, body }: RefusedAnswer,
  { sampling }: UpstreamRequest,
  unavailable: Unavailable,
): Refusal {
  const reason = `status_${status}`
  if (status === 429 || (status === 503 && headers['retry-after'] !== undefined)) {
    return new Refusal('server_overloaded', { reason, retryAfterSeconds: retryAfterSeconds(headers) })
  }
  if (TOO_LONG.test(wordsOfError(body))) return new Refusal('context_length_exceeded', { reason })
  const fields = Object.keys(sampling)
  if ((status === 400 || status === 422) && fields.length > 0) {
    return new Refusal('invalid_value', { reason, fields })
  }
  return new Refusal(unavailable, { reason })
}

/** Seconds or a date, which is held against the date of the answer itself: both are by the upstream's clock. */
function retryAfterSeconds(headers: AnswerHeaders): number {
  const after = String(headers['retry-after'] ?? '')
  const given = Number(after)
  const seconds = Number.isNaN(given)
    ? (Date.parse(after) - Date.parse(String(headers['date']))) / 1_000
    : given
  if (Number.isNaN(seconds)) return 1
  return Math.min(Math.max(Math.ceil(seconds), 1), RETRY_AFTER_MAX_SECONDS)
}

const word = z.string().optional().catch(undefined)

const errorSchema = z
  .object({ code: word, type: word, message: word })
  .transform(({ code, type, message }) => [code, type, message].join('\n'))

const bodySchema = z.union([
  z.object({ error: z.union([z.string(), errorSchema]) }).transform(({ error }) => error),
  errorSchema,
])

/** The words an upstream chose itself; other fields may repeat what the caller wrote. */
function wordsOfError(body: Buffer): string {
  return bodySchema.safeParse(parseJson(body.toString('utf8'))).data ?? ''
}
