import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HttpUpstream } from '../../../src/adapters/http-upstream/http-upstream.ts'
import {
  json,
  sse,
  startUpstream,
  stream,
  type Answer,
  type UpstreamServer,
} from '../../support/upstream-server.ts'
import { options, refusal } from './asking-upstream.ts'

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

/** Refuses with these headers, once; asked again it would answer. */
function refuse(status: number, headers: Record<string, string> = {}, body: unknown = {}): void {
  server.answer(
    (response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    },
    sse(stream(['Hello'])),
  )
}

/** A date as HTTP writes it, so many seconds from now by the server's clock. */
const inSeconds = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1_000).toUTCString()
const NOW = 'Mon, 05 Jan 2026 10:00:00 GMT'

describe('an upstream that takes no more calls', () => {
  test.each([
    [429, {}, '1'],
    [429, { 'retry-after': '7' }, '7'],
    [429, { 'retry-after': '3600' }, '60'],
    [429, { 'retry-after': '0' }, '1'],
    [429, { 'retry-after': '-5' }, '1'],
    [429, { 'retry-after': 'soon' }, '1'],
    [429, { 'retry-after': '1.2' }, '2'],
    [503, { 'retry-after': '12' }, '12'],
    [503, { 'retry-after': inSeconds(30), date: NOW }, '30'],
    [503, { 'retry-after': inSeconds(3_600), date: NOW }, '60'],
    [429, { 'retry-after': inSeconds(-30), date: NOW }, '1'],
  ])('is an overload with its Retry-After, and is not asked again: %i %j', async (status, headers, wait) => {
    refuse(status, headers)
    const error = await refusal(upstream)
    expect([error.code, error.entry.status, error.headers['retry-after'], error.reason]).toEqual([
      'server_overloaded',
      503,
      wait,
      `status_${status}`,
    ])
    expect(server.calls).toHaveLength(1)
  })

  test('is an overload on the EU path too, for the path is there', async () => {
    const eu = new HttpUpstream(options(server.url, { unavailable: 'eu_path_unavailable' }))
    refuse(429, { 'retry-after': '3' })
    expect((await refusal(eu)).code).toBe('server_overloaded')
    await eu.close()
  })

  test('with a 503 that names no time is asked again', async () => {
    server.answer(json({}, 503))
    expect((await refusal(upstream)).code).toBe('upstream_unavailable')
    expect(server.calls).toHaveLength(3)
  })
})

describe('an upstream that does not accept the request', () => {
  test.each([
    [400, { temperature: 2 }, 'temperature'],
    [422, { seed: 1, stop: ['x'] }, 'seed'],
  ])(
    'with %i, where sampling fields %j were passed on: the fields are named',
    async (status, sampling, param) => {
      refuse(status, {}, { error: { message: 'upstream-secret' } })
      const error = await refusal(upstream, { sampling })
      expect([error.code, error.entry.status, error.param]).toEqual(['invalid_value', 400, param])
      for (const field of Object.keys(sampling)) expect(error.message).toContain(field)
      expect(error.message).not.toContain('upstream-secret')
      expect(server.calls).toHaveLength(1)
    },
  )

  test.each([400, 422])(
    'with %i, where none was passed on: it is not the caller who is wrong',
    async (status) => {
      refuse(status)
      expect((await refusal(upstream)).code).toBe('upstream_unavailable')
    },
  )

  test.each([401, 402, 403, 404])('with %i: whatever was passed on, it is not the caller', async (status) => {
    refuse(status)
    expect((await refusal(upstream, { sampling: { temperature: 2 } })).code).toBe('upstream_unavailable')
  })

  test.each([
    [400, { sampling: { temperature: 2 } }, 'invalid_value'],
    [400, {}, 'eu_path_unavailable'],
    [403, {}, 'eu_path_unavailable'],
  ])('on the EU path, with %i to %j, is %s', async (status, changed, code) => {
    const eu = new HttpUpstream(options(server.url, { unavailable: 'eu_path_unavailable' }))
    refuse(status)
    expect((await refusal(eu, changed)).code).toBe(code)
    await eu.close()
  })
})

describe('an upstream whose context is exceeded', () => {
  test.each([
    [
      'OpenAI',
      400,
      {
        error: { message: 'upstream-secret', type: 'invalid_request_error', code: 'context_length_exceeded' },
      },
    ],
    [
      'vLLM',
      400,
      {
        error: {
          message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
          type: 'BadRequestError',
          param: 'input_tokens',
          code: 400,
        },
      },
    ],
    [
      'an older vLLM',
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. Please reduce the length of the messages.",
        type: 'BadRequestError',
        code: 400,
      },
    ],
    [
      'vLLM of another wording',
      400,
      {
        error: {
          message: 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
          code: 400,
        },
      },
    ],
    [
      'llama.cpp',
      400,
      {
        error: {
          code: 400,
          message:
            'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it',
          type: 'exceed_context_size_error',
          n_ctx: 4096,
        },
      },
    ],
    [
      'llama.cpp while it answers',
      500,
      { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    ],
    ['Ollama', 400, { error: { message: 'the input length exceeds the context length', type: 'api_error' } }],
    ['Ollama in its own words', 400, { error: 'the input length exceeds the context length' }],
  ])('as %s says it: the caller hears that the prompt is too long', async (_name, status, body) => {
    refuse(status, {}, body)
    const error = await refusal(upstream, { sampling: { temperature: 1 } })
    expect([error.code, error.entry.status, error.param]).toEqual([
      'context_length_exceeded',
      400,
      'messages',
    ])
    expect(error.message).toContain('maximum context length')
    expect(error.message).not.toMatch(/upstream-secret|4096|5000/)
    expect(server.calls).toHaveLength(1)
  })

  test("is not taken from the caller's own words, which an upstream may repeat", async () => {
    refuse(422, {}, { detail: [{ msg: 'bad', input: 'what is the maximum context length?' }] })
    expect((await refusal(upstream)).code).toBe('upstream_unavailable')
  })

  test('is not looked for in a body without end', async () => {
    const endless: Answer = async (response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.write('{"error": {"code": "context_length_exceeded", "message": "')
      // It ends with the connection, which the reader closes.
      await pipeline(Readable.from(withoutEnd()), response).catch(() => undefined)
    }
    server.answer(endless)
    expect((await refusal(upstream)).code).toBe('upstream_unavailable')
    await server.calls[0]?.aborted
  })
})

function* withoutEnd(): Generator<string> {
  for (;;) yield 'x'.repeat(64 * 1024)
}
