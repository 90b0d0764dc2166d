import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CallParts } from '../../../domain/calls/call-parts.ts'
import type { ChatCall } from '../../../domain/calls/chat-call.ts'
import { complete } from '../../../domain/calls/complete.ts'
import type { Clock } from '../../../domain/clock.ts'
import { EarlyEnd } from '../../../domain/early-end.ts'
import { MAX_PINS } from '../../../domain/grounding/grounding.ts'
import type { ReplyAnswer } from '../../../domain/replies/reply-answer.ts'
import { RUNNING_MAX, type Answering, type Replies } from '../../../domain/replies/replies.ts'
import type { RequestLog } from '../../../request-log.ts'
import { noteCall } from '../../completions/answer-call.ts'
import { plainCompletion } from '../../completions/response.ts'
import { defineTool, type Tool } from '../tool.ts'
import { failureWords, ToolFailure } from '../tool-failure.ts'
import type { Visit } from '../visit.ts'
import { frameworksOf } from './asked.ts'
import { replyOutput, replySchema } from './reply-output.ts'

/** What asking works with. */
export interface AskParts extends CallParts {
  replies: Replies
  clock: Clock
  log: RequestLog
}

const inputSchema = z.object({
  question: z.string().trim().min(1).max(100_000).meta({
    description: 'The question, with all that it needs to be understood: nothing of earlier ones is kept.',
  }),
  mode: z.enum(['fast', 'think']).default('fast').meta({
    description: 'fast answers in seconds; think reasons first, costs more and may take minutes.',
  }),
  frameworks: z.array(z.string().max(256)).max(MAX_PINS).optional().meta({
    description: 'Framework ids to answer from, at most 8. Left out: those that the question names.',
  }),
  client_ref: z.string().min(1).max(64).optional().meta({
    description:
      'A name of your own for this question. Asking again by it gives the same reply, charged once.',
  }),
})

const MODELS = { fast: 'svc-fast', think: 'svc-thinking' } as const

/** `ask`: a question, answered as a chat call is and charged to the token's account. */
export function askTool(parts: AskParts): Tool {
  return defineTool({
    name: 'ask',
    title: 'Ask a compliance question',
    description:
      'Answers a compliance question from the registry of frameworks, with the controls it cites checked. Costs credit of the account; the other tools are free, so look ids, controls, mappings and dates up with them. An answer that takes more than 20 s is fetched with get_reply.',
    scope: 'ask',
    input: inputSchema,
    output: replySchema,
    acts: true,
    run: async (input, visit) => {
      const frameworks = frameworksOf(parts.registry, input.frameworks).map(({ id }) => id)
      const asked: Asked = { ...input, frameworks }
      const begun = parts.replies.begin(
        { tokenId: visit.token.id, ref: asked.client_ref, asked: hashOf(asked) },
        answering(parts, asked, visit),
      )
      switch (begun.kind) {
        case 'kept':
          return replyOutput(parts.replies, begun.reply, visit)
        case 'other_question':
          throw new ToolFailure(
            'This client_ref was used for another question. Call ask again with another client_ref, or with none.',
          )
        case 'running_max':
          throw new ToolFailure(
            `${RUNNING_MAX} answers of this token are being written, the most at one time. Call get_reply with one of ${begun.replies.map(({ facts }) => facts.id).join(', ')} first.`,
          )
        case 'full':
          throw new ToolFailure(
            'The service keeps as many answers as it can. Call ask again in a minute. Nothing was charged.',
          )
      }
    },
  })
}

type Asked = z.infer<typeof inputSchema> & { frameworks: readonly string[] }

function hashOf({ question, mode, frameworks }: Asked): string {
  return createHash('sha256')
    .update(JSON.stringify([question, mode, frameworks]))
    .digest('base64')
}

/** The call of a question. It goes on when its asker leaves, and ends by the time limit of every call. */
function answering(parts: AskParts, asked: Asked, visit: Visit): Answering {
  return async (admitted) => {
    try {
      return await answerOf(parts, asked, visit, admitted)
    } catch (cause) {
      return { why: failureWords(cause, visit.request, parts.log) }
    }
  }
}

async function answerOf(
  parts: AskParts,
  asked: Asked,
  { token, request }: Visit,
  admitted: Parameters<Answering>[0],
): Promise<ReplyAnswer> {
  const early = new EarlyEnd()
  const open = await complete(parts, token, chatCall(asked), early, (call, model, frameworks) => {
    noteCall(request, call, model, frameworks)
    admitted(call)
  })
  const { choices, svc } = await plainCompletion(open, Math.floor(parts.clock.now() / 1_000))
  return {
    text: choices[0].message.content,
    modules: svc.frameworks.map(({ id, version, reason }) => ({ id, version, reason })),
    references: svc.references ?? [],
    // Here the field has no `svc` around it.
    warnings: svc.warnings.map((words) => words.replaceAll('svc.frameworks', 'frameworks')),
    costUsd: svc.cost_usd ?? 0,
  }
}

function chatCall({ question, mode, frameworks }: Asked): ChatCall {
  return {
    model: MODELS[mode],
    messages: [{ role: 'user', content: question }],
    stream: false,
    includeUsage: false,
    maxTokens: undefined,
    pins: frameworks,
    requireGrounding: false,
    receipt: false,
    sampling: {},
    ignored: [],
  }
}
