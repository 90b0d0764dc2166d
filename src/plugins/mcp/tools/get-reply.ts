import { z } from 'zod'
import type { Replies } from '../../../domain/replies/replies.ts'
import { defineTool, type Tool } from '../tool.ts'
import { ToolFailure } from '../tool-failure.ts'
import { replyOutput, replySchema } from './reply-output.ts'

const input = z.object({ reply_id: z.string().max(64).meta({ description: 'As ask gave it.' }) })

/** `get_reply`: waits for an answer that `ask` began. */
export function getReplyTool({ replies }: { replies: Replies }): Tool {
  return defineTool({
    name: 'get_reply',
    title: 'Fetch an answer that ask began',
    description:
      'Waits up to 20 s for an answer that ask began, and gives it or says that it is still being written. Answers are kept in memory for 10 minutes after they are whole.',
    scope: 'ask',
    input,
    output: replySchema,
    run: async ({ reply_id: id }, visit) => {
      const reply = replies.find(visit.token.id, id)
      if (reply) return replyOutput(replies, reply, visit)
      if (replies.isElsewhere(id)) {
        throw new ToolFailure(
          'This reply was begun by another instance of the service, or by this one before it was started anew, and lives in the memory of that one alone. Call get_reply again to reach it, or ask the question again.',
        )
      }
      throw new ToolFailure(
        'This token has no reply with this id. It may have been more than 10 minutes ago, or be of another token. get_account lists the replies that can be read; else call ask again.',
      )
    },
  })
}
