import { setTimeout as delay } from 'node:timers/promises'

/** How work is begun again and again. */
export interface Pace {
  everyMs: number
  /** Under way at one time; above it none begins. */
  most: number
  /** Ends the beginning; what is under way is waited for. */
  over: AbortSignal
  /** Hears of work that failed. */
  failed: (cause: unknown) => void
}

/** Begins work at a pace that does not wait for it, as callers do, but never so much that this machine is all that is measured. */
export async function atPace(
  { everyMs, most, over, failed }: Pace,
  work: () => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  while (!over.aborted) {
    if (running.size < most) {
      const one = work()
        .catch(failed)
        .finally(() => running.delete(one))
      running.add(one)
    }
    await delay(everyMs)
  }
  await Promise.all(running)
}
