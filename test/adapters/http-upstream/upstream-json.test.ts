import { describe, expect, test } from 'vitest'
import { readUpstreamJson } from '../../../src/adapters/http-upstream/upstream-json.ts'

describe('chunks of a stream', () => {
  test.each([
    ['a role alone says nothing yet', { choices: [{ delta: { role: 'assistant' } }] }, []],
    ['null content', { choices: [{ delta: { role: 'assistant', content: null } }] }, []],
    ['empty content', { choices: [{ delta: { content: '' }, finish_reason: null }] }, []],
    ['a space is text', { choices: [{ delta: { content: ' ' } }] }, [{ kind: 'text', text: ' ' }]],
    [
      'vLLM, llama.cpp and DeepSeek reason in reasoning_content',
      { choices: [{ delta: { reasoning_content: 'Hm' } }] },
      [{ kind: 'reasoning', text: 'Hm' }],
    ],
    [
      'Ollama reasons in reasoning, beside empty content',
      { choices: [{ delta: { role: 'assistant', content: '', reasoning: 'Hm' } }] },
      [{ kind: 'reasoning', text: 'Hm' }],
    ],
    [
      'last words, finish and usage in one chunk keep that order',
      {
        usage: { prompt_tokens: 5, completion_tokens: 2 },
        choices: [{ finish_reason: 'stop', delta: { content: 'end' } }],
      },
      [
        { kind: 'text', text: 'end' },
        { kind: 'finish', reason: 'stop' },
        { kind: 'usage', usage: { promptTokens: 5, completionTokens: 2 } },
      ],
    ],
    [
      'usage in a chunk without a choice',
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } },
      [{ kind: 'usage', usage: { promptTokens: 5, completionTokens: 2 } }],
    ],
    ['a chunk without a choice and without usage (Azure content filter)', { choices: [] }, []],
    ['usage null', { choices: [{ delta: { content: 'a' } }], usage: null }, [{ kind: 'text', text: 'a' }]],
    [
      'error null is no error',
      { error: null, choices: [{ delta: { content: 'a' } }] },
      [{ kind: 'text', text: 'a' }],
    ],
    [
      'other choices beside the first, which were not asked for',
      {
        choices: [
          { index: 1, delta: { content: 'b' }, finish_reason: 'stop' },
          { index: 0, delta: { content: 'a' } },
        ],
      },
      [{ kind: 'text', text: 'a' }],
    ],
    ['a chunk of another choice alone', { choices: [{ index: 1, delta: { content: 'b' } }] }, []],
    [
      'usage without the completion says nothing of it',
      { choices: [], usage: { prompt_tokens: 5 } },
      [{ kind: 'usage', usage: { promptTokens: 5 } }],
    ],
    [
      'usage without the prompt says nothing of it',
      { choices: [], usage: { completion_tokens: 2 } },
      [{ kind: 'usage', usage: { completionTokens: 2 } }],
    ],
    [
      'fields that nobody knows',
      { choices: [{ delta: { content: 'a', audio: { x: 1 } }, token_ids: [1] }], timings: { n: 1 } },
      [{ kind: 'text', text: 'a' }],
    ],
  ])('%s', (_name, body, events) => {
    expect(readUpstreamJson(JSON.stringify(body))).toEqual(events)
  })
})

test('a plain body is read from its message', () => {
  const body = {
    object: 'chat.completion',
    choices: [
      { message: { role: 'assistant', content: 'Yes.', reasoning_content: 'Hm' }, finish_reason: 'length' },
    ],
    usage: {
      prompt_tokens: 9,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 3 },
    },
  }
  expect(readUpstreamJson(JSON.stringify(body))).toEqual([
    { kind: 'reasoning', text: 'Hm' },
    { kind: 'text', text: 'Yes.' },
    { kind: 'finish', reason: 'length' },
    { kind: 'usage', usage: { promptTokens: 9, completionTokens: 4, cachedTokens: 8, reasoningTokens: 3 } },
  ])
})

test('text parts are joined to one text', () => {
  const content = [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }, { type: 'other' }]
  expect(readUpstreamJson(JSON.stringify({ choices: [{ message: { content } }] }))).toEqual([
    { kind: 'text', text: 'ab' },
  ])
})

test.each([
  ['stop', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'content_filter'],
  ['eos', 'stop'],
  ['tool_calls', 'stop'],
])('the finish reason %s is told as %s', (given, told) => {
  expect(readUpstreamJson(JSON.stringify({ choices: [{ delta: {}, finish_reason: given }] }))).toEqual([
    { kind: 'finish', reason: told },
  ])
})

test.each([
  ['numbers in words', { prompt_tokens: '5', completion_tokens: '2' }],
  ['negative', { prompt_tokens: -1, completion_tokens: 2 }],
  ['fractions', { prompt_tokens: 1.5, completion_tokens: 2 }],
  ['an empty object', {}],
  ['more tokens than ten of the largest windows', { prompt_tokens: 100_000_001, completion_tokens: 2 }],
  [
    'so many that the sum of two calls is not exact',
    { prompt_tokens: Number.MAX_SAFE_INTEGER, completion_tokens: 2 },
  ],
  ['beyond any number that is exact', { prompt_tokens: 5, completion_tokens: 1e300 }],
])('usage that cannot be charged by is no usage: %s', (_name, usage) => {
  expect(readUpstreamJson(JSON.stringify({ choices: [{ delta: { content: 'a' } }], usage }))).toEqual([
    { kind: 'text', text: 'a' },
  ])
})

test.each([
  ['nothing', ''],
  ['HTML', '<html><body>Bad gateway</body></html>'],
  ['half a JSON text', '{"choices":[{"delta":{"content":"a"}'],
  ['a JSON string', '"ok"'],
  ['null', 'null'],
  ['an array', '[]'],
  ['an object of something else', '{"status":"ok"}'],
  ["OpenAI's error", '{"error":{"message":"no","type":"server_error","param":null,"code":null}}'],
  ["vLLM's older error", '{"object":"error","message":"no","type":"BadRequestError","code":400}'],
  ["Ollama's error", '{"error":"model not found"}'],
  ['an error beside choices', '{"error":{"message":"no"},"choices":[{"delta":{"content":"a"}}]}'],
  ['choices that are none', '{"choices":"a"}'],
  ['content that is no text', '{"choices":[{"delta":{"content":7}}]}'],
])('%s is no answer', (_name, text) => {
  expect(readUpstreamJson(text)).toBeUndefined()
})
