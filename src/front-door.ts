import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Nobody has knocked for so long: whoever sends requests has learnt to send them elsewhere. */
const QUIET_MS = 500

/** Longer than a proxy takes to find out by `/readyz`; whoever still knocks then finds a closed door. */
const OPEN_MOST_MS = 3_000

const LOOK_MS = 25

/** Proxies go on asking these of an instance that gets no requests any more. */
const PROBES = new Set<string | undefined>(['/readyz', '/healthz'])

/**
 * Where requests come in. Closing it at once would reset connections that were just made, with a call in them that nobody may send again.
 * So it first says no, by 503, to each that comes, and is closed when nobody comes any more.
 */
export class FrontDoor {
  #closing = false
  #knockedAt = 0
  readonly #servers: Server[] = []

  /** True once no new calls are let in. */
  get closing(): boolean {
    return this.#closing
  }

  /** Looks at each request to a server before it is answered. */
  watch(server: Server): void {
    this.#servers.push(server)
    server.prependListener('request', (request, response) => {
      if (!this.#closing) return
      // A connection that is used again could be closed while its next request is on its way.
      response.shouldKeepAlive = false
      if (!PROBES.has(request.url)) this.#knockedAt = performance.now()
    })
  }

  /** From now on calls are turned away. */
  turnAway(): void {
    this.#closing = true
  }

  /** Turns calls away until none comes any more, then no longer listens. */
  async close(): Promise<void> {
    this.turnAway()
    const began = performance.now()
    this.#knockedAt = began
    for (let now = began; now - this.#knockedAt < QUIET_MS && now - began < OPEN_MOST_MS;) {
      await delay(LOOK_MS)
      now = performance.now()
    }
    for (const server of this.#servers) server.close()
  }
}
