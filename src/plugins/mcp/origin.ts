import type { FastifyRequest } from 'fastify'
import { ApiError } from '../json-surface/api-error.ts'

/**
 * Refuses a page of another site that makes its reader's browser ask here. Programs send no `Origin`.
 * @throws {ApiError} `origin_not_allowed`
 */
export function refuseForeignOrigin({ headers }: FastifyRequest, ownUrls: readonly string[]): void {
  const { origin } = headers
  if (origin === undefined || ownUrls.some((url) => new URL(url).origin === origin)) return
  throw new ApiError('origin_not_allowed')
}
