import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { hoursOfWaiting } from '../support/hours-of-waiting.ts'
import type { Service } from '../support/start-service.ts'
import { chunk, completion, json, sse } from '../support/upstream-server.ts'
import { call, LimitedService, question } from './limited-service.ts'
import { answersIn, head, wire } from './wire.ts'
import { eventually } from '../support/eventually.ts'

const limited = new LimitedService()

const statuses = (text: string): number[] => answersIn(text).map(({ status }) => status)

/** Sends a byte now and then for as long as the connection is there. */
function dribble(socket: Socket): void {
  const timer = setInterval(() => socket.write(' '), 20)
  socket.once('close', () => clearInterval(timer)).once('error', () => undefined)
}

describe('a request that does not arrive in time is refused, and its connection closed', () => {
  test('a connection that sends nothing', async () => {
    const { closed } = await wire(await limited.start({ headersMs: 100, requestMs: 60_000 }))
    expect(answersIn(await closed)).toMatchObject([{ status: 408 }])
  })

  test('headers that go on and on', async () => {
    const { socket, closed } = await wire(
      await limited.start({ headersMs: 100 }),
      'GET /healthz HTTP/1.1\r\nHost: a',
    )
    dribble(socket)
    const [answer] = answersIn(await closed)
    expect(answer?.status).toBe(408)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error: { code: 'bad_request', param: null } })
  })

  test('a body that goes on and on', async () => {
    const running = await limited.start({ headersMs: 100, requestMs: 200 })
    const bytes = call(running, '', { 'Content-Length': '100000' })
    const { socket, closed } = await wire(running, bytes)
    dribble(socket)
    expect(statuses(await closed)).toEqual([408])
  })
})

test('a connection on which nothing more is asked is closed', async () => {
  const { heard, closed } = await wire(await limited.start({ idleMs: 1 }), head('GET /healthz'))
  await heard(/"ok"/)
  expect(statuses(await closed)).toEqual([200])
})

describe('a body that still comes behind its answer', () => {
  const UNKNOWN = { Authorization: 'Bearer sk-svc-unknown', 'Content-Length': '100000' }

  test.each([
    ['is read no longer than its time', {}],
    ['is read no longer than its time where the client closes behind the answer', { Connection: 'close' }],
  ])('%s', async (_what, headers) => {
    const running = await limited.start({ lingerMs: 200 })
    const { socket, heard } = await wire(running, call(running, '', { ...UNKNOWN, ...headers }))
    const gone = new Promise((resolve) => {
      socket.once('close', resolve)
    })
    socket.on('error', () => undefined)
    dribble(socket)
    expect(statuses(await heard(/\}$/))).toEqual([401])
    await gone
  })

  test('is read no further than its size', async () => {
    const running = await limited.start({ lingerMs: 3_600_000, lingerBytes: 100_000 })
    const huge = { ...UNKNOWN, 'Content-Length': '1000000000' }
    const { socket, heard } = await wire(running, call(running, '', huge))
    expect(statuses(await heard(/\}$/))).toEqual([401])
    const gone = new Promise((resolve) => {
      socket.once('close', resolve)
    })
    socket.on('error', () => undefined)
    const more = (): void => {
      if (!socket.destroyed) socket.write(Buffer.alloc(65_536), more)
    }
    more()
    await gone
  })

  test('leaves a connection that sends it whole as it was', async () => {
    const running = await limited.start({ lingerMs: 3_600_000 })
    const refused = call(running, '', { ...UNKNOWN, 'Content-Length': '5' })
    const { socket, heard } = await wire(running, refused)
    await heard(/\}$/)
    socket.write(`12345${head('GET /healthz')}`)
    expect(statuses(await heard(/"ok"\}$/))).toEqual([401, 200])
    socket.destroy()
  })

  test('does not keep a client that closes behind the answer from reading it, however much it still sends', async () => {
    const running = await limited.start({}, { BODY_LIMIT_BYTES: '65536' })
    const size = 20_000_000
    const bytes = call(running, '', { 'Content-Length': String(size), Connection: 'close' })
    const { socket, closed } = await wire(running, bytes)
    const sent = new Promise<void>((resolve, reject) => {
      socket
        .once('error', reject)
        .write(Buffer.alloc(size), (broken) => (broken ? reject(broken) : resolve()))
    })
    expect(statuses(await closed)).toEqual([413])
    await sent
    socket.destroy()
  })
})

describe('a reader that takes nothing', () => {
  const endless = sse(
    Array.from({ length: 3_000 }, () => chunk({ content: 'On and on. '.repeat(2_000) })),
    { hang: true },
  )

  /** A streamed call whose client reads nothing of it. */
  async function unread(running: Service): Promise<void> {
    limited.upstream.answer(endless)
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
    socket.pause().on('error', () => undefined)
    socket.write(call(running, question(true)))
    await eventually(() => expect(running.parts.running.size).toBe(1))
  }

  /** The log line of the one call; it comes when the connection is gone. */
  const line = ({ logs }: Service): Promise<unknown> =>
    eventually(() => {
      const found = logs.find((one) => one.includes('/v1/chat/completions'))
      expect(found).toBeDefined()
      return JSON.parse(found ?? '') as unknown
    })

  test('loses its connection, and its call is over', async () => {
    const running = await limited.start({ stalledMs: 500 })
    await unread(running)
    expect(await line(running)).toMatchObject({ outcome: 'client_closed' })
    await limited.upstream.calls.at(-1)?.aborted
  })

  test('gets a moment for the last bytes of a call that was ended from outside', async () => {
    const endTheTime = hoursOfWaiting()
    const running = await limited.start({ stalledMs: 3_600_000, lastBytesMs: 100 })
    await unread(running)
    await endTheTime()
    expect(await line(running)).toMatchObject({ outcome: 'client_timeout' })
  })

  test('is not one that waits for a slow answer', async () => {
    const running = await limited.start({ stalledMs: 50 }, { KEEPALIVE_INTERVAL_MS: '3600000' })
    const more = Promise.withResolvers<void>()
    limited.upstream.answer(async (response, asked) => {
      await more.promise
      await json(completion('Late.'))(response, asked)
    })
    const { socket, heard } = await wire(running, call(running, question(false)))
    const timer = setTimeout(more.resolve, 300)
    expect(statuses(await heard(/\}$/))).toEqual([200])
    clearTimeout(timer)
    socket.destroy()
  })
})
