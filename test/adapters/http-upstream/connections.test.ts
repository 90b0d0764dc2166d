import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpUpstream, type HttpUpstreamOptions } from '../../../src/adapters/http-upstream/http-upstream.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import {
  chunk,
  json,
  sse,
  startUpstream,
  stream,
  type Answer,
  type UpstreamServer,
} from '../../support/upstream-server.ts'
import { everything, failure, ignored, options, request } from './asking-upstream.ts'

let server: UpstreamServer
let upstream: HttpUpstream
beforeEach(async () => {
  server = await startUpstream(sse(stream(['Hello'])))
})
afterEach(async () => {
  vi.useRealTimers()
  await upstream.close()
  await server.close()
})

const reach = (changed: Partial<HttpUpstreamOptions> = {}): void => {
  upstream = new HttpUpstream(options(server.url, changed))
}

const breakOff: Answer = (response) => {
  response.destroy()
}

/** Answers with a stream that goes on until the test ends it; `begun` settles when it has come. */
function heldStream(): { answer: Answer; begun: Promise<void>; end: () => void } {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const answer: Answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk({ content: 'Hel' }))
    begun.resolve()
    await end.promise
    response.end(stream(['lo']).slice(1).join(''))
  }
  return { answer, begun: begun.promise, end: end.resolve }
}

describe('a connection', () => {
  test('serves stream after stream', async () => {
    reach()
    for (let call = 0; call < 50; call += 1) await everything(upstream)
    // The end of a body may still be on its way when the next call is made.
    expect(server.connections()).toBeLessThanOrEqual(3)
  })

  test('serves again after an answer that was no 2xx', async () => {
    reach()
    server.answer(json({ error: { message: 'no' } }, 404))
    for (let call = 0; call < 20; call += 1) await failure(upstream)
    expect(server.connections()).toBeLessThanOrEqual(3)
  })

  test('is closed where the server goes on talking after [DONE]', async () => {
    reach()
    server.answer(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(stream(['Hello']).join(''))
      while (!response.destroyed) {
        response.write(`: ${'x'.repeat(16 * 1024)}\n`)
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
      }
    })
    expect(await everything(upstream)).toHaveLength(3)
    await server.calls[0]?.aborted
  })
})

describe('with all connections in use', () => {
  test('calls wait for their turn, and every one is answered', async () => {
    reach({ connectionsMax: 3 })
    const answers = await Promise.all(Array.from({ length: 40 }, () => everything(upstream)))
    expect(new Set(answers.map((events) => JSON.stringify(events))).size).toBe(1)
    expect(server.calls).toHaveLength(40)
    expect(server.connections()).toBeLessThanOrEqual(3)
  })

  test("waiting is not the upstream's time", async () => {
    reach({ connectionsMax: 1, firstByteTimeoutMs: 1_000, connectTimeoutMs: 10_000 })
    const first = heldStream()
    server.answer(first.answer, sse(stream(['Hello'])))
    const running = everything(upstream)
    await first.begun
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = everything(upstream)
    vi.advanceTimersByTime(9_000)
    first.end()
    await running
    expect(await waiting).toHaveLength(3)
  })

  test('waiting ends with the connect time: the service is overloaded, and nothing was asked', async () => {
    reach({ connectionsMax: 1, connectTimeoutMs: 10_000 })
    const first = heldStream()
    server.answer(first.answer)
    const running = everything(upstream)
    await first.begun
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const heard: boolean[] = []
    const waiting = upstream
      .open(request(), new AbortController().signal, (working) => heard.push(working))
      .catch((cause: unknown) => cause)
    vi.advanceTimersByTime(10_000)
    expect(await waiting).toEqual(new Refusal('server_overloaded', { reason: 'connections_max' }))
    expect(heard).not.toContain(true)
    expect(server.calls).toHaveLength(1)
    first.end()
    await running
  })

  test('a call that leaves gives its turn to the next', async () => {
    reach({ connectionsMax: 1 })
    const first = heldStream()
    server.answer(first.answer, sse(stream(['Hello'])))
    const running = everything(upstream)
    await first.begun
    const leaving = new AbortController()
    const gone = new Error('gone')
    const left = upstream.open(request(), leaving.signal, ignored).catch((cause: unknown) => cause)
    const next = everything(upstream)
    leaving.abort(gone)
    expect(await left).toBe(gone)
    first.end()
    await running
    expect(await next).toHaveLength(3)
    expect(server.calls).toHaveLength(2)
  })

  test.each<[string, Answer]>([
    ['broke off', breakOff],
    ['was refused', json({}, 404)],
    ['began badly', sse(['data: no JSON\n\n'], { hang: true })],
  ])('a call that %s has given its turn back', async (_name, answer) => {
    reach({ connectionsMax: 1 })
    server.answer(answer)
    await failure(upstream)
    server.answer(sse(stream(['Hello'])))
    expect(await everything(upstream)).toHaveLength(3)
  })
})

describe('what was asked', () => {
  /** Opens a call and gives what the upstream told of it, in order. */
  async function told(signal = new AbortController().signal): Promise<boolean[]> {
    const heard: boolean[] = []
    await upstream.open(request(), signal, (working) => heard.push(working)).catch(() => undefined)
    return heard
  }
  /** What the call stands at after all that. */
  const standing = async (): Promise<boolean> => (await told()).at(-1) ?? false

  test('is asked once the request is sent', async () => {
    reach()
    const leaving = new AbortController()
    const heard: boolean[] = []
    server.answer(() => leaving.abort())
    await expect(upstream.open(request(), leaving.signal, (working) => heard.push(working))).rejects.toThrow(
      'aborted',
    )
    expect(heard[0]).toBe(true)
  })

  test.each<[string, Answer[], boolean]>([
    ['answers', [sse(stream(['Hello']))], true],
    ['refuses', [json({}, 403)], false],
    ['refuses and then answers', [json({}, 500), sse(stream(['Hello']))], true],
    ['always fails', [json({}, 500)], false],
    ['breaks off', [breakOff], false],
  ])('by an upstream that %s', async (_name, answers, asked) => {
    reach()
    server.answer(...answers)
    expect(await standing()).toBe(asked)
  })

  test('is nothing while an upstream that failed is asked again', async () => {
    reach()
    const second = Promise.withResolvers<void>()
    server.answer(json({}, 500), () => second.resolve())
    const leaving = new AbortController()
    const heard: boolean[] = []
    const left = upstream.open(request(), leaving.signal, (working) => heard.push(working))
    await second.promise
    expect(heard).toEqual([true, false])
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    expect(heard.at(-1)).toBe(false)
  })

  test('is nothing while the connection is made', async () => {
    // Takes connections and says nothing, so that the handshake of TLS never ends.
    const silent: Server = createServer()
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    upstream = new HttpUpstream(options(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`))
    const leaving = new AbortController()
    silent.once('connection', (socket) => {
      leaving.abort()
      socket.destroy()
    })
    expect(await told(leaving.signal)).not.toContain(true)
    await upstream.close()
    await new Promise((resolve) => {
      silent.close(resolve)
    })
  })
})
