import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchanges } from './exchanges.ts'

interface Lingering {
  lingerMs: number
  lingerBytes: number
}

/**
 * What happens where an answer is whole before its request is: a refusal of a body that is still being sent. To close at once
 * would reset the connection, and a client that is still sending would see a broken pipe where the answer should be. So what still
 * comes is read and thrown away, for a bounded time and up to a bounded size, and only then the connection is destroyed.
 */
export function lingerOnClose(server: Server, exchanges: Exchanges, bounds: Lingering): void {
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // What the server calls behind the last answer of a connection.
    socket.destroySoon = () => {
      const request = exchanges.incoming(socket)
      if (!request) return destroySoon()
      // The client hears that this was all.
      socket.end()
      request.once('end', destroySoon)
    }
  })
  server.on('request', (request, response) => {
    // Before Node's own listener, which would throw the rest away unseen and uncounted.
    response.prependOnceListener('finish', () => {
      if (!request.complete) throwAway(request, bounds)
    })
  })
}

function throwAway(request: IncomingMessage, { lingerMs, lingerBytes }: Lingering): void {
  const { socket } = request
  const limit = socket.bytesRead + lingerBytes
  const over = (): void => {
    socket.destroy()
  }
  const timer = setTimeout(over, lingerMs)
  const count = (): void => {
    if (socket.bytesRead > limit) over()
  }
  const stop = (): void => {
    clearTimeout(timer)
    request.off('data', count)
    socket.off('close', stop)
  }
  request.on('data', count).once('end', stop).resume()
  socket.once('close', stop)
}
