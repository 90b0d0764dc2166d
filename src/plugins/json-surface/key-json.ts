import { sortOf } from '../../domain/keys/key-sort.ts'
import { toUsd } from '../../domain/ledger/price.ts'
import type { ApiKey, WindowSpend } from '../../domain/ledger/store.ts'
import { isoTime } from './iso-time.ts'

/** A key or token in JSON: everything but its secret, which nobody has any more. */
export function keyJson(key: ApiKey): Record<string, unknown> {
  return {
    object: sortOf(key),
    id: key.id,
    name: key.name,
    ...(key.scopes && { scopes: key.scopes }),
    last_four: key.lastFour,
    created_at: isoTime(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : isoTime(key.lastUsedAt),
    expires_at: key.expiresAt === null ? null : isoTime(key.expiresAt),
  }
}

/** Caps and spend of a key's current windows, by window. */
export function limitsJson(spends: readonly WindowSpend[]): Record<string, unknown> {
  return Object.fromEntries(
    spends.map(({ window, limitMicros, spentMicros, heldMicros, resetsAt }) => [
      window,
      {
        limit_usd: limitMicros === null ? null : toUsd(limitMicros),
        spent_usd: toUsd(spentMicros),
        held_usd: toUsd(heldMicros),
        resets_at: isoTime(resetsAt),
      },
    ]),
  )
}
