import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConnectionLimits } from '../../src/http/connection-limits.ts'
import { startService, type Service } from '../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../support/upstream-server.ts'
import { answersIn, head, wire } from './wire.ts'

let upstream: UpstreamServer
let service: Service | undefined
beforeEach(async () => {
  upstream = await startUpstream(json(completion('Good.')))
})
afterEach(async () => {
  await service?.close()
  await upstream.close()
})

/** A service with short deadlines of its own. */
async function serve(
  limits: Partial<ConnectionLimits> = {},
  environment: Record<string, string> = {},
): Promise<Service> {
  service = await startService(
    { UPSTREAM_BASE_URL: upstream.url, ...environment },
    { limits: { checkMs: 20, ...limits } },
  )
  return service
}

const statuses = (text: string): number[] => answersIn(text).map(({ status }) => status)

/** A call that by its headers is a good one. */
function call({ key }: Service, body: string, headers: Record<string, string> = {}): string {
  const announced = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    ...headers,
  }
  return head('POST /v1/chat/completions', announced) + body
}

const question = (stream: boolean): string =>
  JSON.stringify({ model: 'svc-fast', stream, messages: [{ role: 'user', content: 'Hello' }] })

/** Sends a byte now and then for as long as the connection is there. */
function dribble(socket: Socket): void {
  const timer = setInterval(() => socket.write(' '), 20)
  socket.once('close', () => clearInterval(timer)).once('error', () => undefined)
}

describe('a request that does not arrive in time is refused, and its connection closed', () => {
  test('a connection that sends nothing', async () => {
    const { closed } = await wire(await serve({ headersMs: 100, requestMs: 60_000 }))
    expect(answersIn(await closed)).toMatchObject([{ status: 408 }])
  })

  test('headers that go on and on', async () => {
    const { socket, closed } = await wire(await serve({ headersMs: 100 }), 'GET /healthz HTTP/1.1\r\nHost: a')
    dribble(socket)
    const [answer] = answersIn(await closed)
    expect(answer?.status).toBe(408)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error: { code: 'bad_request', param: null } })
  })

  test('a body that goes on and on', async () => {
    const running = await serve({ headersMs: 100, requestMs: 200 })
    const bytes = call(running, '', { 'Content-Length': '100000' })
    const { socket, closed } = await wire(running, bytes)
    dribble(socket)
    expect(statuses(await closed)).toEqual([408])
  })
})

test('a connection on which nothing more is asked is closed', async () => {
  const { heard, closed } = await wire(await serve({ idleMs: 1 }), head('GET /healthz'))
  await heard(/"ok"/)
  expect(statuses(await closed)).toEqual([200])
})

describe('a body that still comes behind its answer', () => {
  const UNKNOWN = { Authorization: 'Bearer sk-svc-unknown', 'Content-Length': '100000' }

  test.each([
    ['is read no longer than its time', {}],
    ['is read no longer than its time where the client closes behind the answer', { Connection: 'close' }],
  ])('%s', async (_what, headers) => {
    const running = await serve({ lingerMs: 200 })
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
    const running = await serve({ lingerMs: 3_600_000, lingerBytes: 100_000 })
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
    const running = await serve({ lingerMs: 3_600_000 })
    const refused = call(running, '', { ...UNKNOWN, 'Content-Length': '5' })
    const { socket, heard } = await wire(running, refused)
    await heard(/\}$/)
    socket.write(`12345${head('GET /healthz')}`)
    expect(statuses(await heard(/"ok"\}$/))).toEqual([401, 200])
    socket.destroy()
  })

  test('does not keep a client that closes behind the answer from reading it, however much it still sends', async () => {
    const running = await serve({}, { BODY_LIMIT_BYTES: '65536' })
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
    upstream.answer(endless)
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
    socket.pause().on('error', () => undefined)
    socket.write(call(running, question(true)))
    await vi.waitFor(() => expect(running.parts.running.size).toBe(1), { timeout: 30_000 })
  }

  /** The log line of the one call; it comes when the connection is gone. */
  const line = ({ logs }: Service): Promise<unknown> =>
    vi.waitFor(
      () => {
        const found = logs.find((one) => one.includes('/v1/chat/completions'))
        expect(found).toBeDefined()
        return JSON.parse(found ?? '') as unknown
      },
      { timeout: 30_000 },
    )

  test('loses its connection, and its call is over', async () => {
    const running = await serve({ stalledMs: 500 })
    await unread(running)
    expect(await line(running)).toMatchObject({ outcome: 'client_closed' })
    await upstream.calls.at(-1)?.aborted
  })

  test('gets a moment for the last bytes of a call that was ended from outside', async () => {
    const running = await serve(
      { stalledMs: 3_600_000, lastBytesMs: 100 },
      { UPSTREAM_TOTAL_TIMEOUT_MS: '1000' },
    )
    await unread(running)
    expect(await line(running)).toMatchObject({ outcome: 'upstream_error' })
  })

  test('is not one that waits for a slow answer', async () => {
    const running = await serve({ stalledMs: 50 }, { KEEPALIVE_INTERVAL_MS: '3600000' })
    const more = Promise.withResolvers<void>()
    upstream.answer(async (response, asked) => {
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

describe('a client that ends its side behind its request', () => {
  const outcomeOf = async (running: Service): Promise<unknown> => {
    const page = (await (await running.call('GET', '/v1/usage')).json()) as { data: { status: string }[] }
    return page.data.map(({ status }) => status)
  }

  test('gets what is quickly answered', async () => {
    const { socket, closed } = await wire(await serve())
    socket.end(head('GET /healthz'))
    expect(answersIn(await closed)).toMatchObject([{ status: 200, body: '{"status":"ok"}' }])
  })

  test('gets its plain answer, however long it takes', async () => {
    const running = await serve()
    const more = Promise.withResolvers<void>()
    upstream.answer(async (response, asked) => {
      await more.promise
      await json(completion('Good.'))(response, asked)
    })
    const { socket, heard, closed } = await wire(running)
    socket.end(call(running, question(false)))
    await heard(/(?:HTTP\/1\.1 100 Continue\r\n\r\n){3}/)
    more.resolve()
    const answers = answersIn(await closed)
    expect(answers.at(-1)).toMatchObject({ status: 200 })
    expect(answers.at(-1)?.body).toContain('Good.')
    expect(await outcomeOf(running)).toEqual(['completed'])
  })

  test('gets its stream, with comments between the frames', async () => {
    const running = await serve()
    const more = Promise.withResolvers<void>()
    const [role = '', first = '', ...rest] = stream(['One ', 'two'])
    upstream.answer(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(role + first)
      await more.promise
      response.end(rest.join(''))
    })
    const { socket, heard, closed } = await wire(running)
    socket.end(call(running, question(true)))
    await heard(/One [^]*(?::\sping\n[^]*){2}/)
    more.resolve()
    const text = await closed
    expect(text).toContain('data: [DONE]')
    const events = (answersIn(text).at(-1)?.body ?? '').replaceAll(/^[0-9a-f]+\r\n|\r\n/gm, '')
    for (const event of events.split('\n').filter((one) => one !== '')) {
      expect(event).toMatch(/^(?:: ping|data: \{.*\}|data: \[DONE\]|0)$/)
    }
    expect(await outcomeOf(running)).toEqual(['completed'])
  })

  test('is taken for gone where HTTP/1.0 leaves no way to ask', async () => {
    upstream.answer(() => undefined)
    const running = await serve()
    const { socket } = await wire(running)
    socket.end(call(running, question(false)).replace('HTTP/1.1', 'HTTP/1.0'))
    await vi.waitFor(async () => expect(await outcomeOf(running)).toEqual(['client_closed']))
  })
})

describe('connections that have shown no key are bounded', () => {
  const keyed = ({ key }: Service): string => head('GET /v1/models', { Authorization: `Bearer ${key}` })

  test('the oldest goes where one too many comes, and the newcomer is answered', async () => {
    const running = await serve({ withoutKeyMax: 3 })
    const first = await wire(running)
    const second = await wire(running, head('GET /healthz'))
    await second.heard(/"ok"/)
    const third = await wire(running)
    const fourth = await wire(running, head('GET /healthz'))
    await fourth.heard(/"ok"/)
    expect(await first.closed).toBe('')
    third.socket.write(head('GET /healthz'))
    second.socket.write(head('GET /healthz'))
    await third.heard(/"ok"/)
    await second.heard(/"ok"[^]*"ok"/)
    for (const { socket } of [second, third, fourth]) socket.destroy()
  })

  test('a connection on which a valid key was accepted does not count; an unknown key is none', async () => {
    const running = await serve({ withoutKeyMax: 2 })
    const known = await wire(running, keyed(running))
    await known.heard(/"object":"list"/)
    const unknown = await wire(running, head('GET /v1/models', { Authorization: 'Bearer sk-svc-unknown' }))
    await unknown.heard(/invalid_api_key/)
    const others = [await wire(running), await wire(running)]
    expect(await unknown.closed).toContain('invalid_api_key')
    known.socket.write(head('GET /healthz'))
    await known.heard(/"ok"/)
    for (const { socket } of [known, ...others]) socket.destroy()
  })

  test('one that is being answered is spared while another can go', async () => {
    const running = await serve({ withoutKeyMax: 2 })
    const asked = Promise.withResolvers<void>()
    const more = Promise.withResolvers<void>()
    const ping = vi.spyOn(running.parts.store, 'ping').mockImplementation(async () => {
      asked.resolve()
      await more.promise
    })
    const answered = await wire(running, head('GET /readyz'))
    await asked.promise
    const idle = await wire(running)
    const newcomer = await wire(running)
    expect(await idle.closed).toBe('')
    more.resolve()
    await answered.heard(/"ready"/)
    ping.mockRestore()
    for (const { socket } of [answered, newcomer]) socket.destroy()
  })
})
