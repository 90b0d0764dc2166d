import type { Server } from 'node:http'
import type { Exchanges } from './exchanges.ts'

/**
 * Destroys a connection on which no byte moved for so long, unless its client waits for us. Node counts a write that the
 * reader's side takes a part of as movement.
 */
export function destroyStalledReaders(server: Server, exchanges: Exchanges, stalledMs: number): void {
  server.setTimeout(stalledMs, (socket) => {
    const waitsForUs = exchanges.isAnswering(socket) && socket.writableLength === 0
    if (waitsForUs) socket.setTimeout(stalledMs)
    else socket.destroy()
  })
}
