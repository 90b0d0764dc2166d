import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PREAMBLE } from '../../../../src/domain/grounding/assemble.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamCall,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { ask, QUESTION } from './asking.ts'

let service: Service
let global: UpstreamServer
let eu: UpstreamServer
beforeAll(async () => {
  global = await startUpstream(json(completion('Yes.')))
  eu = await startUpstream(json(completion('Ja.')))
  service = await startService({
    UPSTREAM_BASE_URL: global.url,
    UPSTREAM_API_KEY: 'global-upstream-key',
    UPSTREAM_FAST_MODEL: 'small-model',
    UPSTREAM_THINKING_MODEL: 'large-model',
    UPSTREAM_EU_BASE_URL: eu.url,
    UPSTREAM_EU_API_KEY: 'eu-upstream-key',
    UPSTREAM_EU_FAST_MODEL: 'small-model-frankfurt',
    UPSTREAM_EU_THINKING_MODEL: 'large-model-frankfurt',
  })
})
afterAll(async () => {
  await service.close()
  await global.close()
  await eu.close()
})
afterEach(() => {
  for (const server of [global, eu]) server.calls.length = 0
})

/** The one call that a request led to, and the answer's headers. */
async function sent(
  extra: object,
  headers: Record<string, string> = {},
): Promise<{ call: UpstreamCall; headers: Headers }> {
  const response = await ask(service, extra, headers)
  await response.text()
  expect(response.status).toBe(200)
  const [call, ...more] = [...global.calls, ...eu.calls]
  if (!call) throw new Error('nothing reached the upstream')
  expect(more).toEqual([])
  return { call, headers: response.headers }
}

describe('the prompt', () => {
  test("is one system message of ours, then the caller's messages untouched and in order", async () => {
    const { call } = await sent({
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'First  question\n', name: 'Ann' },
        { role: 'assistant', content: 'An answer 👩‍💻' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        },
      ],
    })
    expect(call.body.messages.slice(1)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'First  question\n', name: 'Ann' },
      { role: 'assistant', content: 'An answer 👩‍💻' },
      { role: 'user', content: 'one\ntwo' },
    ])
    expect(call.body.messages[0]?.role).toBe('system')
    expect(call.body.messages[0]?.content.startsWith(PREAMBLE)).toBe(true)
    expect(modulesIn(call)).toEqual([])
  })

  test('carries the pinned modules in canonical order, each whole and once, however they were pinned', async () => {
    const { call } = await sent({ svc: { frameworks: ['soc-2', 'gdpr', 'dora', 'gdpr'] } })
    expect(modulesIn(call)).toEqual(['dora', 'gdpr', 'soc-2'])
    const system = call.body.messages[0]?.content ?? ''
    for (const id of ['dora', 'gdpr', 'soc-2']) {
      expect(system.split(service.parts.registry.get(id)?.body ?? 'no module')).toHaveLength(2)
    }
    expect(system.startsWith(PREAMBLE)).toBe(true)
    expect(call.body.messages.slice(1)).toEqual(QUESTION.messages)
  })

  test('carries detected modules in the same order as pins, so that prefix caches hit', async () => {
    const detected = await sent({
      messages: [{ role: 'user', content: 'Compare the GDPR with DORA, the EU regulation.' }],
    })
    global.calls.length = 0
    const pinned = await sent({ svc: { frameworks: ['gdpr', 'dora'] } })
    expect(modulesIn(detected.call)).toEqual(['dora', 'gdpr'])
    expect(detected.call.body.messages[0]).toEqual(pinned.call.body.messages[0])
  })
})

describe('the fields', () => {
  test('of a plain call are the model, the prompt, the limit and no more', async () => {
    const { call } = await sent({ svc: { frameworks: ['dora'] }, metadata: { a: 'b' }, made_up: 1 })
    expect(Object.keys(call.body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream'])
    expect(call.body).toMatchObject({ model: 'small-model', max_tokens: 4_096, stream: false })
    expect(call.path).toBe('/v1/chat/completions')
    expect(call.headers['content-type']).toBe('application/json')
  })

  test.each([[undefined], [{ include_usage: false }], [{ include_usage: true }]])(
    'of a stream ask for usage, whether or not the caller did: %j',
    async (options) => {
      global.answer(sse(stream(['Yes.'])))
      const { call } = await sent({ stream: true, stream_options: options })
      expect(call.body['stream_options']).toEqual({ include_usage: true })
      expect(call.body.stream).toBe(true)
      global.answer(json(completion('Yes.')))
    },
  )

  test('of sampling go as they are, zeros included, and nulls do not go', async () => {
    const sampling = {
      temperature: 0,
      top_p: 0.5,
      presence_penalty: -2,
      frequency_penalty: 1.5,
      stop: ['END', '\n\n'],
      seed: 0,
      user: 'user-7',
      reasoning_effort: 'low',
    }
    const { call } = await sent(sampling)
    expect(call.body).toMatchObject(sampling)
    global.calls.length = 0

    const nothing = Object.fromEntries(Object.keys(sampling).map((name) => [name, null]))
    const second = await sent(nothing)
    expect(Object.keys(second.call.body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream'])
  })

  test("never hold the caller's key or headers; the key is ours", async () => {
    const { call } = await sent({}, { 'x-private': 'of the caller', cookie: 'a=b', 'user-agent': 'caller/1' })
    expect(call.headers.authorization).toBe('Bearer global-upstream-key')
    const whole = JSON.stringify([call.headers, call.body])
    expect(whole).not.toContain(service.key)
    expect(whole).not.toMatch(/x-private|cookie|caller\/1|sk-svc-|pat-svc-/)
  })
})

describe('the path of an alias', () => {
  test.each([
    ['svc-fast', 'global', 'small-model', 'global-upstream-key'],
    ['svc-thinking', 'global', 'large-model', 'global-upstream-key'],
    ['svc-fast-eu', 'eu', 'small-model-frankfurt', 'eu-upstream-key'],
    ['svc-thinking-eu', 'eu', 'large-model-frankfurt', 'eu-upstream-key'],
  ])('%s goes to the %s upstream only, as %s', async (model, path, name, key) => {
    const { call } = await sent({ model })
    expect(call.body.model).toBe(name)
    expect(call.headers.authorization).toBe(`Bearer ${key}`)
    expect(global.calls).toHaveLength(path === 'global' ? 1 : 0)
    expect(eu.calls).toHaveLength(path === 'eu' ? 1 : 0)
  })

  test('is disclosed as its region', async () => {
    const regions = ['svc-fast', 'svc-fast-eu'].map(async (model) => {
      const body = (await (await ask(service, { model })).json()) as {
        model: string
        svc: { region: string }
      }
      return [body.model, body.svc.region]
    })
    expect(await Promise.all(regions)).toEqual([
      ['svc-fast', 'global'],
      ['svc-fast-eu', 'eu'],
    ])
  })
})

describe('max_tokens', () => {
  test.each([
    ['svc-thinking', { max_tokens: 1 }, 1_024],
    ['svc-thinking', { max_tokens: 1_023 }, 1_024],
    ['svc-thinking', { max_completion_tokens: 100 }, 1_024],
    ['svc-thinking-eu', { max_tokens: 100 }, 1_024],
    ['svc-fast', { max_tokens: 1_000_000 }, 16_384],
    ['svc-thinking', { max_tokens: 1_000_000 }, 32_768],
  ])('of %s, asked as %j, becomes %i and both values are told', async (model, asked, effective) => {
    const { call, headers } = await sent({ model, ...asked })
    expect(call.body.max_tokens).toBe(effective)
    expect(call.body).not.toHaveProperty('max_completion_tokens')
    expect(headers.get('x-svc-max-tokens-requested')).toBe(String(Object.values(asked)[0]))
    expect(headers.get('x-svc-max-tokens-effective')).toBe(String(effective))
  })

  test.each([
    ['svc-fast', {}, 4_096],
    ['svc-thinking', {}, 8_192],
    ['svc-thinking', { max_tokens: null }, 8_192],
    ['svc-fast', { max_tokens: 1 }, 1],
    ['svc-fast', { max_completion_tokens: 77 }, 77],
    ['svc-thinking', { max_tokens: 1_024 }, 1_024],
    ['svc-thinking', { max_tokens: 32_768 }, 32_768],
  ])('of %s, asked as %j, is %i and there is nothing to tell', async (model, asked, effective) => {
    const { call, headers } = await sent({ model, ...asked })
    expect(call.body.max_tokens).toBe(effective)
    expect([...headers.keys()].filter((name) => name.startsWith('x-svc-max-tokens'))).toEqual([])
  })

  test('is told on a stream too', async () => {
    eu.answer(sse(stream(['Ja.'])))
    const { headers } = await sent({ model: 'svc-thinking-eu', stream: true, max_tokens: 5 })
    expect(headers.get('x-svc-max-tokens-requested')).toBe('5')
    expect(headers.get('x-svc-max-tokens-effective')).toBe('1024')
  })
})

test('the output limit has the name that its upstream knows it by', async () => {
  const newer = await startService({
    UPSTREAM_BASE_URL: global.url,
    UPSTREAM_MAX_TOKENS_FIELD: 'max_completion_tokens',
    UPSTREAM_EU_BASE_URL: eu.url,
  })
  await ask(newer, { model: 'svc-thinking', max_tokens: 2_000 })
  eu.answer(json(completion('Ja.')))
  await ask(newer, { model: 'svc-thinking-eu', max_tokens: 2_000 })
  await newer.close()
  expect(global.calls[0]?.body['max_completion_tokens']).toBe(2_000)
  expect(global.calls[0]?.body).not.toHaveProperty('max_tokens')
  expect(eu.calls[0]?.body.max_tokens).toBe(2_000)
  expect(eu.calls[0]?.body).not.toHaveProperty('max_completion_tokens')
})

/** Ids of the modules in the prompt, in order. */
function modulesIn(call: UpstreamCall): string[] {
  const system = call.body.messages[0]?.content ?? ''
  return [...system.matchAll(/^<knowledge_module id="([^"]+)"/gm)].map(([, id]) => id ?? '')
}
