import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

type Messages = OpenAI.ChatCompletionCreateParamsNonStreaming['messages']

/** What the service adds to a body and to an answer, as a TypeScript caller would declare it. */
interface GroundedCall extends OpenAI.ChatCompletionCreateParamsNonStreaming {
  svc: { frameworks: string[] }
}
interface GroundedAnswer extends OpenAI.ChatCompletion {
  svc: { frameworks: { id: string; reason: string }[]; detection: string; cost_usd: number }
}

const ASK: Messages = [{ role: 'user', content: 'What does DORA require for incident reporting?' }]
const FAST = { model: 'svc-fast', messages: ASK }
const STREAMED = { ...FAST, stream: true } as const

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, THINKING_CONTEXT_WINDOW: '2048' })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

/** A client as a user makes it, retries included, that counts the requests it sends. */
function countingClient(apiKey: string): { client: OpenAI; sent: () => number } {
  let requests = 0
  const client = new OpenAI({
    baseURL: `${service.url}/v1`,
    apiKey,
    fetch: (url, init) => {
      requests += 1
      return fetch(url, init)
    },
  })
  return { client, sent: () => requests }
}

/** What the promise was rejected with. */
async function failure(promise: PromiseLike<unknown>): Promise<unknown> {
  const nothing = Symbol('nothing')
  const cause = await Promise.resolve(promise).then(
    () => nothing,
    (thrown: unknown) => thrown,
  )
  expect(cause, 'the call was expected to fail').not.toBe(nothing)
  return cause
}

test('models.list gives the four aliases', async () => {
  const ids: string[] = []
  for await (const model of service.openai().models.list()) ids.push(model.id)
  expect(ids).toEqual(['svc-fast', 'svc-thinking', 'svc-fast-eu', 'svc-thinking-eu'])
})

test('a plain call gives the text, the alias and the usage', async () => {
  upstream.answer(json(completion('Report within four hours.')))
  const answer = await service.openai().chat.completions.create(FAST)
  expect(answer).toMatchObject({
    object: 'chat.completion',
    model: 'svc-fast',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Report within four hours.', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  })
})

test('svc goes as an extra field of the body and comes back typed', async () => {
  upstream.answer(json(completion('Both.')))
  const call: GroundedCall = { ...FAST, svc: { frameworks: ['gdpr', 'dora'] } }
  const answer = (await service.openai().chat.completions.create(call)) as GroundedAnswer
  expect(answer.svc.detection).toBe('pinned')
  expect(answer.svc.frameworks.map(({ id, reason }) => [id, reason])).toEqual([
    ['dora', 'pinned'],
    ['gdpr', 'pinned'],
  ])
  expect(answer.svc.cost_usd).toBeGreaterThan(0)
  expect(upstream.calls.at(-1)?.body).not.toHaveProperty('svc')
})

test('withResponse() shows what was injected and the id of the request', async () => {
  upstream.answer(json(completion('Yes.')))
  const { response, request_id } = await service.openai().chat.completions.create(FAST).withResponse()
  expect(response.headers.get('x-svc-frameworks')).toBe('dora')
  expect(request_id).toMatch(/^req_[0-9A-Za-z]{20}$/)
  expect(response.headers.get('x-request-id')).toBe(request_id)
})

test('a stream is read with for await: one id, all the text, one finish, no usage unasked', async () => {
  upstream.answer(sse(stream(['Four ', 'hours'])))
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const part of await service.openai().chat.completions.create(STREAMED)) chunks.push(part)
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
  expect(chunks.map((part) => part.choices[0]?.delta.content ?? '').join('')).toBe('Four hours')
  expect(chunks.flatMap((part) => part.choices[0]?.finish_reason ?? [])).toEqual(['stop'])
  expect(chunks.filter(({ usage }) => usage)).toEqual([])
})

test("the SDK's own stream helper assembles the final completion", async () => {
  upstream.answer(sse(stream(['Four ', 'hours'])))
  const final = await service.openai().chat.completions.stream(FAST).finalChatCompletion()
  expect(final.choices[0]?.message.content).toBe('Four hours')
  expect(final.choices[0]?.finish_reason).toBe('stop')
})

test('include_usage adds one last chunk without choices', async () => {
  upstream.answer(sse(stream(['Four hours'])))
  const chunks: OpenAI.ChatCompletionChunk[] = []
  const call = { ...STREAMED, stream_options: { include_usage: true } }
  for await (const part of await service.openai().chat.completions.create(call)) chunks.push(part)
  expect(chunks.at(-1)?.choices).toEqual([])
  expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 })
  expect(chunks.slice(0, -1).map(({ usage }) => usage)).toEqual(chunks.slice(0, -1).map(() => null))
})

test('an abort in mid-stream closes the upstream and ends the hold', async () => {
  upstream.answer(sse([chunk({ role: 'assistant', content: 'Four' })], { hang: true }))
  const running = await service.openai().chat.completions.create(STREAMED)
  const texts: string[] = []
  let id = ''
  for await (const part of running) {
    id = part.id
    const text = part.choices[0]?.delta.content
    if (!text) continue
    texts.push(text)
    running.controller.abort()
  }
  expect(texts).toEqual(['Four'])
  await upstream.calls.at(-1)?.aborted
  await service.parts.running.idle()
  expect(await (await service.call('GET', '/v1/key')).json()).toMatchObject({ held_usd: 0 })
  expect(await (await service.call('GET', `/v1/usage/${id}`)).json()).toMatchObject({
    status: 'client_closed',
    ended_at: expect.any(String) as string,
  })
})

test('a wrong key is an AuthenticationError, asked once', async () => {
  const { client, sent } = countingClient('sk-svc-nobody')
  const cause = await failure(client.models.list())
  expect(cause).toBeInstanceOf(AuthenticationError)
  expect(cause).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'authentication_error' })
  expect(sent()).toBe(1)
})

test('an unknown model is a NotFoundError that names the field', async () => {
  const cause = await failure(service.openai().chat.completions.create({ ...FAST, model: 'gpt-4o' }))
  expect(cause).toBeInstanceOf(NotFoundError)
  expect(cause).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
})

test('a prompt beyond the window is a BadRequestError that speaks of the maximum context length', async () => {
  const before = upstream.calls.length
  const call: GroundedCall = { model: 'svc-thinking', messages: ASK, svc: { frameworks: ['iso-27001'] } }
  const cause = await failure(service.openai().chat.completions.create(call))
  expect(cause).toBeInstanceOf(BadRequestError)
  expect(cause).toMatchObject({
    status: 400,
    code: 'context_length_exceeded',
    param: 'messages',
    message: expect.stringContaining('maximum context length is 2048 tokens') as string,
  })
  expect(upstream.calls.length).toBe(before)
})

test('empty credit is a RateLimitError that is not retried', async () => {
  const account = await service.admin<{ id: string }>('POST', '/accounts', { name: 'broke', credit_usd: 0 })
  const { key } = await service.admin<{ key: string }>('POST', `/accounts/${account.id}/keys`, { name: 'k' })
  const { client, sent } = countingClient(key)
  expect(client.maxRetries).toBe(2)
  const cause = await failure(client.chat.completions.create(FAST))
  expect(cause).toBeInstanceOf(RateLimitError)
  expect(cause).toMatchObject({ status: 429, code: 'credit_balance_exhausted', type: 'insufficient_quota' })
  expect(sent()).toBe(1)
})

test('a failure of the upstream is retried by the SDK as it is, and the second answer counts', async () => {
  upstream.answer(json({ error: { message: 'no' } }, 400), json(completion('Second.')))
  const before = upstream.calls.length
  const { client, sent } = countingClient(service.key)
  const answer = await client.chat.completions.create(FAST)
  expect(answer.choices[0]?.message.content).toBe('Second.')
  expect(sent()).toBe(2)
  expect(upstream.calls.length - before).toBe(2)
})

test('a failure of the upstream that stays is an InternalServerError with status 502', async () => {
  upstream.answer(json({ error: { message: 'no' } }, 400))
  const cause = await failure(service.openai().chat.completions.create(FAST))
  expect(cause).toBeInstanceOf(InternalServerError)
  expect(cause).toMatchObject({ status: 502, code: 'upstream_unavailable', type: 'api_error' })
})

test('an error in mid-stream is raised as APIError after the text before it', async () => {
  const read = Promise.withResolvers<void>()
  upstream.answer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'Four' }))
    await read.promise
    response.end(`data: ${JSON.stringify({ error: { message: 'upstream words', code: 'oops' } })}\n\n`)
  })
  const texts: string[] = []
  const cause = await failure(
    (async () => {
      for await (const part of await service.openai().chat.completions.create(STREAMED)) {
        const text = part.choices[0]?.delta.content
        if (!text) continue
        texts.push(text)
        read.resolve()
      }
    })(),
  )
  expect(texts).toEqual(['Four'])
  expect(cause).toBeInstanceOf(APIError)
  expect(cause).toMatchObject({ code: 'upstream_unavailable', type: 'api_error' })
  expect(String(cause)).not.toContain('upstream words')
})
