import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HttpUpstream } from '../../../src/adapters/http-upstream/http-upstream.ts'
import type { UpstreamEvent } from '../../../src/domain/upstream/upstream.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type Answer,
  type UpstreamServer,
} from '../../support/upstream-server.ts'
import { everything, failure, ignored, options, request } from './asking-upstream.ts'

const GOOD: UpstreamEvent[] = [
  { kind: 'text', text: 'Hello' },
  { kind: 'finish', reason: 'stop' },
  { kind: 'usage', usage: { promptTokens: 100, completionTokens: 20 } },
]

let server: UpstreamServer
let upstream: HttpUpstream
beforeEach(async () => {
  server = await startUpstream(sse(stream(['Hello'])))
  upstream = new HttpUpstream(options(server.url))
})
afterEach(async () => {
  await upstream.close()
  await server.close()
})

describe('asking again', () => {
  test('two 503s and then a good answer are three calls and one good answer', async () => {
    server.answer(json({}, 503), json({}, 503), sse(stream(['Hello'])))
    expect(await everything(upstream)).toEqual(GOOD)
    expect(server.calls).toHaveLength(3)
    expect(server.calls[2]?.body).toEqual(server.calls[0]?.body)
  })

  test('a connection that breaks before its first byte is asked again', async () => {
    server.answer(breakOff, json(completion('Hello')))
    expect(await everything(upstream, { stream: false })).toEqual(GOOD)
    expect(server.calls).toHaveLength(2)
  })

  test.each([500, 502, 503, 529])('a server that always says %i is asked three times', async (status) => {
    server.answer(json({}, status))
    expect(await failure(upstream)).toEqual({ code: 'upstream_unavailable', reason: `status_${status}` })
    expect(server.calls).toHaveLength(3)
  })

  test.each([301, 400, 401, 402, 403, 404, 408, 409, 413, 422])(
    'a server that says %i is asked once',
    async (status) => {
      server.answer(json({ error: { message: 'no' } }, status), sse(stream(['Hello'])))
      expect(await failure(upstream)).toEqual({ code: 'upstream_unavailable', reason: `status_${status}` })
      expect(server.calls).toHaveLength(1)
    },
  )

  test.each<[string, Answer]>([
    ['text and a broken connection', brokenOffAfter(chunk({ content: 'Hel' }))],
    ['text and an early end', sse([chunk({ content: 'Hel' })])],
    ['text and an error event', sse([chunk({ content: 'Hel' }), 'data: {"error":{"message":"no"}}\n\n'])],
    ['an error event', sse(['data: {"error":{"message":"no"}}\n\n'])],
    ['half an event', sse(['data: {"choi'])],
    ['no byte of a body', sse([])],
    ['a page of HTML', html],
  ])('an answer that has begun is not asked for again: %s', async (_name, answer) => {
    server.answer(answer, sse(stream(['Hello'])))
    expect(await failure(upstream)).toMatchObject({ code: 'upstream_unavailable' })
    expect(server.calls).toHaveLength(1)
  })

  test('leaving while the next try is waited for ends the call', async () => {
    const leave = new AbortController()
    const gone = new Error('gone')
    server.answer((response) => {
      response.writeHead(503).end()
      setImmediate(() => leave.abort(gone))
    })
    await expect(upstream.open(request(), leave.signal, ignored)).rejects.toBe(gone)
    expect(server.calls.length).toBeLessThan(3)
  })
})

test('a stream is known by its content type, however that is written', async () => {
  server.answer((response) => {
    response.writeHead(200, { 'content-type': 'Text/Event-Stream; Charset=UTF-8' })
    response.end(stream(['Hello']).join(''))
  })
  expect(await everything(upstream)).toEqual(GOOD)
})

test('a second choice that nobody asked for is not mixed into the first', async () => {
  const second = `data: ${JSON.stringify({ choices: [{ index: 1, delta: { content: 'Bye' } }] })}\n\n`
  server.answer(
    sse([
      second,
      ...stream(['Hello'])
        .flatMap((event) => [event, second])
        .slice(0, -1),
    ]),
  )
  expect(await everything(upstream)).toEqual(GOOD)
})

describe('the end of an answer', () => {
  test('after a finish reason, the connection may close without [DONE]', async () => {
    server.answer(sse([chunk({ content: 'Hello' }), chunk({}, 'stop')]))
    expect(await everything(upstream)).toEqual(GOOD.slice(0, 2))
  })

  test('what comes after [DONE] is not read', async () => {
    server.answer(sse([stream(['Hello']).join('') + chunk({ content: ' again' })]))
    expect(await everything(upstream)).toEqual(GOOD)
  })

  test('at [DONE] the answer is over, even where the server keeps the connection open', async () => {
    server.answer(sse(stream(['Hello']), { hang: true }))
    expect(await everything(upstream)).toEqual(GOOD)
    await server.calls[0]?.aborted
  })

  test.each([
    ['a stream', sse([chunk({ content: 'Hello' }), 'data: [DONE]\n\n'])],
    ['a plain body', json({ choices: [{ message: { content: 'Hello' }, finish_reason: null }] })],
  ])('without a finish reason %s is cut off, not finished', async (_name, answer) => {
    server.answer(answer)
    expect(await failure(upstream)).toEqual({ code: 'upstream_unavailable', reason: 'truncated' })
  })

  test('a reader that stops early closes the connection', async () => {
    server.answer(sse([chunk({ content: 'Hel' })], { hang: true }))
    const answer = await upstream.open(request(), new AbortController().signal, ignored)
    for await (const events of answer.events) {
      expect(events).toEqual([{ kind: 'text', text: 'Hel' }])
      break
    }
    await server.calls[0]?.aborted
  })
})

describe('time', () => {
  const silent: Answer = () => undefined

  test.each<[string, Answer]>([
    ['no headers', silent],
    ['headers and no body', (response) => response.writeHead(200).flushHeaders()],
    ['half an event', sse(['data: {"cho'], { hang: true })],
    ['comments alone', sse([': processing\n\n'], { hang: true })],
  ])('%s within the first-byte time is a timeout, and is not asked again', async (_name, answer) => {
    server.answer(answer)
    const hasty = new HttpUpstream(options(server.url, { firstByteTimeoutMs: 50 }))
    expect(await failure(hasty)).toMatchObject({ code: 'upstream_timeout' })
    await hasty.close()
    expect(server.calls.length).toBeLessThanOrEqual(1)
    await server.calls[0]?.aborted
  })

  test('silence after the first words beyond the idle time is a timeout', async () => {
    server.answer(sse([chunk({ content: 'Hel' })], { hang: true }))
    const hasty = new HttpUpstream(options(server.url, { idleTimeoutMs: 50 }))
    expect(await failure(hasty)).toMatchObject({ code: 'upstream_timeout' })
    await hasty.close()
    expect(server.calls).toHaveLength(1)
    await server.calls[0]?.aborted
  })
})

describe('a server out of reach', () => {
  test.each(['upstream_unavailable', 'eu_path_unavailable'] as const)('is %s', async (unavailable) => {
    const gone = await startUpstream()
    await gone.close()
    const unreachable = new HttpUpstream(options(gone.url, { unavailable }))
    expect(await failure(unreachable)).toEqual({ code: unavailable, reason: 'ECONNREFUSED' })
    await unreachable.close()
  })
})

const breakOff: Answer = (response) => {
  response.destroy()
}

function brokenOffAfter(text: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text, () => response.destroy())
  }
}

function html(response: Parameters<Answer>[0]): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to nginx!</h1>')
}
