import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../support/upstream-server.ts'
import { checkRefusal, expectNothingHappened, readRefusal, sendUnfinished } from './refusal.ts'

const BROKEN = '{"model":'

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

const allowOf = (allow: string | null | undefined): string[] => (allow ?? '').split(/\s*,\s*/).toSorted()

const UNKNOWN: [method: string, path: string][] = [
  ['GET', '/v1'],
  ['GET', '/v1/'],
  ['GET', '/v1/nothing'],
  ['POST', '/v1/nothing'],
  ['PUT', '/v1/nothing'],
  ['PATCH', '/v1/nothing'],
  ['DELETE', '/v1/nothing'],
  ['POST', '/v1/chat'],
  ['POST', '/v1/completions'],
  ['POST', '/v1/embeddings'],
  ['POST', '/v1/chat/completions/more'],
  ['POST', '/v1/CHAT/COMPLETIONS'],
  ['GET', '/v1/frameworks/dora/nothing'],
]

describe('a path that does not exist is 404', () => {
  test.each(UNKNOWN)('%s %s', async (method, path) => {
    const refusal = await readRefusal(await service.call(method, path))
    expect(refusal).toEqual({
      status: 404,
      type: 'invalid_request_error',
      code: 'not_found',
      param: null,
      message: refusal.message,
    })
    expect(refusal.message).toContain('/v1/chat/completions')
  })

  test.each([
    ['broken JSON', BROKEN, 'application/json'],
    ['another type', 'x', 'text/plain'],
    ['no content', '', 'application/json'],
  ])('whatever its body is: %s', async (_what, body, type) => {
    const response = await service.call('POST', '/v1/nothing', body, { 'content-type': type })
    expect(await readRefusal(response)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test.each(['models', 'frameworks', 'usage'])(
    'also where its id is longer than any: %s',
    async (resource) => {
      const refusal = await readRefusal(await service.call('GET', `/v1/${resource}/${'i'.repeat(1_000)}`))
      expect(refusal).toMatchObject({ status: 404, type: 'invalid_request_error' })
    },
  )

  test('before its body is read', async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-length': '1000' }
    const answer = await sendUnfinished(service, 'POST', '/v1/nothing', headers, [BROKEN])
    expect(checkRefusal(answer)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('the Responses API is not here, and its 404 says what is', () => {
  test.each([
    ['POST', '/v1/responses', '{"model":"svc-fast","input":"x"}'],
    ['POST', '/v1/responses', BROKEN],
    ['POST', '/v1/responses?stream=true', '{}'],
    ['POST', '/v1/responses/resp_1/cancel', '{}'],
    ['GET', '/v1/responses/resp_1', undefined],
  ])('%s %s (%s)', async (method, path, body) => {
    const refusal = await readRefusal(await service.call(method, path, body))
    expect(refusal).toMatchObject({ status: 404, code: 'not_found', param: null })
    expect(refusal.message).toMatch(/Responses API.*\/v1\/chat\/completions/)
  })

  test('to the official client too', async () => {
    const asked = service.openai().responses.create({ model: 'svc-fast', input: 'What is DORA?' })
    await expect(asked).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
      message: expect.stringContaining('/v1/chat/completions') as string,
    })
  })
})

const READ = ['GET', 'HEAD']
const KNOWN: [path: string, allow: string[]][] = [
  ['/v1/chat/completions', ['POST']],
  ['/v1/models', READ],
  ['/v1/models/svc-fast', READ],
  ['/v1/models/no-such-model', READ],
  ['/v1/frameworks', READ],
  ['/v1/frameworks/dora', READ],
  ['/v1/key', READ],
  ['/v1/usage', READ],
  ['/v1/usage/chatcmpl-1', READ],
]
const refusedMethods = KNOWN.flatMap(([path, allow]) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    .filter((method) => !allow.includes(method))
    .map((method) => [method, path, allow] as const),
)

describe('a path that exists refuses a method it does not answer, and says which it does', () => {
  test.each(refusedMethods)('%s %s', async (method, path, allow) => {
    const response = await service.call(method, path)
    expect(allowOf(response.headers.get('allow'))).toEqual(allow)
    const refusal = await readRefusal(response)
    expect(refusal).toEqual({
      status: 405,
      type: 'invalid_request_error',
      code: 'method_not_allowed',
      param: null,
      message: refusal.message,
    })
  })

  test('HEAD where only POST is answered, without a body', async () => {
    const response = await service.call('HEAD', '/v1/chat/completions')
    expect({
      status: response.status,
      allow: response.headers.get('allow'),
      text: await response.text(),
    }).toEqual({ status: 405, allow: 'POST', text: '' })
  })

  test.each([
    ['broken JSON', 'POST', '/v1/models', BROKEN, 'application/json'],
    ['another type', 'PUT', '/v1/chat/completions', 'x', 'text/plain'],
    ['no content', 'DELETE', '/v1/frameworks/dora', '', 'application/json'],
  ])('whatever its body is: %s', async (_what, method, path, body, type) => {
    const response = await service.call(method, path, body, { 'content-type': type })
    expect(await readRefusal(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  })

  test('before its body is read', async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-length': '1000' }
    const answer = await sendUnfinished(service, 'PUT', '/v1/chat/completions', headers, [BROKEN])
    expect(checkRefusal(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(allowOf(answer.headers.allow)).toEqual(['POST'])
  })

  test.each(['TRACE', 'PROPFIND', 'QUERY'])('also a method that few have heard of: %s', async (method) => {
    const headers = { authorization: `Bearer ${service.key}` }
    const answer = await sendUnfinished(service, method, '/v1/models', headers)
    expect(checkRefusal(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(allowOf(answer.headers.allow)).toEqual(READ)
  })
})

describe('HEAD is answered wherever GET is, without a body', () => {
  test.each([
    '/v1/models',
    '/v1/models/svc-fast',
    '/v1/frameworks',
    '/v1/frameworks/dora',
    '/v1/key',
    '/v1/usage',
  ])('%s', async (path) => {
    const response = await service.call('HEAD', path)
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: '' })
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
  })
})

describe('what is not even a request gets the same envelope', () => {
  test('a path with a broken escape', async () => {
    const headers = { authorization: `Bearer ${service.key}` }
    const answer = await sendUnfinished(service, 'GET', '/v1/models/%zz', headers)
    expect(checkRefusal(answer)).toMatchObject({ status: 400, type: 'invalid_request_error' })
  })

  test('headers that are too long', async () => {
    const answer = await sendUnfinished(service, 'GET', '/v1/models', { 'x-long': 'x'.repeat(20_000) })
    expect(checkRefusal(answer)).toMatchObject({ status: 431, type: 'invalid_request_error' })
  })
})
