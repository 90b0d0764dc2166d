import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schemaErrors } from '../../../support/openai-schema.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { json, startUpstream, type Answer, type UpstreamServer } from '../../../support/upstream-server.ts'
import { Accounts, ask, everythingOf } from './asking.ts'

let service: Service
let upstream: UpstreamServer
let accounts: Accounts
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, UPSTREAM_EU_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(async () => {
  upstream.calls.length = 0
  accounts = await Accounts.now(service)
})

const WORDS = { error: { message: 'upstream-secret', type: 'upstream-secret', param: 'x', code: null } }
const TOO_LONG = { error: { ...WORDS.error, code: 'context_length_exceeded' } }

interface Case {
  name: string
  answer: Answer
  extra: object
  status: number
  error: object
  retryAfter: string | null
}

const limited: Answer = (response) => {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' })
  response.end(JSON.stringify(WORDS))
}

const CASES: Case[] = [
  {
    name: '400, and sampling fields were set',
    answer: json(WORDS, 400),
    extra: { temperature: 1.5, stop: 'END', seed: null },
    status: 400,
    error: {
      message:
        'The model does not accept this request with temperature, stop as set. Change them or leave them out.',
      type: 'invalid_request_error',
      param: 'temperature',
      code: 'invalid_value',
    },
    retryAfter: null,
  },
  {
    name: '422, and one sampling field was set',
    answer: json(WORDS, 422),
    extra: { reasoning_effort: 'none' },
    status: 400,
    error: {
      message:
        'The model does not accept this request with reasoning_effort as set. Change it or leave it out.',
      type: 'invalid_request_error',
      param: 'reasoning_effort',
      code: 'invalid_value',
    },
    retryAfter: null,
  },
  {
    name: 'that its context is exceeded',
    answer: json(TOO_LONG, 400),
    extra: {},
    status: 400,
    error: {
      message:
        'The call does not fit the maximum context length of the model that serves it. Shorten the messages, pin fewer frameworks or lower max_tokens.',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
    retryAfter: null,
  },
  {
    name: '429 and when to come back',
    answer: limited,
    extra: {},
    status: 503,
    error: {
      message: 'The service is overloaded or cannot reach its accounts. Nothing was charged. Try again.',
      type: 'api_error',
      param: null,
      code: 'server_overloaded',
    },
    retryAfter: '7',
  },
]

describe.each(CASES)('an upstream that says $name', ({ answer, extra, status, error, retryAfter }) => {
  test.each([
    ['svc-fast', false],
    ['svc-fast', true],
    ['svc-fast-eu', true],
  ])('is told to the caller of %s in our words, free of charge, stream: %s', async (model, streamed) => {
    upstream.answer(answer)
    const response = await ask(service, { model, stream: streamed, ...extra })
    const seen = await everythingOf(response.clone())
    const body: unknown = await response.json()
    expect([response.status, body, response.headers.get('retry-after')]).toEqual([
      status,
      { error },
      retryAfter,
    ])
    expect(schemaErrors('ErrorResponse', body)).toEqual([])
    expect(seen).not.toContain('upstream-secret')
    expect(service.logs.join('\n')).not.toContain('upstream-secret')
    expect(upstream.calls).toHaveLength(1)
    expect(await accounts.since()).toMatchObject({
      record: { status: 'upstream_error', cost_usd: 0 },
      calls: 1,
      taken: 0,
      held: 0,
    })
  })
})
