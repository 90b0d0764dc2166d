import { once } from 'node:events'
import { createServer, IncomingMessage, request, ServerResponse } from 'node:http'
import { Socket, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Exchanges } from '../../src/http/exchanges.ts'

test('a request is held while some of it is to come, and not once it is whole and answered', async () => {
  const exchanges = new Exchanges()
  const server = createServer()
  const socket = new Socket()
  exchanges.watch(server)
  const incoming = new IncomingMessage(socket)
  const response = new ServerResponse(incoming)
  server.emit('request', incoming, response)
  expect(exchanges.incoming(socket)).toBe(incoming)
  expect(exchanges.isAnswering(socket)).toBe(true)
  incoming.complete = true
  response.emit('close')
  incoming.complete = false
  // It would be told of as one that still comes, if it were held.
  expect(exchanges.incoming(socket)).toBeUndefined()
  expect(exchanges.isAnswering(socket)).toBe(false)
})

test('a request that is refused while it comes is held until the rest has come', async () => {
  const exchanges = new Exchanges()
  const server = createServer((_incoming, response) => response.end())
  exchanges.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  server.on('request', (incoming: IncomingMessage) => sockets.push(incoming.socket))
  const asking = request({ port: (server.address() as AddressInfo).port, method: 'POST' })
  asking.write('half')
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  const [socket = new Socket()] = sockets
  expect(exchanges.incoming(socket)?.complete).toBe(false)
  asking.destroy()
  server.close()
})
