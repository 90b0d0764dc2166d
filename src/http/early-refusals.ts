import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Whose key a connection showed last, and the header that it stood in. */
interface ShownKey {
  authorization: string | undefined
  keyId: string
}

export interface EarlyRefusal {
  /** Whether a call of this key is refused at this moment. */
  refuses: (keyId: string) => boolean
  /** The paths of calls begin with it. */
  prefix: string
  status: number
  headers: () => OutgoingHttpHeaders
  body: string
}

/**
 * Turns calls away that would be refused anyhow, before anything is done for them. A connection that has shown a valid key once is known
 * by it as long as it sends the same header; all others go on to where keys are looked at.
 */
export class EarlyRefusals {
  readonly #shown = new WeakMap<Socket, ShownKey>()
  readonly #refusal: EarlyRefusal

  constructor(refusal: EarlyRefusal) {
    this.#refusal = refusal
  }

  /** A request with a valid key. */
  accepted({ socket, headers: { authorization } }: IncomingMessage, keyId: string): void {
    const shown = this.#shown.get(socket)
    if (shown === undefined) this.#shown.set(socket, { authorization, keyId })
    else if (shown.keyId !== keyId || shown.authorization !== authorization) {
      shown.authorization = authorization
      shown.keyId = keyId
    }
  }

  before(listener: RequestListener): RequestListener {
    const { refuses, prefix, status, headers, body } = this.#refusal
    return (request, response) => {
      if (request.method === 'POST' && request.url?.startsWith(prefix) === true) {
        const shown = this.#shown.get(request.socket)
        if (shown && shown.authorization === request.headers.authorization && refuses(shown.keyId)) {
          response.writeHead(status, headers()).end(body)
          return
        }
      }
      listener(request, response)
    }
  }
}
