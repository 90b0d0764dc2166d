import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { load, type Job, type Tally } from '../../bench/load/load.ts'

const servers: { close: () => void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<Job> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  servers.push(server)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    method: 'GET',
    path: '/',
    headers: { 'x-asked': 'so' },
    connections: 3,
    durationMs: 50,
    rampMs: 0,
    status: 200,
    chunks: 0,
  }
}

test('as many answers are counted as the server gave, and each connection asks at least once', async () => {
  let given = 0
  const asked = new Set<unknown>()
  const job = await serve((request, response) => {
    given += 1
    asked.add(request.headers['x-asked'])
    response.end('here')
  })
  const tally = await load({ ...job, durationMs: 0 })
  expect(tally).toMatchObject({ done: 3, failed: 0 })
  const longer = await load(job)
  expect(longer.done + 3).toBe(given)
  expect(longer.latency?.p99).toBeGreaterThan(0)
  expect([...asked]).toEqual(['so'])
})

test('an answer of another status is a failure, with its reason', async () => {
  const job = await serve((_request, response) => response.writeHead(503).end())
  const tally = await load({ ...job, durationMs: 0 })
  expect(tally).toMatchObject({ done: 0, failed: 3, firstFailure: 'it answered 503' })
})

test('a server that hangs up is a failure, and the load still ends', async () => {
  const job = await serve((_request, response) => response.destroy())
  expect(await load({ ...job, durationMs: 0 })).toMatchObject({ done: 0, failed: 3 })
})

/** Events that reach the reader cut at every byte. */
async function streamed(body: string): Promise<Tally> {
  const job = await serve((_request, response) => {
    let sent = 0
    const turn = (): void => {
      if (sent === body.length) response.end()
      else response.write(body.charAt(sent++), () => setImmediate(turn))
    }
    turn()
  })
  return load({ ...job, connections: 1, durationMs: 0, chunks: 2 })
}

const CHUNKS = 'data: {"t":"~0000000000000001~"}\n\ndata: {"t":"~0000000000000002~"}\n\n'
const END = 'data: [DONE]\n\n'

test('a stream that is whole is counted, with how late its chunks were', async () => {
  const tally = await streamed(CHUNKS + END)
  expect(tally).toMatchObject({ done: 1, failed: 0 })
  expect(tally.lateness?.p50).toBeGreaterThan(0)
})

test.each([
  { name: 'without its end', body: CHUNKS },
  { name: 'that misses a chunk', body: CHUNKS.replace(/^.*\n\n/, '') + END },
  { name: 'that goes on behind its end', body: CHUNKS + END + CHUNKS },
])('a stream $name is a failure', async ({ body }) => {
  expect(await streamed(body)).toMatchObject({ done: 0, failed: 1, firstFailure: 'a stream was not whole' })
})
