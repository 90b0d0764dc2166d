import type { EarlyEndSignal } from '../../domain/early-end.ts'
import type { ServerResponse } from 'node:http'

/** Gives an answer whose call was ended from outside so long for its last bytes: its reader may have stopped reading. */
export function limitLastBytes(response: ServerResponse, ended: EarlyEndSignal, lastBytesMs: number): void {
  const begin = (): void => {
    const timer = setTimeout(() => response.destroy(), lastBytesMs)
    response.once('close', () => clearTimeout(timer))
  }
  if (response.destroyed) return
  if (ended.aborted) begin()
  else ended.addEventListener('abort', begin, { once: true })
}
