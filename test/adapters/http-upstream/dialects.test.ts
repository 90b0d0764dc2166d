import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemaErrors } from '../../support/openai-schema.ts'
import { readStream } from '../../support/read-stream.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { sse, startUpstream, type Answer, type UpstreamServer } from '../../support/upstream-server.ts'

/** The one answer that every recording carries, however its server spells it. */
const TEXT =
  'DORA asks for three reports on a major ICT-related incident:\n\n' +
  '1. **Initial** notification ≤ 4 h after it is classified as major (< 24 h after awareness)\n' +
  '2. **Intermediate** report: 72 h\n' +
  '3. **Final** report: one month after that\n\n' +
  'Art. 19 & the RTS; prüfen Sie auch die nationalen Vorgaben ✅ 監査 👩‍💻'

const DIALECTS = [
  {
    name: 'openai',
    finish: 'stop',
    usage: {
      prompt_tokens: 3187,
      completion_tokens: 84,
      total_tokens: 3271,
      prompt_tokens_details: { cached_tokens: 3072 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  },
  {
    name: 'vllm',
    finish: 'stop',
    usage: { prompt_tokens: 3342, completion_tokens: 107, total_tokens: 3449 },
  },
  {
    name: 'vllm-continuous-usage',
    finish: 'length',
    usage: { prompt_tokens: 3290, completion_tokens: 82, total_tokens: 3372 },
  },
  {
    name: 'llama-cpp',
    finish: 'stop',
    usage: { prompt_tokens: 3311, completion_tokens: 91, total_tokens: 3402 },
  },
  {
    name: 'ollama',
    finish: 'stop',
    usage: { prompt_tokens: 3356, completion_tokens: 112, total_tokens: 3468 },
  },
]

const DELIVERIES: { how: string; pieces: (recorded: string) => readonly (string | Uint8Array)[] }[] = [
  { how: 'as it was recorded', pieces: (recorded) => [recorded] },
  { how: 'with CRLF line ends', pieces: (recorded) => [recorded.replaceAll('\n', '\r\n')] },
  {
    how: 'with comments between its events',
    pieces: (recorded) => [`: processing\n\n${recorded.replaceAll('\n\n', '\n\n: keep-alive\n\n')}`],
  },
  { how: 'event by event', pieces: (recorded) => recorded.split(/(?<=\n\n)/) },
  { how: 'in pieces of 61 bytes', pieces: (recorded) => inPieces(Buffer.from(recorded), 61) },
]

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

describe.each(DIALECTS)('$name', ({ name, finish, usage }) => {
  test('gives its text, finish reason and usage as a plain answer', async () => {
    upstream.answer(plainRecording(name))
    const response = await ask({})
    const body = (await response.json()) as Record<string, unknown>
    expect(body).toMatchObject({
      choices: [{ message: { role: 'assistant', content: TEXT, refusal: null }, finish_reason: finish }],
    })
    expect(body['usage']).toEqual(usage)
    expect(schemaErrors('CreateChatCompletionResponse', body)).toEqual([])
  })

  test.each(DELIVERIES)('gives the same as a stream $how', async ({ pieces }) => {
    upstream.answer(sse(pieces(recording(`${name}.sse`))))
    const { chunks, text, done } = await readStream(
      await ask({ stream: true, stream_options: { include_usage: true } }),
    )
    expect(text).toBe(TEXT)
    expect(
      chunks.flatMap(({ choices }) => choices.flatMap(({ finish_reason: reason }) => reason ?? [])),
    ).toEqual([finish])
    expect(chunks.at(-1)?.usage).toEqual(usage)
    expect(done).toBe(true)
    expect(chunks.flatMap((chunk) => schemaErrors('CreateChatCompletionStreamResponse', chunk))).toEqual([])
  })

  test('keeps its names and its reasoning to itself, plain and streamed', async () => {
    const [first = ''] = recording(`${name}.sse`).split('\n')
    const { id, model } = JSON.parse(first.slice('data: '.length)) as { id: string; model: string }
    const told = await bothWays(name)
    expect(told).toContain('Intermediate')
    for (const secret of [id, model, 'fp_', 'b7108', 'obfuscation', 'timings', 'the user asks']) {
      expect(told).not.toContain(secret)
    }
  })
})

test('a llama.cpp that sends no usage is counted by the service', async () => {
  upstream.answer(sse([recording('llama-cpp-without-usage.sse')]))
  const { chunks, text } = await readStream(
    await ask({ stream: true, stream_options: { include_usage: true } }),
  )
  const counted = await service.parts.tokenizer.count([TEXT])
  expect(text).toBe(TEXT)
  expect(chunks.at(-1)?.usage?.completion_tokens).toBe(counted)
})

test('a plain call that is answered with a stream, and a stream that is answered plainly, are both read', async () => {
  upstream.answer(sse([recording('openai.sse')]))
  const plain = await (await ask({})).json()
  expect(plain).toMatchObject({
    choices: [{ message: { content: TEXT }, finish_reason: 'stop' }],
    usage: { total_tokens: 3271 },
  })

  upstream.answer(plainRecording('ollama'))
  const { text, done } = await readStream(await ask({ stream: true }))
  expect(text).toBe(TEXT)
  expect(done).toBe(true)
})

function ask(extra: object): Promise<Response> {
  return service.call('POST', '/v1/chat/completions', {
    model: 'svc-fast',
    messages: [{ role: 'user', content: 'How soon must a major incident be reported?' }],
    ...extra,
  })
}

/** Everything a caller can see of an answer, asked for both ways. */
async function bothWays(name: string): Promise<string> {
  upstream.answer(plainRecording(name))
  const plain = await ask({})
  const plainBody = await plain.text()
  upstream.answer(sse([recording(`${name}.sse`)]))
  const streamed = await ask({ stream: true, stream_options: { include_usage: true } })
  const streamedBody = await streamed.text()
  return JSON.stringify([[...plain.headers], plainBody, [...streamed.headers], streamedBody])
}

function plainRecording(name: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(recording(`${name}.json`))
  }
}

function recording(file: string): string {
  return readFileSync(new URL(`../../../fixtures/upstream/${file}`, import.meta.url), 'utf8')
}

function inPieces(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}
