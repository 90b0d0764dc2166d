import { createServer, type RequestListener, type Server } from 'node:http'
import type { ConnectionLimits } from './connection-limits.ts'
import type { ConnectionsWithoutKey } from './connections-without-key.ts'
import type { Exchanges } from './exchanges.ts'
import { meetExpectations } from './expectations.ts'
import { lingerOnClose } from './lingering-close.ts'
import { refuseOtherProtocols } from './other-protocols.ts'
import { destroyStalledReaders } from './stalled-readers.ts'

export interface HttpServerOptions {
  exchanges: Exchanges
  withoutKey: ConnectionsWithoutKey
  limits: ConnectionLimits
}

/** A server with every rule for its connections. It does not listen yet. */
export function httpServer(
  listener: RequestListener,
  { exchanges, withoutKey, limits }: HttpServerOptions,
): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.idleMs,
    // Refused in the envelope of all errors, not by Node.
    requireHostHeader: false,
  })
  // A client may say that its request is whole by ending its side, and still wait for the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  // Before the listener: what is under way is known to whoever asks.
  exchanges.watch(server)
  withoutKey.watch(server)
  destroyStalledReaders(server, exchanges, limits.stalledMs)
  lingerOnClose(server, exchanges, limits)
  meetExpectations(server)
  return server.on('request', refuseOtherProtocols(listener))
}
