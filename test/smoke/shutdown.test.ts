import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readStream } from '../support/read-stream.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../support/upstream-server.ts'
import { killAll, startServer } from './spawned-process.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** Longer than any test may take: a shutdown that waits for this grace is a failed test. */
const NEVER = '3600000'
const CLEAN = { code: 0, signal: null }

let upstream: UpstreamServer
let folder: string
beforeAll(async () => {
  upstream = await startUpstream()
  folder = await mkdtemp(join(tmpdir(), 'svc-shutdown-'))
})
afterEach(killAll)
afterAll(async () => {
  killAll()
  await upstream.close()
  await rm(folder, { recursive: true })
})

function serve(environment: Record<string, string> = {}): Promise<Server> {
  return startServer({ UPSTREAM_BASE_URL: upstream.url, SHUTDOWN_GRACE_MS: NEVER, ...environment })
}

function ask({ url, key }: Server, streamed: boolean): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'svc-fast',
      stream: streamed,
      messages: [{ role: 'user', content: 'What does DORA require?' }],
    }),
  })
}

/** Asks the process to stop and waits until it says that it does. */
async function terminate(server: Server, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  server.signal(signal)
  await server.printed(/"msg":"stopping"/)
}

/** A socket of its own that sends these bytes; `heard` settles once the answer matches, `closed` with all that came. */
async function raw(
  { url }: Server,
  bytes: string,
): Promise<{ socket: Socket; heard: (pattern: RegExp) => Promise<void>; closed: Promise<string> }> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  const closed = new Promise<string>((resolve) => {
    socket.once('error', () => undefined).once('close', () => resolve(text))
  })
  if (bytes) socket.write(bytes)
  const heard = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!pattern.test(text)) return
        socket.off('data', look)
        resolve()
      }
      socket.on('data', look)
      look()
    })
  return { socket, heard, closed }
}

/** Whether a new connection is taken. */
async function refused({ url }: Server): Promise<boolean> {
  const { port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
}

test('a running stream finishes, nobody new is let in, and the process ends well', async () => {
  const more = Promise.withResolvers<void>()
  const [role = '', first = '', ...rest] = stream(['One ', 'two ', 'three'])
  upstream.answer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(role + first)
    await more.promise
    response.end(rest.join(''))
  })
  const server = await serve()
  const response = await ask(server, true)
  await terminate(server)
  expect(await refused(server)).toBe(true)
  more.resolve()
  const { text, done, chunks } = await readStream(response)
  expect(text).toBe('One two three')
  expect(done).toBe(true)
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  expect(await server.ended).toEqual(CLEAN)
  expect(server.stderr()).toBe('')
  expect(server.stdout()).toMatch(/"msg":"stopped"\}\n$/)
})

test('a running plain call gets its answer', async () => {
  const asked = Promise.withResolvers<void>()
  const more = Promise.withResolvers<void>()
  upstream.answer(async (response, call) => {
    asked.resolve()
    await more.promise
    await json(completion('In time.'))(response, call)
  })
  const server = await serve()
  const answering = ask(server, false)
  await asked.promise
  await terminate(server)
  more.resolve()
  const response = await answering
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'In time.' } }] })
  expect(await server.ended).toEqual(CLEAN)
})

test('a stream beyond the grace period ends with server_draining, free of charge', async () => {
  upstream.answer(sse([chunk({ role: 'assistant', content: 'One' })], { hang: true }))
  const path = join(folder, 'grace.db')
  const server = await serve({
    SHUTDOWN_GRACE_MS: '200',
    DATABASE_URL: `sqlite:${path}`,
    BOOTSTRAP_API_KEY: 'sk-svc-shutdown',
  })
  const response = await ask(server, true)
  await terminate(server)
  const { text, done, chunks, raw } = await readStream(response)
  expect(text).toBe('One')
  expect(done).toBe(false)
  expect(chunks.at(-1)).toEqual({
    error: {
      message: 'This instance is shutting down. Try again.',
      type: 'api_error',
      param: null,
      code: 'server_draining',
    },
  })
  expect(raw.endsWith('}\n\n')).toBe(true)
  await upstream.calls.at(-1)?.aborted
  expect(await server.ended).toEqual(CLEAN)

  const database = new DatabaseSync(path, { readOnly: true })
  const calls = database.prepare('select status, cost_micros, ended_at is null as open from calls').all()
  const accounts = database.prepare('select balance_micros, held_micros from accounts').all()
  database.close()
  expect(calls.map((row) => ({ ...row }))).toEqual([{ status: 'server_error', cost_micros: 0, open: 0 }])
  expect(accounts.map((row) => ({ ...row }))).toEqual([{ balance_micros: 10_000_000, held_micros: 0 }])
})

test('a request on its way when the process is asked to stop gets 503 and may come again', async () => {
  const held = Promise.withResolvers<void>()
  upstream.answer(async (response) => {
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write(stream(['One']).slice(0, 2).join(''))
    await held.promise
    response.end(stream([]).slice(1).join(''))
  })
  const server = await serve()
  const running = await ask(server, true)
  const half = 'GET /v1/models HTTP/1.1\r\nHost: svc\r\n'
  const late = await raw(server, `GET /healthz HTTP/1.1\r\nHost: svc\r\n\r\n${half}`)
  await late.heard(/"status":"ok"/)
  await terminate(server)
  late.socket.write(`Authorization: Bearer ${server.key}\r\n\r\n`)
  const answer = (await late.closed).split('HTTP/1.1 ')[2] ?? ''
  expect(answer).toMatch(/^503 /)
  expect(answer).toMatch(/^retry-after: 1\r$/im)
  expect(answer).toContain('"code":"server_draining"')
  held.resolve()
  expect((await readStream(running)).done).toBe(true)
  expect(await server.ended).toEqual(CLEAN)
})

test('calls on new connections that come at that moment are told to go elsewhere, and none is cut off', async () => {
  upstream.answer(json(completion('Yes.')))
  const server = await serve()
  const outcomes: string[] = []
  const callers = Array.from({ length: 20 }, async () => {
    let outcome = '200'
    while (outcome === '200') {
      outcome = await callOnce(server)
      outcomes.push(outcome)
    }
    return outcome
  })
  await expect.poll(() => outcomes.length, { timeout: 30_000 }).toBeGreaterThan(20)
  await terminate(server)
  // A caller who was slow to connect finds the door closed, which says as well that no call was made.
  for (const last of await Promise.all(callers)) expect(last).toMatch(/^503 server_draining$|^ECONNREFUSED$/)
  expect(await server.ended).toEqual(CLEAN)
})

/** A call on a connection of its own: its status and code, or how the connection failed. */
function callOnce({ url, key }: Server): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${key}` }
    const asking = request(`${url}/v1/models`, { agent: false, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      response.once('end', () =>
        resolve([response.statusCode, /"code":"(\w+)"/.exec(body)?.[1]].filter(Boolean).join(' ')),
      )
    })
    asking.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message)).end()
  })
}

test.each(['SIGTERM', 'SIGINT'] as const)('idle keep-alive sockets do not hold up %s', async (signal) => {
  const server = await serve()
  const used = await raw(server, 'GET /healthz HTTP/1.1\r\nHost: svc\r\n\r\n')
  await used.heard(/"status":"ok"/)
  const unused = await raw(server, '')
  await terminate(server, signal)
  expect(await server.ended).toEqual(CLEAN)
  expect(await used.closed).toMatch(/^connection: keep-alive\r$/im)
  expect(await unused.closed).toBe('')
})

test('a second signal changes nothing: the stream still finishes', async () => {
  const more = Promise.withResolvers<void>()
  const [role = '', first = '', ...rest] = stream(['One ', 'two'])
  upstream.answer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(role + first)
    await more.promise
    response.end(rest.join(''))
  })
  const server = await serve()
  const response = await ask(server, true)
  await terminate(server)
  await terminate(server, 'SIGINT')
  more.resolve()
  expect(await readStream(response)).toMatchObject({ text: 'One two', done: true })
  expect(await server.ended).toEqual(CLEAN)
  expect(server.stdout().match(/"msg":"stopping"/g)).toHaveLength(1)
})
