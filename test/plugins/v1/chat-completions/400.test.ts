import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { expectNothingHappened, QUESTION, readRefusal, type Refusal } from '../refusal.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream(json(completion('never asked for')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
afterEach(() => expectNothingHappened(service, upstream))

type Fields = Record<string, unknown>

/** The refusal of a good request with some of its fields replaced; undefined leaves a field out. */
async function refusalOf(fields: Fields): Promise<Refusal> {
  const body = { model: 'svc-fast', messages: QUESTION, ...fields }
  return readRefusal(await service.call('POST', '/v1/chat/completions', body))
}

/** A conversation whose second message is the given one. */
const second = (message: unknown): Fields => ({ messages: [...QUESTION, message] })

/** A question in parts, the second of which is the given one. */
const part = (value: unknown): Fields => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What is DORA?' }, value] }],
})

const five = ['a', 'b', 'c', 'd', 'e']

/** A field's path, the code of its refusal, and what is wrong. */
type Row = [param: string, code: string, fields: Fields]

/** Rows with a name for each test that stays readable where the request is long. */
const named = (rows: readonly Row[]) =>
  rows.map(([param, code, fields]) => {
    const sent = JSON.stringify(fields, (_key, value: unknown) => (value === undefined ? 'absent' : value))
    const messages = sent.replace(`{"messages":[${JSON.stringify(QUESTION[0])},`, '{"messages":[..,')
    return [`${param}: ${code}: ${messages.slice(0, 120)}`, { param, code, fields }] as const
  })

describe('a field that is wrong is named', () => {
  const rows: Row[] = [
    ['model', 'missing_required_parameter', { model: undefined }],
    ['model', 'invalid_type', { model: null }],
    ['model', 'invalid_type', { model: 5 }],
    ['model', 'invalid_type', { model: ['svc-fast'] }],
    ['model', 'invalid_value', { model: '' }],
    ['model', 'invalid_value', { model: 'm'.repeat(257) }],
    ['messages', 'missing_required_parameter', { messages: undefined }],
    ['messages', 'invalid_type', { messages: null }],
    ['messages', 'invalid_type', { messages: 'What is DORA?' }],
    ['messages', 'invalid_type', { messages: { role: 'user', content: 'x' } }],
    ['messages', 'invalid_value', { messages: [] }],
    ['messages', 'invalid_value', { messages: Array.from({ length: 10_001 }, () => QUESTION[0]) }],
    ['messages[1]', 'invalid_type', second('What is DORA?')],
    ['messages[1]', 'invalid_type', second(null)],
    ['messages[1]', 'invalid_type', second([])],
    ['messages[1].role', 'missing_required_parameter', second({ content: 'x' })],
    ['messages[1].role', 'invalid_value', second({ role: 'robot', content: 'x' })],
    ['messages[1].role', 'invalid_value', second({ role: 'User', content: 'x' })],
    ['messages[1].role', 'invalid_type', second({ role: null, content: 'x' })],
    ['messages[1].role', 'invalid_type', second({ role: 5, content: 'x' })],
    ['messages[1].content', 'missing_required_parameter', second({ role: 'user' })],
    ['messages[1].content', 'invalid_type', second({ role: 'user', content: null })],
    ['messages[1].content', 'invalid_type', second({ role: 'assistant', content: null })],
    ['messages[1].content', 'invalid_type', second({ role: 'user', content: 5 })],
    ['messages[1].content', 'invalid_type', second({ role: 'user', content: { text: 'x' } })],
    ['messages[1].content', 'invalid_value', second({ role: 'user', content: [] })],
    ['messages[1].name', 'invalid_type', second({ role: 'user', content: 'x', name: 5 })],
    ['messages[1].name', 'invalid_value', second({ role: 'user', content: 'x', name: 'n'.repeat(257) })],
    ['messages[0].content[1]', 'invalid_type', part('x')],
    ['messages[0].content[1]', 'invalid_type', part(null)],
    ['messages[0].content[1].type', 'missing_required_parameter', part({ text: 'x' })],
    ['messages[0].content[1].type', 'invalid_type', part({ type: 5, text: 'x' })],
    ['messages[0].content[1].type', 'invalid_type', part({ type: null, text: 'x' })],
    ['messages[0].content[1].text', 'missing_required_parameter', part({ type: 'text' })],
    ['messages[0].content[1].text', 'invalid_type', part({ type: 'text', text: 5 })],
    ['messages[0].content[1].text', 'invalid_type', part({ type: 'text', text: null })],
    ['stream', 'invalid_type', { stream: 'true' }],
    ['stream', 'invalid_type', { stream: 1 }],
    ['stream_options', 'invalid_type', { stream: true, stream_options: true }],
    ['stream_options.include_usage', 'invalid_type', { stream_options: { include_usage: 'yes' } }],
    ['max_tokens', 'invalid_value', { max_tokens: 0 }],
    ['max_tokens', 'invalid_value', { max_tokens: -1 }],
    ['max_tokens', 'invalid_value', { max_tokens: 10_000_001 }],
    ['max_tokens', 'invalid_type', { max_tokens: 1.5 }],
    ['max_tokens', 'invalid_type', { max_tokens: 'x' }],
    ['max_tokens', 'invalid_type', { max_tokens: '100' }],
    ['max_tokens', 'invalid_type', { max_tokens: true }],
    ['max_completion_tokens', 'invalid_value', { max_completion_tokens: 0 }],
    ['max_completion_tokens', 'invalid_type', { max_completion_tokens: 1.5 }],
    ['max_completion_tokens', 'invalid_type', { max_completion_tokens: 'x' }],
    ['max_completion_tokens', 'invalid_value', { max_tokens: 10, max_completion_tokens: 11 }],
    ['n', 'invalid_value', { n: 0 }],
    ['n', 'invalid_value', { n: -1 }],
    ['n', 'invalid_type', { n: '1' }],
    ['n', 'invalid_type', { n: true }],
    ['temperature', 'invalid_value', { temperature: 3 }],
    ['temperature', 'invalid_value', { temperature: -0.1 }],
    ['temperature', 'invalid_type', { temperature: 'warm' }],
    ['top_p', 'invalid_value', { top_p: 1.1 }],
    ['top_p', 'invalid_value', { top_p: -0.1 }],
    ['top_p', 'invalid_type', { top_p: '1' }],
    ['presence_penalty', 'invalid_value', { presence_penalty: 2.1 }],
    ['presence_penalty', 'invalid_type', { presence_penalty: [] }],
    ['frequency_penalty', 'invalid_value', { frequency_penalty: -2.1 }],
    ['frequency_penalty', 'invalid_type', { frequency_penalty: {} }],
    ['stop', 'invalid_type', { stop: 5 }],
    ['stop', 'invalid_type', { stop: { text: 'x' } }],
    ['stop', 'invalid_value', { stop: five }],
    ['stop[1]', 'invalid_type', { stop: ['a', 5] }],
    ['seed', 'invalid_type', { seed: 1.5 }],
    ['seed', 'invalid_type', { seed: '7' }],
    ['user', 'invalid_type', { user: 5 }],
    ['user', 'invalid_value', { user: 'u'.repeat(1_025) }],
    ['reasoning_effort', 'invalid_type', { reasoning_effort: 5 }],
    ['reasoning_effort', 'invalid_value', { reasoning_effort: 'r'.repeat(65) }],
    ['svc', 'invalid_type', { svc: 'dora' }],
    ['svc', 'invalid_type', { svc: ['dora'] }],
    ['svc.frameworks', 'invalid_type', { svc: { frameworks: 'dora' } }],
    ['svc.frameworks', 'invalid_type', { svc: { frameworks: { id: 'dora' } } }],
    ['svc.frameworks[1]', 'invalid_type', { svc: { frameworks: ['dora', 5] } }],
    ['svc.frameworks[0]', 'invalid_type', { svc: { frameworks: [null] } }],
    ['svc.frameworks', 'unknown_framework', { svc: { frameworks: ['dora', 'no-such-standard'] } }],
    ['svc.frameworks', 'unknown_framework', { svc: { frameworks: ['DORA'] } }],
    ['svc.frameworks', 'unknown_framework', { svc: { frameworks: [''] } }],
    ['svc.frameworks', 'too_many_frameworks', { svc: { frameworks: ids(9) } }],
    ['svc.frameworks', 'too_many_frameworks', { svc: { frameworks: ids(1_001) } }],
  ]

  test.each(named(rows))('%s', async (_name, { param, code, fields }) => {
    const refusal = await refusalOf(fields)
    expect(refusal).toEqual({
      status: 400,
      type: 'invalid_request_error',
      code,
      param,
      message: refusal.message,
    })
  })
})

describe('what the service does not do is refused by its name', () => {
  const rows: Row[] = [
    ['tools', 'unsupported_parameter', { tools: [{ type: 'function', function: { name: 'search' } }] }],
    ['functions', 'unsupported_parameter', { functions: [{ name: 'search' }] }],
    ['tool_choice', 'unsupported_parameter', { tool_choice: 'required' }],
    ['tool_choice', 'unsupported_parameter', { tool_choice: { type: 'function', function: { name: 'x' } } }],
    ['function_call', 'unsupported_parameter', { function_call: { name: 'search' } }],
    ['response_format', 'unsupported_value', { response_format: { type: 'json_object' } }],
    ['response_format', 'unsupported_value', { response_format: { type: 'json_schema', json_schema: {} } }],
    ['n', 'unsupported_value', { n: 2 }],
    ['logprobs', 'unsupported_parameter', { logprobs: true }],
    ['top_logprobs', 'unsupported_parameter', { top_logprobs: 3 }],
    ['modalities', 'unsupported_value', { modalities: ['text', 'audio'] }],
    ['audio', 'unsupported_parameter', { audio: { voice: 'alloy', format: 'mp3' } }],
    ['store', 'unsupported_value', { store: true }],
    ['prediction', 'unsupported_parameter', { prediction: { type: 'content', content: 'x' } }],
    ['web_search_options', 'unsupported_parameter', { web_search_options: {} }],
    ['messages[1].role', 'unsupported_value', second({ role: 'tool', tool_call_id: 'c1', content: 'x' })],
    ['messages[1].role', 'unsupported_value', second({ role: 'function', name: 'f', content: 'x' })],
    ['messages[1].tool_calls', 'unsupported_parameter', second(toolCall({ content: 'x' }))],
    ['messages[1].tool_calls', 'unsupported_parameter', second(toolCall({ content: null }))],
    [
      'messages[1].function_call',
      'unsupported_parameter',
      second({ role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } }),
    ],
    [
      'messages[1].audio',
      'unsupported_parameter',
      second({ role: 'assistant', content: 'x', audio: { id: 'a1' } }),
    ],
    [
      'messages[0].content[1].type',
      'unsupported_value',
      part({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }),
    ],
    [
      'messages[0].content[1].type',
      'unsupported_value',
      part({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }),
    ],
    ['messages[0].content[1].type', 'unsupported_value', part({ type: 'file', file: { file_id: 'f1' } })],
    ['messages[0].content[1].type', 'unsupported_value', part({ type: 'refusal', refusal: 'No.' })],
  ]

  test.each(named(rows))('%s', async (_name, { param, code, fields }) => {
    const refusal = await refusalOf(fields)
    expect(refusal).toEqual({
      status: 400,
      type: 'invalid_request_error',
      code,
      param,
      message: refusal.message,
    })
    expect(refusal.message).toMatch(/support/)
  })

  test('also where a stream is asked for: the answer is plain JSON', async () => {
    expect(await refusalOf({ stream: true, tools: [{ type: 'function' }] })).toMatchObject({
      status: 400,
      code: 'unsupported_parameter',
      param: 'tools',
    })
  })
})

test.each<[what: string, fields: Fields]>([
  ['a role', second({ role: 'word-of-the-caller', content: 'x' })],
  ['a content', second({ role: 'user', content: { text: 'word-of-the-caller' } })],
  ['a part', part({ type: 'word-of-the-caller' })],
  ['a number', { temperature: 'word-of-the-caller' }],
  ['a long text', { user: 'word-of-the-caller'.repeat(100) }],
])('a refusal does not repeat what the caller sent: %s', async (_what, fields) => {
  expect(JSON.stringify(await refusalOf(fields))).not.toContain('word-of-the-caller')
})

test.each([
  ['missing', second({ role: 'user' })],
  ['of a wrong type', second({ role: 'user', content: 5 })],
  ['of a wrong size', second({ role: 'user', content: [] })],
])('a message for people names the field too, where it is %s', async (_what, fields) => {
  expect((await refusalOf(fields)).message).toContain('messages[1].content')
})

test('an unknown framework id is named, with the nearest ids beside it', async () => {
  const { message } = await refusalOf({ svc: { frameworks: ['dora', 'iso27001'] } })
  expect(message).toContain('"iso27001"')
  expect(message).toContain('iso-27001')
})

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `standard-${index}`)
}

function toolCall(fields: Fields): Fields {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
  return { role: 'assistant', tool_calls: [call], ...fields }
}
