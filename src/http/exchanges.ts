import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is under way on each connection: requests still coming, answers still going. */
export class Exchanges {
  readonly #answers = new WeakMap<Socket, Set<ServerResponse>>()
  readonly #latest = new WeakMap<Socket, IncomingMessage>()

  watch(server: Server): void {
    server.on('request', (request, response) => {
      const { socket } = request
      const answers = this.#answers.get(socket) ?? new Set()
      this.#answers.set(socket, answers.add(response))
      response.on('close', () => answers.delete(response))
      this.#latest.set(socket, request)
    })
  }

  /** The answers that are not whole yet; several where a client sends requests ahead of their answers. */
  answers(socket: Socket): readonly ServerResponse[] {
    return [...(this.#answers.get(socket) ?? [])]
  }

  isAnswering(socket: Socket): boolean {
    return (this.#answers.get(socket)?.size ?? 0) > 0
  }

  /** The request of which some is still to come. */
  incoming(socket: Socket): IncomingMessage | undefined {
    const latest = this.#latest.get(socket)
    return latest?.complete === false ? latest : undefined
  }
}
