import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ChatCall } from '../../../domain/calls/chat-call.ts'
import { answerCall, type AnswerParts } from '../../completions/answer-call.ts'
import { chatCompletionSchema, errorResponses } from '../schemas.ts'
import { chatRequestSchema, chatRequestValidator } from './request.ts'

/** POST /v1/chat/completions (description 4.2): reads the body, and has the call made and answered. */
export function chatCompletionsRoute(app: FastifyInstance, parts: AnswerParts): void {
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
      const { caller, body: call, arriving } = request
      const bodySha256 = call.receipt ? hash('sha256', Buffer.concat(arriving?.sent ?? [])) : undefined
      // A call may run for minutes: what was read of it need not stay for that long.
      if (arriving) arriving.sent = undefined
      return answerCall(parts, { request, reply, caller, call, bodySha256 })
    },
  )
}
