import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { JournalEntry } from '../../domain/ledger/books.ts'
import { toUsd } from '../../domain/ledger/price.ts'
import type { Store } from '../../domain/ledger/store.ts'
import { isoTime } from '../json-surface/iso-time.ts'
import { existingAccount } from './account-routes.ts'
import { journalQuerySchema } from './schemas.ts'

/** GET /admin/v1/accounts/:id/journal: what made the balance, newest first, paged by `after`. */
export function adminJournalRoutes(app: FastifyInstance, { store }: { store: Store }): void {
  app.get<{ Params: { id: string }; Querystring: z.infer<typeof journalQuerySchema> }>(
    '/accounts/:id/journal',
    { schema: { hide: true, querystring: journalQuerySchema } },
    async ({ params, query: { limit, after } }) => {
      const { id: accountId } = await existingAccount(store, params.id)
      const entries = await store.listJournal({
        accountId,
        limit: limit + 1,
        ...(after !== undefined && { after }),
      })
      return {
        object: 'list',
        data: entries.slice(0, limit).map(journalJson),
        has_more: entries.length > limit,
      }
    },
  )
}

function journalJson({ id, kind, amountMicros, reason, callId, at }: JournalEntry) {
  return {
    object: 'journal_entry',
    id,
    kind,
    amount_usd: toUsd(amountMicros),
    reason,
    call_id: callId,
    at: isoTime(at),
  }
}
