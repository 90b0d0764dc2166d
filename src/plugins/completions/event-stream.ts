import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** A comment, which a reader of events passes over. */
export const PING = ': ping\n'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Some readers of events and some proxies look for `no-cache`.
  'cache-control': 'no-store, no-cache, no-transform',
  // nginx would else collect the stream before it passes it on.
  'x-accel-buffering': 'no',
}

/**
 * A response of server-sent events. A reader who has heard nothing for `keepaliveMs` gets a ping: proxies cut connections that stay
 * silent, and a model may reason for long.
 */
export class EventStream {
  readonly #response: ServerResponse
  readonly #silence: NodeJS.Timeout

  /** The headers go out with the first frame. */
  constructor(response: ServerResponse, headers: OutgoingHttpHeaders, keepaliveMs: number) {
    this.#response = response.writeHead(200, { ...headers, ...HEADERS })
    this.#silence = setInterval(() => this.#ping(), keepaliveMs)
  }

  /** Writes one or more whole frames. Nothing is written to a reader who has gone. False where the reader does not keep up. */
  send(frames: string): boolean {
    if (this.#response.destroyed) return true
    this.#silence.refresh()
    return this.#response.write(frames)
  }

  /** Settles when a reader who did not keep up takes more, or never will. */
  room(): Promise<void> {
    const response = this.#response
    return new Promise((resolve) => {
      const over = (): void => {
        response.off('drain', over).off('close', over)
        resolve()
      }
      response.on('drain', over).on('close', over)
    })
  }

  end(): void {
    clearInterval(this.#silence)
    if (!this.#response.destroyed) this.#response.end()
  }

  #ping(): void {
    // Where bytes wait for the reader already, it is not the service that is silent.
    if (!this.#response.destroyed && !this.#response.writableNeedDrain) this.#response.write(PING)
  }
}
