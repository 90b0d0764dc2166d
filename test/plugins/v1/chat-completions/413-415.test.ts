import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { checkRefusal, expectNothingHappened, QUESTION, readRefusal, sendUnfinished } from '../refusal.ts'

const PATH = '/v1/chat/completions'
const LIMIT = 65_536
const GOOD = JSON.stringify({ model: 'svc-fast', messages: QUESTION })

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream(json(completion('')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, BODY_LIMIT_BYTES: String(LIMIT) })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
afterEach(() => expectNothingHappened(service, upstream))

/** How a good call is answered, the only one of its test that may reach the upstream. */
async function outcome(answer: Promise<Response>): Promise<{ status: number; upstreamCalls: number }> {
  const { status } = await answer
  return { status, upstreamCalls: upstream.calls.splice(0).length }
}

const ANSWERED = { status: 200, upstreamCalls: 1 }

const headers = (more: Record<string, string> = {}): Record<string, string> => ({
  authorization: `Bearer ${service.key}`,
  'content-type': 'application/json',
  ...more,
})

const TOO_LARGE = {
  status: 413,
  type: 'invalid_request_error',
  code: 'request_too_large',
  param: null,
  message: expect.stringContaining('too large') as string,
}

describe('a body over the limit', () => {
  test('of one byte is refused, and asks not to be sent again', async () => {
    const response = await service.call('POST', PATH, GOOD.padEnd(LIMIT + 1))
    expect(response.headers.get('x-should-retry')).toBe('false')
    expect(await readRefusal(response)).toEqual(TOO_LARGE)
  })

  test('is refused by its announced length, 40 MB of it unsent', async () => {
    const answer = await sendUnfinished(service, 'POST', PATH, headers({ 'content-length': '40000000' }))
    expect(checkRefusal(answer)).toEqual(TOO_LARGE)
  })

  test('is refused as soon as a body without a length has grown past it', async () => {
    const chunked = headers({ 'transfer-encoding': 'chunked' })
    const pieces = Array.from({ length: 5 }, () => ' '.repeat(LIMIT / 4))
    const answer = await sendUnfinished(service, 'POST', PATH, chunked, pieces)
    expect(checkRefusal(answer)).toEqual(TOO_LARGE)
  })

  test('is refused so that a client that sends all of it reads the answer', async () => {
    const response = await service.call('POST', PATH, GOOD.padEnd(40_000_000))
    expect(await readRefusal(response)).toEqual(TOO_LARGE)
  })

  test('is what it is in bytes, not in characters', async () => {
    const content = 'ä'.repeat(LIMIT / 2)
    const response = await service.call('POST', PATH, {
      model: 'svc-fast',
      messages: [{ role: 'user', content }],
    })
    expect(await readRefusal(response)).toEqual(TOO_LARGE)
  })

  test('begins just above the limit: a body of exactly that size is answered', async () => {
    expect(await outcome(service.call('POST', PATH, GOOD.padEnd(LIMIT)))).toEqual(ANSWERED)
  })
})

describe('a body that is not declared as JSON', () => {
  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=b'],
    ['application/xml'],
    ['application/octet-stream'],
    ['application/jsonp'],
    ['json'],
  ])('is refused: %s', async (type) => {
    const response = await service.call('POST', PATH, GOOD, { 'content-type': type })
    const refusal = await readRefusal(response)
    expect(refusal).toEqual({
      status: 415,
      type: 'invalid_request_error',
      code: 'unsupported_media_type',
      param: null,
      message: refusal.message,
    })
    expect(refusal.message).toContain('application/json')
  })

  test('is refused where it has no type at all', async () => {
    const response = await fetch(service.url + PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}` },
      body: Buffer.from(GOOD),
    })
    expect(await readRefusal(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test.each([['application/json; charset=utf-8'], ['Application/JSON'], ['application/json;charset=UTF-8']])(
    'is not one that says %s',
    async (type) => {
      expect(await outcome(service.call('POST', PATH, GOOD, { 'content-type': type }))).toEqual(ANSWERED)
    },
  )
})

describe('a body that is not JSON', () => {
  test.each([
    ['cut short', GOOD.slice(0, -1)],
    ['with a comma too many', `${GOOD.slice(0, -1)},}`],
    ['with something after its end', `${GOOD}}`],
    ['in single quotes', "{'model':'svc-fast'}"],
    ['a form', 'model=svc-fast'],
    ['a word', 'undefined'],
    ['a broken escape', String.raw`{"model":"\u12"}`],
    ['empty', ''],
    ['of spaces', '   '],
    ['with a __proto__ key', `{"__proto__":{"stream":true},${GOOD.slice(1)}`],
    ['with a __proto__ key in a message', '{"model":"svc-fast","messages":[{"__proto__":{"role":"user"}}]}'],
    ['with a constructor that has a prototype', `{"constructor":{"prototype":{}},${GOOD.slice(1)}`],
  ])('is refused: %s', async (_what, body) => {
    const refusal = await readRefusal(await service.call('POST', PATH, body))
    expect(refusal).toEqual({
      status: 400,
      type: 'invalid_request_error',
      code: 'invalid_json',
      param: null,
      message: refusal.message,
    })
  })
})

describe('a JSON body that is not an object', () => {
  test.each([[`[${GOOD}]`], ['[]'], ['null'], ['true'], ['5'], ['"svc-fast"']])(
    'is refused: %s',
    async (body) => {
      const refusal = await readRefusal(await service.call('POST', PATH, body))
      expect(refusal).toEqual({
        status: 400,
        type: 'invalid_request_error',
        code: 'invalid_type',
        param: null,
        message: refusal.message,
      })
      expect(refusal.message).toContain('JSON object')
    },
  )

  test('an object without a field misses its first one', async () => {
    expect(await readRefusal(await service.call('POST', PATH, {}))).toMatchObject({
      status: 400,
      code: 'missing_required_parameter',
      param: 'model',
    })
  })
})

test('a request without body and type is refused as a bad request', async () => {
  const refusal = await readRefusal(await service.call('POST', PATH))
  expect(refusal).toMatchObject({ status: 400, type: 'invalid_request_error', param: null })
})
