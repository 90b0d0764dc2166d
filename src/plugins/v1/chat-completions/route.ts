import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallParts } from '../../../domain/calls/call-parts.ts'
import type { ChatCall } from '../../../domain/calls/chat-call.ts'
import type { Clock } from '../../../domain/clock.ts'
import { limitLastBytes } from './last-bytes.ts'
import type { RequestLog } from '../../../request-log.ts'
import { noteError } from '../../json-surface/error-handling.ts'
import { chatCompletionSchema, errorResponses } from '../schemas.ts'
import { complete } from '../../../domain/calls/complete.ts'
import { endOfCall } from './end-of-call.ts'
import { EventStream } from './event-stream.ts'
import { sendFrames, type FrameOptions } from './frames.ts'
import { chatRequestSchema, chatRequestValidator } from './request.ts'
import { disclosureHeaders, plainCompletion } from './response.ts'
import type { RunningCall } from '../../../domain/calls/running-call.ts'

/** What answering calls needs beside making them. */
export interface ChatParts extends CallParts {
  clock: Clock
  log: RequestLog
  /** A stream that is silent for so many milliseconds gets a comment. */
  keepaliveMs: number
  /** How long the last bytes of a call may take that was ended from outside. */
  lastBytesMs: number
}

/** POST /v1/chat/completions (description 4.2): reads the body, hands it to `complete` and sends what comes back. */
export function chatCompletionsRoute(app: FastifyInstance, parts: ChatParts): void {
  app.post<{ Body: ChatCall }>(
    '/chat/completions',
    {
      schema: {
        operationId: 'createChatCompletion',
        tags: ['Model API'],
        summary: 'Answer a conversation, grounded in the frameworks it names or pins',
        description:
          "OpenAI-compatible. With `stream: true` the answer is `text/event-stream`: chunks in OpenAI's shape, the first and the last with the `svc` object, then `data: [DONE]`.",
        body: chatRequestSchema,
        response: {
          200: chatCompletionSchema,
          ...errorResponses(400, 401, 403, 404, 413, 415, 422, 429, 500, 502, 503, 504),
        },
      },
      validatorCompiler: chatRequestValidator,
    },
    async (request, reply) => {
      const { body } = request
      request.facts.stream = body.stream
      const open = await complete(
        parts,
        request.caller,
        body,
        endOfCall(reply.raw),
        (call, model, frameworks) => {
          limitLastBytes(reply.raw, call.signal, parts.lastBytesMs)
          request.facts.model = model.alias
          request.facts.frameworks = frameworks.map(({ id }) => id)
          reportResult(request, call)
        },
      )
      const created = Math.floor(parts.clock.now() / 1_000)
      reply.headers(disclosureHeaders(open))
      if (!body.stream) return reply.type('application/json').send(await plainCompletion(open, created))
      const options: FrameOptions = {
        created,
        includeUsage: body.includeUsage,
        onError: (error, cause) => {
          noteError(request, error)
          if (error.code === 'internal_error') parts.log.fault('request_failed', cause)
        },
      }
      reply.hijack()
      const stream = new EventStream(reply.raw, reply.getHeaders() as OutgoingHttpHeaders, parts.keepaliveMs)
      return sendFrames(stream, open, options)
    },
  )
}

/** Makes the call's end part of the request's one log line, which waits for it. */
function reportResult(request: FastifyRequest, call: RunningCall): void {
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
