import type { FastifyInstance } from 'fastify'
import type { CallParts } from '../../../domain/calls/call-parts.ts'
import type { ChatCall } from '../../../domain/calls/chat-call.ts'
import { preflight } from '../../completions/preflight.ts'
import { errorResponses, preflightSchema } from '../schemas.ts'
import { chatRequestSchema, chatRequestValidator } from './request.ts'

/**
 * POST /v1/chat/completions/preflight: the same body as a call, and what the call would get: which modules and why, whether it
 * fits, its price ceiling, and the refusal if there would be one. It takes the call's own steps, calls no upstream, charges
 * nothing and keeps nothing.
 */
export function preflightRoute(app: FastifyInstance, parts: CallParts): void {
  app.post<{ Body: ChatCall }>(
    '/chat/completions/preflight',
    {
      schema: {
        operationId: 'preflightChatCompletion',
        tags: ['Model API'],
        summary: 'What a call would be grounded in and cost, free of charge',
        description:
          'A body that is wrong in itself (shape, model, framework ids) gets the error that the call would get. What depends on window, grounding, credit, caps or the EU path is told in `verdict`.',
        body: chatRequestSchema,
        response: { 200: preflightSchema, ...errorResponses(400, 401, 404, 413, 415, 500, 503) },
      },
      validatorCompiler: chatRequestValidator,
    },
    async ({ body, caller }) => preflight(parts, caller, body),
  )
}
