import type { SpendLimits } from './spend-windows.ts'

/** Time is milliseconds since the epoch. */

/** What of a key is to be another. What is left out stays. Who changes the expiry says when: one that has passed is final. */
export type KeyChange = { name?: string; limits?: Partial<SpendLimits> } & (
  | { expiresAt?: undefined }
  | { expiresAt: number | null; now: number }
)

/** A new secret for a key. */
export interface KeyRoll {
  accountId: string
  keyId: string
  secretHash: Uint8Array
  lastFour: string
  /** Until then the secret before this one opens the key too; not at all where that is not after `now`. */
  previousUntil: number
  now: number
}

/** Whether a key opens nothing: it was revoked, or its expiry has come. */
export function isInactive(
  key: { revokedAt: number | null; expiresAt: number | null },
  now: number,
): boolean {
  return key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)
}

/** Whether the change comes too late: an expiry that has passed is final. */
export function isPastChanging({ expiresAt }: { expiresAt: number | null }, change: KeyChange): boolean {
  return change.expiresAt !== undefined && expiresAt !== null && expiresAt <= change.now
}

/** A key as a secret finds it: the one before the present one may end sooner than the key does. */
export function foundKey<Key extends { expiresAt: number | null; previousUntil: number | null }>(
  key: Key,
  byPresent: boolean,
): Key & { validUntil?: number } {
  const ends = byPresent ? [key.expiresAt] : [key.expiresAt, key.previousUntil]
  const validUntil = Math.min(...ends.filter((end) => end !== null))
  return validUntil === Infinity ? key : { ...key, validUntil }
}
