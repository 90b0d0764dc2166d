import { ReferenceScanner } from '../../../domain/references/reference-scanner.ts'
import type { ApiError } from '../../json-surface/api-error.ts'
import { toApiError } from '../../json-surface/error-handling.ts'
import type { OpenAnswer } from '../../../domain/calls/complete.ts'
import { settledDisclosure, usageBody } from './response.ts'
import { ClientLeft, type RunningCall } from '../../../domain/calls/running-call.ts'

/** A comment, which a reader of events passes over. */
export const PING = ': ping\n'

export interface FrameOptions {
  /** Seconds since the epoch. */
  created: number
  includeUsage: boolean
  keepaliveMs: number
  /** Hears of what ends the stream early, for the log. */
  onError: (error: ApiError, cause: unknown) => void
}

/**
 * The server-sent events of an answer: role and `svc` first, then the text as it comes, then the finish with the cost,
 * the usage chunk if it was asked for, and `[DONE]`, which only follows a real finish. A failure becomes one error frame.
 * One string for each read of the upstream, so that a slow reader slows the upstream.
 */
export async function* frames(open: OpenAnswer, options: FrameOptions): AsyncGenerator<string> {
  const { call, disclosure } = open
  const scanner = new ReferenceScanner(open.frameworks)
  const chunk = chunkWriter(open, options)
  try {
    call.waitsForUpstream(false)
    yield chunk({ role: 'assistant', content: '', refusal: null }, null, { svc: disclosure })
    yield* withPings(call, textFrames(open, chunk, scanner), options.keepaliveMs)
    const result = await call.complete()
    // A call that was ended from outside meanwhile has no good end to report.
    call.signal.throwIfAborted()
    yield chunk({}, call.finishReason ?? 'stop', {
      svc: settledDisclosure(disclosure, result, await scanner.finish()),
    })
    if (options.includeUsage) yield chunk(undefined, null, { usage: usageBody(result.usage) })
    yield 'data: [DONE]\n\n'
  } catch (cause) {
    await call.fail(cause)
    if (cause instanceof ClientLeft) return
    const error = toApiError(cause)
    options.onError(error, cause)
    yield `data: ${JSON.stringify({ error: error.body.error })}\n\n`
  }
}

/**
 * Writes chunks of one answer. What never changes between them is written once; without `delta` the chunk has no choice,
 * which is what the usage chunk looks like.
 */
function chunkWriter(
  { id, model, answer }: OpenAnswer,
  { created, includeUsage }: FrameOptions,
): ChunkWriter {
  const head = {
    id,
    object: 'chat.completion.chunk',
    created,
    model: model.alias,
    ...(answer.fingerprint !== undefined && { system_fingerprint: answer.fingerprint }),
  }
  const prefix = JSON.stringify(head).slice(0, -1)
  return (delta, finishReason, extra = {}) => {
    const choices = delta ? [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] : []
    const rest = { choices, ...(includeUsage && { usage: null }), ...extra }
    return `data: ${prefix},${JSON.stringify(rest).slice(1)}\n\n`
  }
}

type ChunkWriter = (delta: object | undefined, finishReason: string | null, extra?: object) => string

/** The text of the answer as chunks, one string for each read of the upstream that brought any. */
async function* textFrames(
  { call, answer }: OpenAnswer,
  chunk: ChunkWriter,
  scanner: ReferenceScanner,
): AsyncGenerator<string> {
  for await (const events of answer.events) {
    call.note(events)
    const texts = events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))
    if (texts.length > 0) yield texts.map((text) => chunk({ content: text }, null)).join('')
    await scanner.read(texts.join(''))
  }
}

/**
 * The frames, with a ping whenever the caller has heard nothing for `everyMs`: proxies cut connections that stay silent, and a
 * model may reason for long. The call hears when its upstream is waited for, and when its client is.
 */
async function* withPings(
  call: RunningCall,
  frames: AsyncGenerator<string>,
  everyMs: number,
): AsyncGenerator<string> {
  try {
    for (;;) {
      call.waitsForUpstream(true)
      const next = frames.next()
      for (;;) {
        const silence = timer(everyMs)
        const first = await Promise.race([next, silence.over]).finally(silence.clear)
        if (first === 'silent') {
          yield PING
          continue
        }
        call.waitsForUpstream(false)
        if (first.done === true) return
        yield first.value
        break
      }
    }
  } finally {
    await frames.return(undefined)
  }
}

function timer(ms: number): { over: Promise<'silent'>; clear: () => void } {
  let handle: NodeJS.Timeout | undefined
  const over = new Promise<'silent'>((resolve) => {
    handle = setTimeout(() => resolve('silent'), ms)
  })
  return { over, clear: () => clearTimeout(handle) }
}
