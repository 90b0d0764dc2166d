import type { Parts } from './parts.ts'

/** How often holds of dead processes are looked for, in milliseconds. */
const SWEEP_MS = 30_000

/** How often running calls are held against the keys that other instances revoked: design 9 gives them five seconds. */
const REVOCATIONS_MS = 1_000

/** What the process does beside its requests, until it is told to stop. */
export function startUpkeep(parts: Parts): () => void {
  const timers = [
    setInterval(() => void sweepHolds(parts), SWEEP_MS),
    setInterval(() => void endRevokedCalls(parts), REVOCATIONS_MS),
  ]
  return () => timers.forEach(clearInterval)
}

/** Releases the holds of processes that died. */
export async function sweepHolds({ ledger, metrics, log }: Parts): Promise<void> {
  try {
    const swept = await ledger.sweep()
    if (swept === 0) return
    metrics.swept(swept)
    log.event('holds_swept', { holds: swept })
  } catch (cause) {
    log.fault('sweep_failed', cause)
  }
}

/** Ends the running calls of keys that were revoked on another instance. */
export async function endRevokedCalls({ store, running, log }: Parts): Promise<void> {
  const keyIds = running.keyIds()
  if (keyIds.length === 0) return
  try {
    for (const keyId of await store.revokedAmong(keyIds)) running.revoke(keyId)
  } catch (cause) {
    log.fault('revocations_not_read', cause)
  }
}
