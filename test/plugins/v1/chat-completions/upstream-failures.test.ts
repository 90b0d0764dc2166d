import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schemaErrors } from '../../../support/openai-schema.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type Answer,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { Accounts, apiError, ask, everythingOf, framesIn, UNAVAILABLE } from './asking.ts'

const EU_UNAVAILABLE = apiError(
  'eu_path_unavailable',
  'The EU path is not available. The call was not sent anywhere else and nothing was charged.',
)

let service: Service
let upstream: UpstreamServer
let accounts: Accounts
beforeAll(async () => {
  upstream = await startUpstream()
  const eu = await startUpstream()
  await eu.close()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, UPSTREAM_EU_BASE_URL: eu.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(async () => {
  upstream.calls.length = 0
  accounts = await Accounts.now(service)
})

/** The call is in the history as failed, and money is as it was. */
async function expectNoCharge(): Promise<void> {
  expect(await accounts.since()).toMatchObject({
    record: { status: 'upstream_error', cost_usd: 0, prompt_tokens: 0, completion_tokens: 0 },
    calls: 1,
    taken: 0,
    held: 0,
  })
}

const WORDS = { error: { message: 'upstream-secret', type: 'upstream-secret', param: null, code: null } }
const ERROR_EVENT = `data: ${JSON.stringify(WORDS)}\n\n`

describe('a failure before the first byte of an answer', () => {
  const answers: [string, Answer, number][] = [
    ['401: our key is refused', json(WORDS, 401), 1],
    ['402: we are out of funds', json(WORDS, 402), 1],
    ['403', json(WORDS, 403), 1],
    ['404: the model is not there', json(WORDS, 404), 1],
    ['400: our request is refused', json(WORDS, 400), 1],
    ['500', json(WORDS, 500), 3],
    ['503', json(WORDS, 503), 3],
    ['a connection that breaks', breakOff, 3],
    ['a page of HTML', body('text/html', '<h1>upstream-secret</h1>'), 1],
    ['invalid JSON', body('application/json', '{"choices":[{"message":{"content":"upstream-secret'), 1],
    ['an empty body', body('application/json', ''), 1],
    ['an error object with 200', json(WORDS), 1],
    ['an object of something else', json({ status: 'upstream-secret' }), 1],
    ['a stream with no event', sse([': upstream-secret\n\n']), 1],
    ['a stream that is over at once', sse(['data: [DONE]\n\n']), 1],
    ['a stream that begins with an error event', sse([ERROR_EVENT]), 1],
    ['a stream that begins with a named error event', sse([`event: error\n${ERROR_EVENT}`]), 1],
    ['a stream that begins with no JSON', sse(['data: upstream-secret\n\n']), 1],
  ]
  const both = answers.flatMap(([name, answer, calls]) =>
    [false, true].map((streamed) => ({ name, answer, calls, how: streamed ? 'stream' : 'plain', streamed })),
  )

  test.each(both)(
    'is a 502 in our words, free of charge ($how): $name',
    async ({ answer, calls, streamed }) => {
      upstream.answer(answer)
      const response = await ask(service, { stream: streamed })
      const seen = await everythingOf(response.clone())
      expect(response.status).toBe(502)
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      expect(response.headers.get('x-should-retry')).toBeNull()
      const error: unknown = await response.json()
      expect(error).toEqual(UNAVAILABLE)
      expect(schemaErrors('ErrorResponse', error)).toEqual([])
      expect(seen).not.toMatch(/upstream-secret|retry-after/)
      expect(service.logs.join('\n')).not.toContain('upstream-secret')
      expect(upstream.calls).toHaveLength(calls)
      await expectNoCharge()
    },
  )
})

describe('a failure after the first byte of a stream', () => {
  const half = [chunk({ role: 'assistant', content: '' }), chunk({ content: 'Twice ' })]
  test.each<[string, Answer]>([
    ['an error event', sse([...half, ERROR_EVENT, 'data: [DONE]\n\n'])],
    ['an error event after the finish reason', sse([...half, chunk({}, 'stop'), ERROR_EVENT])],
    ['an end without a finish reason', sse(half)],
    ['[DONE] without a finish reason', sse([...half, 'data: [DONE]\n\n'])],
    ['a broken connection', brokenOffAfter(half)],
    ['no JSON', sse([...half, 'data: upstream-secret\n\n', ...stream(['more'])])],
    ['half an event', sse([...half, 'data: {"choices":[{"delta":{"content":"ups'])],
  ])('is one error frame, no [DONE], and no charge: %s', async (_name, answer) => {
    upstream.answer(answer)
    const response = await ask(service, { stream: true })
    const seen = await everythingOf(response.clone())
    const frames = framesIn(await response.text())
    expect(response.status).toBe(200)
    expect(frames.slice(0, 2)).toMatchObject([
      { choices: [{ delta: { role: 'assistant' } }] },
      { choices: [{ delta: { content: 'Twice ' } }] },
    ])
    expect(frames.slice(2)).toEqual([UNAVAILABLE])
    expect(seen).not.toContain('upstream-secret')
    expect(upstream.calls).toHaveLength(1)
    await expectNoCharge()
  })

  test('is an error frame also where the upstream had only begun', async () => {
    upstream.answer(sse([half[0] ?? '']))
    const frames = framesIn(await (await ask(service, { stream: true })).text())
    expect(frames).toMatchObject([{ choices: [{ delta: { role: 'assistant' } }] }, UNAVAILABLE])
    await expectNoCharge()
  })
})

test.each([
  ['that stops in the middle', cutOff],
  ['without a finish reason', json({ choices: [{ message: { content: 'Twice' }, finish_reason: null }] })],
])('a plain answer %s is a 502 and free', async (_name, answer) => {
  upstream.answer(answer)
  const response = await ask(service)
  expect(response.status).toBe(502)
  expect(await response.json()).toEqual(UNAVAILABLE)
  expect(upstream.calls).toHaveLength(1)
  await expectNoCharge()
})

test.each([false, true])('two 503s and then an answer are a good answer, stream: %s', async (streamed) => {
  upstream.answer(json({}, 503), json({}, 503), streamed ? sse(stream(['ok'])) : json(completion('ok')))
  const response = await ask(service, { stream: streamed })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('"content":"ok"')
  expect(upstream.calls).toHaveLength(3)
})

describe('an upstream that is not there', () => {
  test.each([false, true])(
    'of the EU path is a 503, and no other path is tried, stream: %s',
    async (streamed) => {
      upstream.answer(json(completion('ok')))
      const response = await ask(service, { model: 'svc-thinking-eu', stream: streamed })
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual(EU_UNAVAILABLE)
      expect(upstream.calls).toEqual([])
      await expectNoCharge()
    },
  )

  test('of the global path is a 502', async () => {
    await upstream.close()
    const response = await ask(service)
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual(UNAVAILABLE)
    await expectNoCharge()
  })
})

function body(type: string, text: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': type }).end(text)
  }
}

function breakOff(response: Parameters<Answer>[0]): void {
  response.destroy()
}

/** A connection that breaks once its pieces are read. */
function brokenOffAfter(pieces: readonly string[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(pieces.join(''), () => {
      response.destroy()
    })
  }
}

function cutOff(response: Parameters<Answer>[0]): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"choices":[{"message":{"content":"Twice', () => {
    response.destroy()
  })
}
