import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schemaErrors } from '../../../support/openai-schema.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  completion,
  json,
  startUpstream,
  type Answer,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { ask, everythingOf, fastPrice, funds, micros, recordOf, type Funds } from './asking.ts'

interface Body {
  id: string
  choices: { message: { content: string }; finish_reason: string }[]
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
  svc: { cost_usd: number }
}

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
  upstream.answer(json(completion('Twice half its length.')))
  before = await funds(service)
})

test('the body is a chat completion under our own id and alias, with what was injected and what it cost', async () => {
  const response = await ask(service, { svc: { frameworks: ['dora'] } })
  const body = (await response.json()) as Body
  const dora = service.parts.registry.get('dora')
  expect(body).toEqual({
    id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9]{16,}$/) as string,
    object: 'chat.completion',
    created: Date.parse('2026-11-21T12:00:00Z') / 1_000,
    model: 'svc-fast',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Twice half its length.', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    svc: {
      frameworks: [
        {
          id: 'dora',
          name: 'DORA',
          version: dora?.version,
          sha256: dora?.sha256,
          knowledge_tokens: dora?.knowledgeTokens,
          reason: 'pinned',
          matched: null,
          evidence: 1,
        },
      ],
      knowledge_tokens: dora?.knowledgeTokens,
      detection: 'pinned',
      warnings: [],
      ignored: [],
      region: 'global',
      references: [],
      cost_usd: 0.000072,
    },
  })
  expect(schemaErrors('CreateChatCompletionResponse', body)).toEqual([])
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('x-svc-frameworks')).toBe('dora')
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
})

test('where nothing is injected the body says so and there is no frameworks header', async () => {
  const response = await ask(service)
  expect(await response.json()).toMatchObject({ svc: { frameworks: [], detection: 'none' } })
  expect(response.headers.has('x-svc-frameworks')).toBe(false)
})

test("nothing of the upstream's id, model, headers or extra fields reaches the caller or the log", async () => {
  upstream.answer((response) => {
    response.writeHead(200, 'upstream-secret reason', {
      'content-type': 'application/json; profile=upstream-secret',
      'x-request-id': 'upstream-secret',
      'openai-organization': 'upstream-secret',
      'set-cookie': 'session=upstream-secret',
      'x-ratelimit-remaining-requests': '77777',
    })
    const body = { ...completion('Fine.'), system_fingerprint: 'upstream-secret', extra: 'upstream-secret' }
    response.end(JSON.stringify(body))
  })
  const seen = await everythingOf(await ask(service))
  expect(seen).toContain('Fine.')
  expect(seen).not.toMatch(/upstream-secret|system_fingerprint|x-ratelimit|set-cookie/)
  expect(service.logs.join('\n')).not.toContain('upstream-secret')
})

test.each([
  ['stop', 'stop', 'completed'],
  ['length', 'length', 'length'],
  ['content_filter', 'content_filter', 'content_filter'],
  ['eos_token', 'stop', 'completed'],
])('an answer that ended by %s says %s', async (given, told, status) => {
  upstream.answer(
    json({ choices: [{ message: { content: 'a' }, finish_reason: given }], usage: { prompt_tokens: 1 } }),
  )
  const body = (await (await ask(service)).json()) as Body
  expect(body.choices[0]?.finish_reason).toBe(told)
  expect(schemaErrors('CreateChatCompletionResponse', body)).toEqual([])
  expect(await recordOf(service, body.id)).toMatchObject({ id: body.id, status })
})

describe('the charge', () => {
  test("is the upstream's usage at the alias's rates, taken once, with nothing left held", async () => {
    const body = (await (await ask(service)).json()) as Body
    const after = await funds(service)
    expect(micros(before.balance_usd) - micros(after.balance_usd)).toBe(fastPrice(100, 20))
    expect(after.held_usd).toBe(0)
    expect(await recordOf(service, body.id)).toMatchObject({
      id: body.id,
      prompt_tokens: 100,
      completion_tokens: 20,
      cost_usd: body.svc.cost_usd,
    })
  })

  test('is reported with cached and reasoning tokens where the upstream tells them', async () => {
    upstream.answer(
      json(
        completion('a', {
          prompt_tokens: 100,
          completion_tokens: 20,
          prompt_tokens_details: { cached_tokens: 64, audio_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 12 },
        }),
      ),
    )
    expect(((await (await ask(service)).json()) as Body).usage).toEqual({
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 64 },
      completion_tokens_details: { reasoning_tokens: 12 },
    })
  })

  test.each([
    ['is missing', null],
    ['makes no sense', { prompt_tokens: 'many', completion_tokens: -4 }],
  ])('is by our own count, which is also reported, where usage %s', async (_how, usage) => {
    upstream.answer(json(completion('Twice half its length, whatever that may be.', usage)))
    const body = (await (await ask(service)).json()) as Body
    const { prompt_tokens: prompt, completion_tokens: produced } = body.usage
    const { tokenizer } = service.parts
    const messages = upstream.calls.at(-1)?.body.messages ?? []
    const words = await tokenizer.count(messages.map(({ content }) => content))
    expect(produced).toBe(await tokenizer.count(['Twice half its length, whatever that may be.']))
    expect(prompt).toBeGreaterThanOrEqual(words)
    expect(prompt).toBeLessThan(words + 64)
    expect(micros(body.svc.cost_usd)).toBe(fastPrice(prompt, produced))
    const after = await funds(service)
    expect(micros(before.balance_usd) - micros(after.balance_usd)).toBe(fastPrice(prompt, produced))
  })

  test('never exceeds what was held, whatever usage the upstream claims', async () => {
    let held = 0
    const excessive: Answer = async (response, call) => {
      held = (await funds(service)).held_usd
      await json(completion('a', { prompt_tokens: 9_000_000, completion_tokens: 9_000_000 }))(response, call)
    }
    upstream.answer(excessive)
    const body = (await (await ask(service, { max_tokens: 300 })).json()) as Body
    expect(held).toBeGreaterThan(0)
    expect(body.svc.cost_usd).toBe(held)
    const after = await funds(service)
    expect(micros(after.balance_usd)).toBe(micros(before.balance_usd) - micros(held))
    expect(after.held_usd).toBe(0)
  })
})

describe('an empty answer', () => {
  test.each([
    ['an empty text', { content: '' }, 'stop'],
    ['no text', { content: null }, 'stop'],
    ['reasoning that used the whole budget', { content: '', reasoning_content: 'Hm, let me see' }, 'length'],
  ])('is a good answer that costs nothing: %s', async (_name, message, finish) => {
    upstream.answer(
      json({
        choices: [{ message: { role: 'assistant', ...message }, finish_reason: finish }],
        usage: { prompt_tokens: 100, completion_tokens: 1024 },
      }),
    )
    const response = await ask(service, { model: 'svc-thinking' })
    const body = (await response.json()) as Body
    expect(response.status).toBe(200)
    expect(schemaErrors('CreateChatCompletionResponse', body)).toEqual([])
    expect(body.choices).toMatchObject([{ message: { content: '' }, finish_reason: finish }])
    expect(body.svc.cost_usd).toBe(0)
    expect(await funds(service)).toEqual({ ...before, held_usd: 0 })
    expect(await recordOf(service, body.id)).toMatchObject({ id: body.id, status: 'empty', cost_usd: 0 })
  })
})
