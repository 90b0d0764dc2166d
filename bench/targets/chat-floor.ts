import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Pool, type Dispatcher } from 'undici'

/*
 * The floor of a call: `node:http` before, undici's `dispatch` behind, nothing parsed or checked. `PORT` says where it listens,
 * `UPSTREAM` where it asks; where `BODY` names a file, its bytes go upstream instead of what the caller sent.
 */

const fixed = process.env['BODY'] ? readFileSync(process.env['BODY']) : undefined
const upstream = new Pool(process.env['UPSTREAM'] ?? '', {
  connections: 8_192,
  bodyTimeout: 0,
  headersTimeout: 0,
  keepAliveTimeout: 60_000,
})

createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = fixed ?? (parts.length === 1 ? parts[0] : Buffer.concat(parts))
    const { authorization = '' } = request.headers
    const headers = ['content-type', 'application/json', 'authorization', authorization]
    const options = { method: 'POST', path: request.url ?? '/', headers, body: body ?? null } as const
    upstream.dispatch(options, new Passing(response))
  })
}).listen({ port: Number(process.env['PORT']), host: '127.0.0.1', backlog: 4_096 })

/** Hands an answer on: a stream part by part, what has a length whole. */
class Passing implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse
  #whole: Buffer[] | undefined
  #ended = false

  constructor(response: ServerResponse) {
    this.#response = response
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#response.once('close', () => {
      if (!this.#ended) controller.abort(new Error('the client left'))
    })
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    const { connection: _connection, 'keep-alive': _alive, 'transfer-encoding': _coding, ...rest } = headers
    this.#response.writeHead(status, rest)
    if (rest['content-length'] !== undefined) this.#whole = []
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#whole) this.#whole.push(part)
    else if (!this.#response.write(part)) {
      controller.pause()
      this.#response.once('drain', () => controller.resume())
    }
  }

  onResponseEnd(): void {
    this.#ended = true
    const parts = this.#whole
    this.#response.end(parts?.length === 1 ? parts[0] : parts && Buffer.concat(parts))
  }

  onResponseError(): void {
    this.#ended = true
    this.#response.destroy()
  }
}
