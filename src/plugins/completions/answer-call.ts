import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallParts } from '../../domain/calls/call-parts.ts'
import type { ChatCall } from '../../domain/calls/chat-call.ts'
import { complete, type OpenAnswer } from '../../domain/calls/complete.ts'
import type { RunningCall } from '../../domain/calls/running-call.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Model } from '../../domain/models/models.ts'
import type { ReceiptSigner } from '../../domain/receipts/receipt-signer.ts'
import type { Framework } from '../../domain/registry/framework.ts'
import type { Caller } from '../../domain/keys/key-service.ts'
import type { RequestLog } from '../../request-log.ts'
import { noteError } from '../json-surface/error-handling.ts'
import { endOfCall } from './end-of-call.ts'
import { EventStream } from './event-stream.ts'
import { sendFrames, type FrameOptions } from './frames.ts'
import { limitLastBytes } from './last-bytes.ts'
import { ReceiptDraft } from './receipt-draft.ts'
import { disclosureHeaders, plainCompletion } from './response.ts'

/** What answering calls needs beside making them. */
export interface AnswerParts extends CallParts {
  clock: Clock
  log: RequestLog
  /** A stream that is silent for so many milliseconds gets a comment. */
  keepaliveMs: number
  /** How long the last bytes of a call may take that was ended from outside. */
  lastBytesMs: number
  receipts: ReceiptSigner
}

/**
 * Opens the call of a request, whichever surface read it: from here on its socket decides when the client has left, and its log line
 * waits for the call's end.
 * @throws {Refusal} as `complete`
 */
export async function openCall(
  parts: AnswerParts,
  { request, reply, caller, call }: CallRequest,
): Promise<OpenAnswer> {
  request.facts.stream = call.stream
  return complete(parts, caller, call, endOfCall(reply.raw), (running, model, frameworks) => {
    limitLastBytes(reply.raw, running.signal, parts.lastBytesMs)
    noteCall(request, running, model, frameworks)
  })
}

/** A call, whose key pays for it, and the request that it came with. */
export interface CallRequest {
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller
  call: ChatCall
  /** The hash of the request's body, SHA-256 in hex, where the answer is to carry a receipt. */
  bodySha256?: string | undefined
}

/**
 * Makes a call and answers it in OpenAI's shape, plain or streamed.
 * @throws {Refusal} as `complete`, before anything was sent
 */
export async function answerCall(parts: AnswerParts, asked: CallRequest): Promise<FastifyReply | void> {
  const { request, reply, call, bodySha256 } = asked
  const receipt =
    bodySha256 === undefined ? undefined : new ReceiptDraft(parts.receipts, parts.clock, bodySha256)
  const open = await openCall(parts, asked)
  const created = Math.floor(parts.clock.now() / 1_000)
  reply.headers(disclosureHeaders(open))
  if (!call.stream) return reply.type('application/json').send(await plainCompletion(open, created, receipt))
  const options: FrameOptions = {
    created,
    includeUsage: call.includeUsage,
    receipt,
    onError: (error, cause) => {
      noteError(request, error)
      if (error.code === 'internal_error') parts.log.fault('request_failed', cause)
    },
  }
  reply.hijack()
  const stream = new EventStream(reply.raw, reply.getHeaders() as OutgoingHttpHeaders, parts.keepaliveMs)
  return sendFrames(stream, open, options)
}

/** Makes a call and its end part of the request's one log line, which waits for it. */
export function noteCall(
  request: FastifyRequest,
  call: RunningCall,
  model: Model,
  frameworks: readonly Framework[],
): void {
  request.facts.model = model.alias
  request.facts.frameworks = frameworks.map(({ id }) => id)
  request.settled = call.result.then(
    ({ status, usage, costMicros }) => {
      Object.assign(request.facts, usage)
      request.facts.outcome = status
      request.facts.costMicros = costMicros
    },
    () => {
      request.facts.outcome = 'settlement_failed'
    },
  )
}
