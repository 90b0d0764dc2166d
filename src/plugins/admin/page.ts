import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Page } from '../../domain/ledger/store.ts'

/** What every list of the operator API is asked with. */
export const pageQuerySchema = z.looseObject({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  after: z.string().max(64).optional(),
})

export interface PageRequest<T> {
  query: z.infer<typeof pageQuerySchema>
  /** Below `/admin/v1`. */
  path: string
  /** What else the next page is asked with. */
  filter?: Readonly<Record<string, string>>
  read: (page: Page) => Promise<T[]>
  reply: FastifyReply
}

/**
 * Reads the page that was asked for, and one record more to learn whether there is another. Where there is, a `Link` header
 * names it: a CSV has no place for `has_more`.
 */
export async function onePage<T extends { id: string }>({
  query: { limit, after },
  path,
  filter,
  read,
  reply,
}: PageRequest<T>): Promise<{ records: T[]; more: boolean }> {
  const found = await read({ limit: limit + 1, ...(after !== undefined && { after }) })
  const records = found.slice(0, limit)
  const more = found.length > limit
  const last = records.at(-1)
  if (more && last) {
    const next = new URLSearchParams({ limit: String(limit), after: last.id, ...filter })
    reply.header('link', `</admin/v1${path}?${next.toString()}>; rel="next"`)
  }
  return { records, more }
}
