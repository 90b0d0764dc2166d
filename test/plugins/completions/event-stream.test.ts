import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EventStream, PING } from '../../../src/plugins/completions/event-stream.ts'

const KEEPALIVE_MS = 15_000
const FRAME = 'data: {}\n\n'

let server: Server
let response: ServerResponse
let reader: IncomingMessage
let stream: EventStream
/** What was written, write by write. */
let writes: string[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asking = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  ;[, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  stream = new EventStream(response, { 'x-request-id': 'req_1' }, KEEPALIVE_MS)
  writes = []
  const write = response.write.bind(response) as (text: string) => boolean
  response.write = (text: string) => {
    writes.push(text)
    return write(text)
  }
  stream.send(FRAME)
  ;[reader] = (await once(asking, 'response')) as [IncomingMessage]
  reader.on('error', () => undefined)
})
afterEach(async () => {
  stream.end()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  vi.useRealTimers()
})

/** Writes until the reader falls behind; gives what waits for it. */
function overflow(): Promise<void> {
  while (stream.send(FRAME.repeat(10_000)));
  return stream.room()
}

describe('silence', () => {
  test('gets a ping when it has lasted as long as it may, and again after as long', () => {
    vi.advanceTimersByTime(KEEPALIVE_MS - 1)
    expect(writes).toEqual([FRAME])
    vi.advanceTimersByTime(1)
    expect(writes).toEqual([FRAME, PING])
    vi.advanceTimersByTime(2 * KEEPALIVE_MS)
    expect(writes).toEqual([FRAME, PING, PING, PING])
  })

  test('begins anew with every frame', () => {
    for (let count = 0; count < 5; count += 1) {
      vi.advanceTimersByTime(KEEPALIVE_MS - 1)
      stream.send(FRAME)
    }
    expect(writes).not.toContain(PING)
    vi.advanceTimersByTime(KEEPALIVE_MS)
    expect(writes.at(-1)).toBe(PING)
  })

  test('is not filled for a reader for whom bytes wait already', () => {
    void overflow()
    vi.advanceTimersByTime(3 * KEEPALIVE_MS)
    expect(writes).not.toContain(PING)
  })

  test('is over with the stream', () => {
    stream.end()
    vi.advanceTimersByTime(3 * KEEPALIVE_MS)
    expect(writes).toEqual([FRAME])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a reader who falls behind', () => {
  test('is waited for until it has taken what waits', async () => {
    const room = overflow()
    expect(response.writableNeedDrain).toBe(true)
    reader.resume()
    await room
    expect(response.writableNeedDrain).toBe(false)
  })

  test('is not waited for any more once it has gone, and nothing is written to it', async () => {
    const room = overflow()
    reader.destroy()
    await Promise.all([room, once(response, 'close')])
    const before = writes.length
    expect(stream.send(FRAME)).toBe(true)
    vi.advanceTimersByTime(KEEPALIVE_MS)
    expect(writes).toHaveLength(before)
  })

  test('leaves no listener behind', async () => {
    const before = response.listenerCount('drain') + response.listenerCount('close')
    const room = overflow()
    reader.resume()
    await room
    expect(response.listenerCount('drain') + response.listenerCount('close')).toBe(before)
  })
})
