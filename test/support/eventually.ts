import { vi } from 'vitest'

/** Longer than anything takes on a busy machine: it catches a hang, and measures nothing. */
const HANG_MS = 30_000

/** Waits until a check passes, and gives what it gives. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: HANG_MS })
}
