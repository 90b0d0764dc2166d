import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Store, UsageRecord } from '../../domain/ledger/store.ts'
import { usageJson } from '../json-surface/usage-json.ts'
import { existingAccount } from './account-routes.ts'

const querySchema = z.looseObject({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  after: z.string().max(64).optional(),
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
      const { limit, after, key_id: keyId } = query
      const account = await existingAccount(store, params.id)
      const records = await store.listUsage({
        accountId: account.id,
        limit: limit + 1,
        ...(after !== undefined && { after }),
        ...(keyId !== undefined && { keyId }),
      })
      const page = records.slice(0, limit)
      const last = page.at(-1)
      if (records.length > limit && last) {
        // A CSV has no place for `has_more`.
        const next = new URLSearchParams({ limit: String(limit), after: last.id })
        if (keyId !== undefined) next.set('key_id', keyId)
        reply.header('link', `</admin/v1/accounts/${account.id}/usage?${next.toString()}>; rel="next"`)
      }
      if (headers.accept?.includes('text/csv') === true) {
        return reply.type('text/csv; charset=utf-8').send(csv(page))
      }
      return { object: 'list', data: page.map(usageJson), has_more: records.length > limit }
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
