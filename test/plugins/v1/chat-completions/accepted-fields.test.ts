import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schemaErrors } from '../../../support/openai-schema.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  completion,
  json,
  startUpstream,
  type UpstreamCall,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { QUESTION } from '../refusal.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream(json(completion('Report it.')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(() => {
  upstream.calls.length = 0
})

type Fields = Record<string, unknown>

/** A plain answer to a good request with these fields beside it, and the request that the upstream got for it. */
async function answered(fields: Fields): Promise<{ ignored: string[]; sent: UpstreamCall['body'] }> {
  const body = { model: 'svc-fast', messages: QUESTION, ...fields }
  const response = await service.call('POST', '/v1/chat/completions', body)
  const answer = (await response.json()) as { svc: { ignored: string[] } }
  expect({ status: response.status, answer }).toMatchObject({
    status: 200,
    answer: { object: 'chat.completion', choices: [{ message: { content: 'Report it.' } }] },
  })
  expect(schemaErrors('CreateChatCompletionResponse', answer)).toEqual([])
  expect(upstream.calls).toHaveLength(1)
  return { ignored: answer.svc.ignored, sent: upstream.calls[0]?.body as UpstreamCall['body'] }
}

/** What the upstream gets where nothing but a model and a question was sent. */
async function plainlySent(): Promise<UpstreamCall['body']> {
  const { sent } = await answered({})
  upstream.calls.length = 0
  return sent
}

describe('a field that says "off" or nothing changes nothing and is not called ignored', () => {
  test.each<Fields>([
    { n: null },
    { n: 1 },
    { stream: null },
    { stream: false },
    { stream_options: null },
    { max_tokens: null },
    { max_completion_tokens: null },
    { max_tokens: null, max_completion_tokens: null },
    { stop: null },
    { temperature: null },
    { top_p: null },
    { presence_penalty: null },
    { frequency_penalty: null },
    { seed: null },
    { user: null },
    { reasoning_effort: null },
    { logprobs: false },
    { logprobs: null },
    { top_logprobs: null },
    { top_logprobs: 0 },
    { response_format: { type: 'text' } },
    { response_format: null },
    { tools: [] },
    { tools: null },
    { functions: [] },
    { tool_choice: 'none' },
    { tool_choice: 'auto' },
    { tool_choice: null },
    { function_call: 'none' },
    { parallel_tool_calls: true },
    { parallel_tool_calls: null },
    { modalities: ['text'] },
    { modalities: null },
    { audio: null },
    { store: false },
    { store: null },
    { metadata: null },
    { logit_bias: null },
    { svc: null },
    { svc: {} },
    { svc: { frameworks: [] } },
    { svc: { frameworks: null } },
  ])('%j', async (fields) => {
    const expected = await plainlySent()
    expect(await answered(fields)).toEqual({ ignored: [], sent: expected })
  })
})

describe('a sampling field goes upstream as it is', () => {
  test.each<Fields>([
    { temperature: 0 },
    { temperature: 2 },
    { top_p: 0 },
    { top_p: 1 },
    { presence_penalty: -2 },
    { frequency_penalty: 2 },
    { stop: 'END' },
    { stop: ['a', 'b', 'c', 'd'] },
    { seed: 0 },
    { seed: -7 },
    { user: 'user-1' },
    { reasoning_effort: 'low' },
  ])('%j', async (fields) => {
    const expected = await plainlySent()
    expect(await answered(fields)).toEqual({ ignored: [], sent: { ...expected, ...fields } })
  })
})

describe('a limit of the answer goes upstream under either name', () => {
  test.each<[Fields, number]>([
    [{ max_tokens: 1 }, 1],
    [{ max_tokens: 300 }, 300],
    [{ max_tokens: 300.0 }, 300],
    [{ max_completion_tokens: 300 }, 300],
    [{ max_tokens: null, max_completion_tokens: 300 }, 300],
    [{ max_tokens: 300, max_completion_tokens: null }, 300],
    [{ max_tokens: 300, max_completion_tokens: 300 }, 300],
  ])('%j', async (fields, limit) => {
    const expected = await plainlySent()
    const { ignored, sent } = await answered(fields)
    expect({ ignored, sent }).toEqual({ ignored: [], sent: { ...expected, max_tokens: limit } })
  })
})

describe('messages as clients write them', () => {
  test.each<[what: string, messages: Fields[], sent: Fields[]]>([
    [
      'one text part',
      [{ role: 'user', content: [{ type: 'text', text: 'What is DORA?' }] }],
      [{ role: 'user', content: 'What is DORA?' }],
    ],
    [
      'text parts with extra fields',
      [{ role: 'user', content: [{ type: 'text', text: 'DORA?', cache_control: { type: 'ephemeral' } }] }],
      [{ role: 'user', content: 'DORA?' }],
    ],
    [
      'every role',
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: [{ type: 'text', text: 'Be exact.' }] },
        { role: 'user', content: 'What is DORA?' },
        { role: 'assistant', content: [{ type: 'text', text: 'A regulation.' }] },
        { role: 'user', content: 'Of which year?' },
      ],
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'Be exact.' },
        { role: 'user', content: 'What is DORA?' },
        { role: 'assistant', content: 'A regulation.' },
        { role: 'user', content: 'Of which year?' },
      ],
    ],
    [
      'an answer handed back as it was given',
      [
        {
          role: 'assistant',
          content: 'A regulation.',
          refusal: null,
          tool_calls: [],
          function_call: null,
          audio: null,
          annotations: [],
        },
        { role: 'user', content: 'Of which year?', name: null },
      ],
      [
        { role: 'assistant', content: 'A regulation.' },
        { role: 'user', content: 'Of which year?' },
      ],
    ],
    [
      'a name',
      [{ role: 'user', name: 'ada', content: 'What is DORA?' }],
      [{ role: 'user', name: 'ada', content: 'What is DORA?' }],
    ],
    ['an empty text', [{ role: 'user', content: '' }], [{ role: 'user', content: '' }]],
  ])('%s', async (_what, messages, expected) => {
    const { ignored, sent } = await answered({ messages })
    expect({ ignored, sent: sent.messages.slice(1) }).toEqual({ ignored: [], sent: expected })
  })

  test('all parts of a message arrive, in their order', async () => {
    const content = ['First part.', 'Second part.', 'Third part.'].map((text) => ({ type: 'text', text }))
    const { sent } = await answered({ messages: [{ role: 'user', content }] })
    expect(sent.messages.at(-1)?.content.split(/\s*\n\s*/)).toEqual(content.map(({ text }) => text))
  })
})

describe('a field that is neither used nor refused', () => {
  test.each<[fields: Fields, ignored: string[]]>([
    [{ logit_bias: { 50256: -100 } }, ['logit_bias']],
    [{ metadata: { team: 'a' } }, ['metadata']],
    [{ service_tier: 'auto' }, ['service_tier']],
    [{ verbosity: 'low' }, ['verbosity']],
    [{ prompt_cache_key: 'k', safety_identifier: 's' }, ['prompt_cache_key', 'safety_identifier']],
    [{ top_k: 40, temperature: 1 }, ['top_k']],
    [{ frameworks: ['dora'] }, ['frameworks']],
    [{ svc: { frameworks: ['dora'], framework: 'dora' } }, ['svc.framework']],
    [{ x: 0, svc: { y: false } }, ['x', 'svc.y']],
  ])('is named in svc.ignored and stays here: %j', async (fields, expected) => {
    const { ignored, sent } = await answered(fields)
    expect(ignored.toSorted()).toEqual(expected.toSorted())
    for (const name of [...expected, 'svc']) expect(sent).not.toHaveProperty([name])
  })
})

test('everything the official client can send with a plain question is answered', async () => {
  const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'What does DORA ask?' }]
  const answer = await service.openai().chat.completions.create({
    model: 'svc-fast',
    messages,
    n: 1,
    stream: false,
    max_completion_tokens: 500,
    temperature: 0.2,
    top_p: 0.9,
    stop: null,
    logprobs: false,
    response_format: { type: 'text' },
    tools: [],
    store: false,
    user: 'u',
  })
  expect(answer).toMatchObject({
    model: 'svc-fast',
    choices: [
      { message: { role: 'assistant', content: 'Report it.', refusal: null }, finish_reason: 'stop' },
    ],
    svc: { ignored: [] },
  })
})
