import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The answers of one connection that are not whole yet, and its latest request, unless all of that came and is answered. */
interface Exchange {
  answers: ServerResponse[]
  latest: IncomingMessage | undefined
}

/** What is under way on each connection: requests still coming, answers still going. */
export class Exchanges {
  readonly #exchanges = new WeakMap<Socket, Exchange>()
  #answering = 0

  watch(server: Server): void {
    server.on('request', (request, response) => {
      const { socket } = request
      const exchange = this.#exchanges.get(socket)
      if (exchange) {
        exchange.answers.push(response)
        exchange.latest = request
      } else this.#exchanges.set(socket, { answers: [response], latest: request })
      this.#answering += 1
      response.on('close', () => this.#closed(socket, response))
    })
  }

  /** How many answers are under way, on all connections. */
  get answering(): number {
    return this.#answering
  }

  /** The answers that are not whole yet; several where a client sends requests ahead of their answers. */
  answers(socket: Socket): readonly ServerResponse[] {
    return [...(this.#exchanges.get(socket)?.answers ?? [])]
  }

  isAnswering(socket: Socket): boolean {
    return (this.#exchanges.get(socket)?.answers.length ?? 0) > 0
  }

  /** The request of which some is still to come. */
  incoming(socket: Socket): IncomingMessage | undefined {
    const latest = this.#exchanges.get(socket)?.latest
    return latest?.complete === false ? latest : undefined
  }

  #closed(socket: Socket, response: ServerResponse): void {
    this.#answering -= 1
    const exchange = this.#exchanges.get(socket)
    if (!exchange) return
    exchange.answers.splice(exchange.answers.indexOf(response), 1)
    // A connection may be idle for a while: what was said on it is not to stay in memory as long.
    if (exchange.latest === response.req && response.req.complete) exchange.latest = undefined
  }
}
