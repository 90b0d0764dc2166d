import type { EarlyEndSignal } from '../../domain/early-end.ts'
import type { ServerResponse } from 'node:http'

/** Gives an answer whose call was ended from outside so long for its last bytes: its reader may have stopped reading. */
export function limitLastBytes(response: ServerResponse, ended: EarlyEndSignal, lastBytesMs: number): void {
  const begin = (): void => {
    // Whoever has left gets none: a timer would only keep what was said in memory.
    if (response.destroyed) return
    const timer = setTimeout(() => response.destroy(), lastBytesMs)
    response.once('close', () => clearTimeout(timer))
  }
  if (ended.aborted) begin()
  else ended.addEventListener('abort', begin, { once: true })
}
