import { z } from 'zod'
import type { KeptReply } from '../../../domain/replies/kept-reply.ts'
import type { ReplyAnswer, ReplyState } from '../../../domain/replies/reply-answer.ts'
import type { Replies } from '../../../domain/replies/replies.ts'
import type { ToolOutput } from '../tool.ts'
import { ToolFailure } from '../tool-failure.ts'
import type { Visit } from '../visit.ts'
import { referenceStateShape } from './schemas.ts'

/** How long a call waits for an answer: many clients give up at a minute, some at half of one. */
const WAIT_MS = 20_000

/** How often a client that asked for it is told that the answer is still being written. */
const PROGRESS_MS = 5_000

/** What `ask` and `get_reply` give. */
export const replySchema = z.object({
  status: z.enum(['running', 'done']),
  reply_id: z.string().optional().meta({ description: 'While it is running: what get_reply asks for.' }),
  answer: z.string().optional(),
  modules: z
    .array(z.object({ id: z.string(), version: z.string(), reason: z.string() }))
    .optional()
    .meta({ description: 'The frameworks that the answer stands on, and why they were chosen.' }),
  references: z
    .array(z.object({ ...referenceStateShape, known: z.boolean() }))
    .optional()
    .meta({ description: 'The control ids that the answer cites, each looked up.' }),
  warnings: z.array(z.string()).optional(),
  cost_usd: z.number().optional(),
})

/** Waits for a reply and tells it, or how to go on waiting. @throws {ToolFailure} why there is no answer */
export async function replyOutput(replies: Replies, reply: KeptReply, visit: Visit): Promise<ToolOutput> {
  const state = await waited(replies, reply, visit)
  if (state.status === 'failed') throw new ToolFailure(state.why)
  if (state.status === 'done') return answerOutput(state.answer)
  const { id } = reply.facts
  return {
    data: { status: 'running', reply_id: id },
    text: `The answer is still being written. Call get_reply with reply_id ${id}; it waits up to 20 s more.`,
  }
}

async function waited(replies: Replies, reply: KeptReply, { left, progress }: Visit): Promise<ReplyState> {
  if (!progress) return replies.wait(reply, WAIT_MS, left)
  // What is sent at once opens the stream.
  const tell = (): void => progress('The answer is being written.')
  const telling = setInterval(tell, PROGRESS_MS)
  try {
    if (reply.running) tell()
    return await replies.wait(reply, WAIT_MS, left)
  } finally {
    clearInterval(telling)
  }
}

function answerOutput({ text, modules, references, warnings, costUsd }: ReplyAnswer): ToolOutput {
  const unknown = references.filter(({ known }) => !known).map(({ id }) => id)
  const notes = [
    modules.length > 0
      ? `Stands on ${modules.map(({ id, version }) => `${id} (${version})`).join(', ')}.`
      : 'Stands on no framework of the registry.',
    ...(unknown.length > 0 ? [`Cited ids that do not exist: ${unknown.join(', ')}.`] : []),
    ...warnings,
    `Cost: ${costUsd} USD.`,
  ]
  return {
    data: { status: 'done', answer: text, modules, references, warnings, cost_usd: costUsd },
    text: `${text}\n\n---\n${notes.join('\n')}`,
  }
}
