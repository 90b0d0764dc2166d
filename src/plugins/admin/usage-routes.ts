import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Store, UsageRecord } from '../../domain/ledger/store.ts'
import { usageJson } from '../json-surface/usage-json.ts'
import { existingAccount } from './account-routes.ts'
import { onePage, pageQuerySchema } from './page.ts'

const querySchema = pageQuerySchema.extend({
  key_id: z.string().max(64).optional(),
})

const CSV_COLUMNS = [
  'id',
  'key_id',
  'model',
  'frameworks',
  'status',
  'prompt_tokens',
  'completion_tokens',
  'cost_usd',
  'started_at',
  'ended_at',
] as const

/** GET /admin/v1/accounts/:id/usage: paged JSON, or CSV by `Accept: text/csv`. Both page by `after`. */
export function adminUsageRoutes(app: FastifyInstance, { store }: { store: Store }): void {
  app.get<{ Params: { id: string }; Querystring: z.infer<typeof querySchema> }>(
    '/accounts/:id/usage',
    { schema: { hide: true, querystring: querySchema } },
    async ({ params, query, headers }, reply) => {
      const keyId = query.key_id
      const account = await existingAccount(store, params.id)
      const { records, more } = await onePage({
        query,
        path: `/accounts/${account.id}/usage`,
        ...(keyId !== undefined && { filter: { key_id: keyId } }),
        read: (page) =>
          store.listUsage({ accountId: account.id, ...page, ...(keyId !== undefined && { keyId }) }),
        reply,
      })
      if (headers.accept?.includes('text/csv') === true) {
        return reply.type('text/csv; charset=utf-8').send(csv(records))
      }
      return { object: 'list', data: records.map(usageJson), has_more: more }
    },
  )
}

/** Every field is a number, a date or a name of the service's own, so none needs quoting. */
function csv(records: readonly UsageRecord[]): string {
  const rows = records.map((record) => {
    const body = { ...usageJson(record), frameworks: record.frameworks.join(' ') }
    return CSV_COLUMNS.map((column) => body[column] ?? '').join(',')
  })
  return `${[CSV_COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}
