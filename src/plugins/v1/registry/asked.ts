import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { didYouMean } from '../../../domain/did-you-mean.ts'
import { findControl, type FoundControl } from '../../../domain/references/find-control.ts'
import type { Framework } from '../../../domain/registry/framework.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import { ApiError } from '../../json-surface/api-error.ts'
import { pageOf, type Page } from '../../registry/cursor.ts'

/** Frameworks that one request may name. */
export const FRAMEWORKS_MAX = 8

/** A framework id, once or several times: `framework=gdpr&framework=nis2`. */
export const frameworksQuery = z
  .preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(z.string()).max(FRAMEWORKS_MAX))
  .meta({ description: 'A framework id; may be repeated, at most 8 times. None: all.' })

export const cursorQuery = z
  .string()
  .max(32)
  .optional()
  .meta({ description: '`next_cursor` of the page before. It outlives a restart of the service.' })

/** The framework of a path. @throws {ApiError} `not_found` with near ids */
export function frameworkAt(registry: Registry, id: string, param = 'id'): Framework {
  const framework = registry.get(id)
  if (framework) return framework
  throw new ApiError('not_found', { message: noFramework(registry, id), param })
}

/** The frameworks of a query or body. @throws {ApiError} `unknown_framework` with near ids */
export function frameworksOf(registry: Registry, ids: readonly string[], param: string): Framework[] {
  return [...new Set(ids)].map((id) => {
    const framework = registry.get(id)
    if (framework) return framework
    throw new ApiError('unknown_framework', { message: noFramework(registry, id), param })
  })
}

function noFramework(registry: Registry, id: string): string {
  return `There is no framework with this id.${didYouMean(registry.nearest(id))} GET /v1/frameworks lists the valid ids.`
}

/** A control of a path or query, however it is written. @throws {ApiError} `not_found` with near ids */
export async function controlAt(
  framework: Framework,
  written: string,
): Promise<Exclude<FoundControl, { status: 'unknown' }>> {
  const found = await findControl(framework, written)
  if (found.status !== 'unknown') return found
  throw new ApiError('not_found', {
    message: `${framework.name} has no control with this id.${didYouMean(found.suggestions)}`,
    param: 'control',
  })
}

/**
 * A page of a list. Where one follows, the `Link` header leads to it (RFC 8288): a CSV has no other place to say so.
 *
 * @throws {ApiError} `invalid_value` for a cursor of another list
 */
export function pageAt<T>(
  all: readonly T[],
  asked: { of: unknown; limit: number; cursor?: string | undefined },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Page<T> {
  const page = pageOf(all, asked)
  if (page?.next !== undefined) reply.header('link', `<${withCursor(request.url, page.next)}>; rel="next"`)
  if (page) return page
  throw new ApiError('invalid_value', {
    message: 'Invalid value for cursor: it is none of this list.',
    param: 'cursor',
  })
}

/** The same request, one page on. */
function withCursor(asked: string, cursor: string): string {
  const at = asked.indexOf('?')
  const params = new URLSearchParams(at < 0 ? '' : asked.slice(at))
  params.set('cursor', cursor)
  return `${at < 0 ? asked : asked.slice(0, at)}?${params.toString()}`
}
