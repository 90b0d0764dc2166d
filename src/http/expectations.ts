import type { Server } from 'node:http'

/**
 * A client that asks before it sends its body is told to go on when the body is first read: whoever is refused before, by key or
 * announced size, need not send it. Expectations unknown to the server go the way of any request, where they are refused.
 */
export function meetExpectations(server: Server): void {
  server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      // Behind its answer a body is read to be thrown away.
      if (!response.headersSent) response.writeContinue()
    })
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response)
  })
}
