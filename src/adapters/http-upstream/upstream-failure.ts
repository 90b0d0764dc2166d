import { Refusal } from '../../domain/refusal.ts'
import type { Unavailable } from '../../domain/upstream/upstream.ts'

/** The server answered, and it is no answer: asking again would not help. The message says how, in a word of ours. */
export class BadAnswer extends Error {}

const TIMEOUTS = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

export function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && TIMEOUTS.has(String(cause.code))
}

/** What went wrong on the way, in the words of the table; never the upstream's. */
export function refusalOf(cause: unknown, unavailable: Unavailable): Refusal {
  if (cause instanceof Refusal) return cause
  return new Refusal(isTimeout(cause) ? 'upstream_timeout' : unavailable, { reason: reasonOf(cause) })
}

function reasonOf(cause: unknown): string {
  if (cause instanceof BadAnswer) return cause.message
  if (!(cause instanceof Error)) return typeof cause
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.constructor.name
}
