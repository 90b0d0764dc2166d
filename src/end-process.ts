import type { LogDestination } from './log-destination.ts'

/** How long the last lines may take to be written: an end must not wait for a reader that never comes. */
const LAST_LINES_MS = 1_000

/**
 * Ends the process once its last log lines are out, or could not be written in time. A write that has not come back holds its thread,
 * and a normal exit would wait for that thread without end; then only a kill ends it.
 */
export async function endProcess(code: number, log: LogDestination): Promise<never> {
  if ((await log.flush(LAST_LINES_MS)) === 'stuck') process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
