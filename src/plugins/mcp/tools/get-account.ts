import { z } from 'zod'
import { MAX_PINS } from '../../../domain/grounding/grounding.ts'
import { toUsd } from '../../../domain/ledger/price.ts'
import type { Store, WindowSpend } from '../../../domain/ledger/store.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { KEPT_MAX, RUNNING_MAX, type Replies } from '../../../domain/replies/replies.ts'
import type { Clock } from '../../../domain/clock.ts'
import { isoTime } from '../../json-surface/iso-time.ts'
import { READS } from '../../registry/rate-limits.ts'
import { defineTool, type Tool } from '../tool.ts'

/** What telling of an account works with. */
export interface AccountParts {
  store: Store
  clock: Clock
  replies: Replies
}

const spendSchema = z.object({
  limit_usd: z.number().optional().meta({ description: 'Left out where there is none.' }),
  spent_usd: z.number(),
  held_usd: z.number(),
  resets_at: z.string(),
})

const output = z.object({
  token: z.object({ name: z.string(), last_four: z.string(), expires_at: z.string().optional() }),
  scopes: z.array(z.string()),
  balance_usd: z.number(),
  held_usd: z.number(),
  spend: z.record(z.string(), spendSchema),
  limits: z.object({
    requests_per_second: z.number(),
    requests_at_once: z.number(),
    replies_running: z.number(),
    replies_kept: z.number(),
    frameworks_per_question: z.number(),
  }),
  replies: z.array(
    z.object({
      reply_id: z.string(),
      status: z.enum(['running', 'done', 'failed']),
      client_ref: z.string().optional(),
      begun_at: z.string(),
    }),
  ),
})

/** `get_account`: what the token may do, what its account has left, and which replies wait for it. */
export function getAccountTool({ store, clock, replies }: AccountParts): Tool {
  return defineTool({
    name: 'get_account',
    title: 'This token and its account',
    description:
      'Scopes of this token, the balance of its account, its spend limits, the limits of this server, and the replies of ask that can be fetched with get_reply.',
    scope: undefined,
    input: z.object({}),
    output,
    run: async (_input, { token }) => {
      const [account, spends] = await Promise.all([
        store.getAccount(token.accountId),
        store.windowSpends(token.id, clock.now()),
      ])
      if (!account) throw new Refusal('invalid_token')
      const pending = replies.of(token.id)
      const balance = toUsd(account.balanceMicros)
      const data = {
        token: {
          name: token.name,
          last_four: token.lastFour,
          ...(token.expiresAt !== null && { expires_at: isoTime(token.expiresAt) }),
        },
        scopes: token.scopes,
        balance_usd: balance,
        held_usd: toUsd(account.heldMicros),
        spend: Object.fromEntries(spends.map((one) => [one.window, spendJson(one)])),
        limits: {
          requests_per_second: READS.perSecond,
          requests_at_once: READS.burst,
          replies_running: RUNNING_MAX,
          replies_kept: KEPT_MAX,
          frameworks_per_question: MAX_PINS,
        },
        replies: pending.map(({ facts, state }) => ({
          reply_id: facts.id,
          status: state.status,
          ...(facts.ref !== undefined && { client_ref: facts.ref }),
          begun_at: isoTime(facts.begunAt),
        })),
      }
      const ids = pending.map(({ facts, state }) => `${facts.id} (${state.status})`)
      return {
        data,
        text: `Scopes: ${token.scopes.join(', ')}. Balance: ${balance} USD. Replies: ${ids.join(', ') || 'none'}.`,
      }
    },
  })
}

function spendJson({ limitMicros, spentMicros, heldMicros, resetsAt }: WindowSpend) {
  return {
    ...(limitMicros !== null && { limit_usd: toUsd(limitMicros) }),
    spent_usd: toUsd(spentMicros),
    held_usd: toUsd(heldMicros),
    resets_at: isoTime(resetsAt),
  }
}
