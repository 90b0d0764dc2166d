import { ReferenceScanner } from '../../domain/references/reference-scanner.ts'
import type { ApiError } from '../json-surface/api-error.ts'
import { toApiError } from '../json-surface/error-handling.ts'
import type { OpenAnswer } from '../../domain/calls/complete.ts'
import { settledDisclosure, usageBody } from './response.ts'
import type { Disclosure } from '../../domain/grounding/disclosure.ts'
import type { ReceiptDraft } from './receipt-draft.ts'
import { ClientLeft } from '../../domain/calls/running-call.ts'
import type { EventStream } from './event-stream.ts'

export interface FrameOptions {
  /** Seconds since the epoch. */
  created: number
  includeUsage: boolean
  /** Of the answer, where it is to carry one. */
  receipt?: ReceiptDraft | undefined
  /** Hears of what ends the stream early, for the log. */
  onError: (error: ApiError, cause: unknown) => void
}

/**
 * Sends the server-sent events of an answer: role and `svc` first, then the text as it comes, then the finish with the cost,
 * the usage chunk if it was asked for, and `[DONE]`, which only follows a real finish. A failure becomes one error frame.
 * What came with one read of the upstream goes out in one write, and a slow reader slows the upstream.
 */
export async function sendFrames(
  stream: EventStream,
  open: OpenAnswer,
  options: FrameOptions,
): Promise<void> {
  const { call, answer, disclosure, frameworks } = open
  const scanner = new ReferenceScanner(frameworks)
  const chunk = chunkWriter(open, options)
  const textChunk = textChunkWriter(chunk)
  const { receipt } = options
  try {
    const first = chunk({ role: 'assistant', content: '', refusal: null }, null, { svc: disclosure })
    receipt?.sent(first)
    stream.send(first)
    for await (const events of answer.events) {
      call.note(events)
      let chunks = ''
      let said = ''
      for (const event of events) {
        if (event.kind !== 'text') continue
        chunks += textChunk(event.text)
        said += event.text
      }
      if (chunks === '') continue
      receipt?.said(said)
      receipt?.sent(chunks)
      if (!stream.send(chunks)) await call.whileClientReads(stream.room())
      if (frameworks.length > 0) await scanner.read(said)
    }
    const result = await call.complete()
    // A call that was ended from outside meanwhile has no good end to report.
    call.signal.throwIfAborted()
    const svc = settledDisclosure(disclosure, result, await scanner.finish())
    const finishReason = call.finishReason ?? 'stop'
    const usage = options.includeUsage ? chunk(undefined, null, { usage: usageBody(result.usage) }) : ''
    const ending = (svc: Disclosure): string => `${chunk({}, finishReason, { svc })}${usage}data: [DONE]\n\n`
    receipt?.sent(ending(svc))
    const signed = receipt?.sign({ id: open.id, model: open.model, disclosure, finishReason, ...result })
    stream.send(ending(signed === undefined ? svc : { ...svc, receipt: signed }))
  } catch (cause) {
    await call.fail(cause)
    if (!(cause instanceof ClientLeft)) {
      const error = toApiError(cause)
      options.onError(error, cause)
      stream.send(`data: ${JSON.stringify({ error: error.body.error })}\n\n`)
    }
  } finally {
    stream.end()
  }
}

type ChunkWriter = (delta: object | undefined, finishReason: string | null, extra?: object) => string

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

/** Writes the chunks that carry text: nearly all of an answer, and alike but for the text. */
function textChunkWriter(chunk: ChunkWriter): (text: string) => string {
  const [before = '', after = ''] = chunk({ content: '' }, null).split('""')
  return (text) => before + JSON.stringify(text) + after
}
