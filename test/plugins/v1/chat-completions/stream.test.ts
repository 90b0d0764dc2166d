import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schemaErrors } from '../../../support/openai-schema.ts'
import { readStream } from '../../../support/read-stream.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { chunk, sse, startUpstream, stream, type UpstreamServer } from '../../../support/upstream-server.ts'
import {
  ask,
  everythingOf,
  fastPrice,
  framesIn,
  funds,
  micros,
  QUESTION,
  Reading,
  withoutPings,
  type Funds,
} from './asking.ts'

let service: Service
let upstream: UpstreamServer
let before: Funds
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(async () => {
  upstream.answer(sse(stream(['Twice ', 'half'])))
  upstream.calls.length = 0
  before = await funds(service)
})

const HEAD = {
  id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9]{16,}$/) as string,
  object: 'chat.completion.chunk',
  created: Date.parse('2026-11-21T12:00:00Z') / 1_000,
  model: 'svc-fast',
}
const SVC = {
  frameworks: [expect.objectContaining({ id: 'dora', reason: 'pinned' }) as object],
  knowledge_tokens: expect.any(Number) as number,
  detection: 'pinned',
  warnings: [],
  ignored: [],
  region: 'global',
}

function choice(delta: object, finishReason: string | null = null): object[] {
  return [{ index: 0, delta, logprobs: null, finish_reason: finishReason }]
}

describe('the chunks', () => {
  test('come in order: role and svc, the text, the finish with svc and its cost, [DONE]', async () => {
    const response = await ask(service, { stream: true, svc: { frameworks: ['dora'] } })
    const frames = framesIn(await response.text())
    expect(frames).toEqual([
      {
        ...HEAD,
        choices: choice({ role: 'assistant', content: '', refusal: null }),
        svc: { ...SVC, references: null, cost_usd: null },
      },
      { ...HEAD, choices: choice({ content: 'Twice ' }) },
      { ...HEAD, choices: choice({ content: 'half' }) },
      { ...HEAD, choices: choice({}, 'stop'), svc: { ...SVC, references: [], cost_usd: 0.000072 } },
      '[DONE]',
    ])
    expect(new Set(frames.slice(0, -1).map((frame) => (frame as { id: string }).id)).size).toBe(1)
  })

  test('are followed by one of usage if it was asked for, and say usage null until then', async () => {
    const { chunks, done } = await readStream(
      await ask(service, { stream: true, stream_options: { include_usage: true } }),
    )
    const last = chunks.pop()
    expect(last).toEqual({
      ...HEAD,
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    })
    expect(chunks.map(({ usage }) => usage)).toEqual(chunks.map(() => null))
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
    expect(done).toBe(true)
  })

  test.each([[{}], [{ include_usage: true }]])(
    'are each valid by the official schema, with stream_options %j',
    async (options) => {
      upstream.answer(sse([stream(['a', 'é👩‍💻', '\n', ' "quoted" \u2028']).join('')]))
      const { chunks, text } = await readStream(await ask(service, { stream: true, stream_options: options }))
      expect(text).toBe('aé👩‍💻\n "quoted" \u2028')
      expect(chunks.flatMap((one) => schemaErrors('CreateChatCompletionStreamResponse', one))).toEqual([])
    },
  )

  test('are data lines and blank lines only, under the headers that proxies need', async () => {
    const response = await ask(service, { stream: true, svc: { frameworks: ['dora'] } })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('cache-control')).toMatch(/no-cache.*no-transform/)
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('x-svc-frameworks')).toBe('dora')
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    expect(withoutPings(await response.text())).toMatch(/^(data: \{.*\}\n\n)+data: \[DONE\]\n\n$/)
  })

  test('reach the caller as they come, before the answer is whole', async () => {
    const heard = Promise.withResolvers<void>()
    upstream.answer(async (response, call) => {
      await sse([chunk({ content: 'first' })], { hang: true })(response, call)
      await heard.promise
      response.end(`${chunk({ content: 'second' })}${chunk({}, 'stop')}data: [DONE]\n\n`)
    })
    const reading = new Reading(await ask(service, { stream: true }))
    await reading.until(/first/)
    expect(reading.text).not.toContain('second')
    heard.resolve()
    expect(await reading.rest()).toContain('second')
  })

  test('are what the official SDK expects', async () => {
    const completions = service.openai().chat.completions
    const answer = completions.stream({ ...QUESTION, messages: [{ role: 'user', content: 'How long?' }] })
    expect(await answer.finalContent()).toBe('Twice half')
  })
})

test("nothing of the upstream's id, model, headers or extra fields reaches the caller or the log", async () => {
  upstream.answer((response) => {
    response.writeHead(200, 'upstream-secret reason', {
      'content-type': 'text/event-stream; profile=upstream-secret',
      'x-request-id': 'upstream-secret',
      'set-cookie': 'session=upstream-secret',
    })
    const extra = { system_fingerprint: 'upstream-secret', service_tier: 'upstream-secret' }
    response.write(': upstream-secret\n\nevent: upstream-secret\nid: upstream-secret\nretry: 77777\n')
    response.end(chunk({ content: 'Fine.', reasoning: 'upstream-secret' }, 'stop', extra))
  })
  const seen = await everythingOf(await ask(service, { stream: true }))
  expect(seen).toContain('Fine.')
  expect(seen).not.toMatch(/upstream-secret|system_fingerprint|77777|set-cookie/)
  expect(service.logs.join('\n')).not.toContain('upstream-secret')
})

describe('the charge', () => {
  test('is reported in the last chunk, taken once, and nothing stays held', async () => {
    const { chunks } = await readStream(await ask(service, { stream: true }))
    const after = await funds(service)
    expect(chunks.at(-1)?.svc?.cost_usd).toBe(0.000072)
    expect(micros(before.balance_usd) - micros(after.balance_usd)).toBe(fastPrice(100, 20))
    expect(after.held_usd).toBe(0)
  })

  test('is by our own count, which is also reported, where the upstream gives no usage', async () => {
    upstream.answer(sse(stream(['Twice half ', 'its length.'], null)))
    const { chunks } = await readStream(
      await ask(service, { stream: true, stream_options: { include_usage: true } }),
    )
    const usage = chunks.at(-1)?.usage
    const { tokenizer } = service.parts
    const prompt = upstream.calls[0]?.body.messages.map(({ content }) => content) ?? []
    expect(usage?.completion_tokens).toBe(await tokenizer.count(['Twice half its length.']))
    expect(usage?.prompt_tokens).toBeGreaterThanOrEqual(await tokenizer.count(prompt))
    const cost = fastPrice(usage?.prompt_tokens ?? 0, usage?.completion_tokens ?? 0)
    expect(micros(chunks.at(-2)?.svc?.cost_usd ?? 0)).toBe(cost)
    expect(micros((await funds(service)).balance_usd)).toBe(micros(before.balance_usd) - cost)
  })

  test('of an empty answer is nothing, and the answer is a good one', async () => {
    upstream.answer(sse(stream([])))
    const { chunks, text, done } = await readStream(await ask(service, { stream: true }))
    expect(text).toBe('')
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }], svc: { cost_usd: 0 } })
    expect(done).toBe(true)
    expect(await funds(service)).toEqual({ ...before, held_usd: 0 })
  })
})

test.each([false, true])('without an EU path an EU alias is refused, stream: %s', async (streamed) => {
  const response = await ask(service, { model: 'svc-fast-eu', stream: streamed })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ error: { type: 'api_error', code: 'eu_path_unavailable' } })
  expect(upstream.calls).toEqual([])
  expect(await funds(service)).toEqual(before)
})
