import { setTimeout as delay } from 'node:timers/promises'
import type { StartedProcess } from './start-process.ts'

const LOOK_MS = 300

/** CPU that a process may use between two looks and still be doing nothing, in microseconds. */
const IDLE_MICROS = 5_000

/** However busy it stays, nobody waits longer, in milliseconds. */
const MOST_MS = 15_000

/** Settles when a process has done what its start left for later. */
export async function quiet(process: StartedProcess): Promise<void> {
  const deadline = performance.now() + MOST_MS
  let before = (await process.usage()).cpuMicros
  while (performance.now() < deadline) {
    await delay(LOOK_MS)
    const { cpuMicros } = await process.usage()
    if (cpuMicros - before < IDLE_MICROS) return
    before = cpuMicros
  }
}
