import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchanges } from './exchanges.ts'

/**
 * The connections that have shown no valid key, oldest first. They are bounded: where one too many comes, the oldest that is not
 * being answered goes, so that nobody can keep callers out by holding connections open.
 */
export class ConnectionsWithoutKey {
  readonly #sockets = new Set<Socket>()
  readonly #exchanges: Exchanges
  readonly #max: number

  constructor(exchanges: Exchanges, max: number) {
    this.#exchanges = exchanges
    this.#max = max
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (this.#sockets.size >= this.#max) this.#oldest()?.destroy()
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /** A valid key was accepted on this connection: it counts no longer. */
  accepted(socket: Socket): void {
    this.#sockets.delete(socket)
  }

  /** The one to go; where all are being answered the oldest of them. */
  #oldest(): Socket | undefined {
    let oldest: Socket | undefined
    for (const socket of this.#sockets) {
      if (!this.#exchanges.isAnswering(socket)) return socket
      oldest ??= socket
    }
    return oldest
  }
}
