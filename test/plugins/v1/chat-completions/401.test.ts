import { AuthenticationError } from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../../../../src/domain/keys/secret.ts'
import { ADMIN_TOKEN, startService, type Service } from '../../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { checkRefusal, expectNothingHappened, QUESTION, readRefusal, sendUnfinished } from '../refusal.ts'

let service: Service
let upstream: UpstreamServer
let revoked: string
let token: string
/** What the revoked key's request was answered while it was active. */
let usedBefore: number
beforeAll(async () => {
  upstream = await startUpstream(json(completion('never asked for')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
  const { id: account } = await service.admin<{ id: string }>('POST', '/accounts', {
    name: 'a',
    credit_usd: 5,
  })
  const created = await service.admin<{ id: string; key: string }>('POST', `/accounts/${account}/keys`, {
    name: 'leaked',
  })
  usedBefore = (await send(`Bearer ${created.key}`, 'GET', '/v1/key')).status
  await service.admin('DELETE', `/accounts/${account}/keys/${created.id}`)
  revoked = created.key
  const body = { name: 'agent', scopes: ['ask'] }
  token = (await service.admin<{ token: string }>('POST', `/accounts/${account}/tokens`, body)).token
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
afterEach(() => expectNothingHappened(service, upstream))

/** A request under the given `Authorization` header, or none; a call of the model where it can carry one. */
function send(
  authorization: string | undefined,
  method = 'POST',
  path = '/v1/chat/completions',
): Promise<Response> {
  return fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    ...(method === 'POST' && { body: JSON.stringify({ model: 'svc-fast', messages: QUESTION }) }),
  })
}

/** Everything of an answer that may not tell one refused key from another. */
async function seen(response: Response): Promise<{ status: number; text: string; headers: object }> {
  const headers = Object.fromEntries(response.headers)
  delete headers['x-request-id']
  delete headers['date']
  return { status: response.status, text: await response.text(), headers }
}

/** The key with its last character replaced, so that its checksum fails. */
const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x')

const WRONG: [what: string, authorization: () => string | undefined][] = [
  ['no header', () => undefined],
  ['an empty header', () => ''],
  ['the scheme alone', () => 'Bearer'],
  ['the key without a scheme', () => service.key],
  ['another scheme', () => `Basic ${Buffer.from(`user:${service.key}`).toString('base64')}`],
  ['another scheme with the key', () => `Token ${service.key}`],
  ['two words after the scheme', () => `Bearer ${service.key} ${service.key}`],
  ['a key of another service', () => 'Bearer sk-proj-0123456789abcdef'],
  ['the prefix alone', () => 'Bearer sk-svc-'],
  ['a key in the wrong form', () => 'Bearer sk-svc-nothing'],
  ['a mistyped key', () => `Bearer ${mistyped(service.key)}`],
  ['a key in the right form that was never issued', () => `Bearer ${issueKey().secret}`],
  ['a revoked key', () => `Bearer ${revoked}`],
  ['an account-plane token', () => 'Bearer pat-svc-0123456789abcdefghijklmnopqrstuvwxyz'],
  ['an account-plane token made of a key', () => `Bearer ${service.key.replace('sk-svc-', 'pat-svc-')}`],
  ['an account-plane token that was issued', () => `Bearer ${token}`],
  ['the operator token', () => `Bearer ${ADMIN_TOKEN}`],
  ['a very long key', () => `Bearer sk-svc-${'k'.repeat(8_000)}`],
]

describe('every wrong key gets the very same answer', () => {
  test('the revoked one among them was good before', () => {
    expect(usedBefore).toBe(200)
  })

  test('which is the documented one', async () => {
    const response = await send(undefined)
    expect(response.headers.get('x-should-retry')).toBe('false')
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    const refusal = await readRefusal(response)
    expect(refusal).toEqual({
      status: 401,
      type: 'authentication_error',
      code: 'invalid_api_key',
      param: null,
      message: refusal.message,
    })
  })

  test.each(WRONG)('%s', async (_what, authorization) => {
    expect(await seen(await send(authorization()))).toEqual(await seen(await send(undefined)))
  })

  test('but each has its own request id', async () => {
    const first = await send(undefined)
    const second = await send(undefined)
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
  })

  test.each([
    ['GET', '/v1/models'],
    ['GET', '/v1/models/svc-fast'],
    ['GET', '/v1/frameworks'],
    ['GET', '/v1/frameworks/dora'],
    ['GET', '/v1/key'],
    ['GET', '/v1/usage'],
    ['GET', '/v1/usage/chatcmpl-1'],
    ['POST', '/v1/responses'],
    ['DELETE', '/v1/models'],
    ['GET', '/v1/nothing'],
    ['GET', '/v1'],
  ])('on every path: %s %s', async (method, path) => {
    const expected = await seen(await send(undefined))
    expect(await seen(await send(undefined, method, path))).toEqual(expected)
    expect(await seen(await send(`Bearer ${revoked}`, method, path))).toEqual(expected)
  })
})

test.each([
  ['40 MB announced, none of it sent', { 'content-length': '40000000' }, []],
  ['40 MB announced, a little of it sent', { 'content-length': '40000000' }, ['{"model":']],
  ['a chunked body without an end', { 'transfer-encoding': 'chunked' }, ['{"model":']],
])('a wrong key is refused before the body is read: %s', async (_what, headers, pieces) => {
  const answer = await sendUnfinished(
    service,
    'POST',
    '/v1/chat/completions',
    { authorization: `Bearer ${issueKey().secret}`, 'content-type': 'application/json', ...headers },
    pieces,
  )
  expect(checkRefusal(answer)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  expect(answer.headers['x-should-retry']).toBe('false')
})

test('a client that sends a large body to its end under a wrong key reads the 401', async () => {
  const response = await fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-svc-wrong', 'content-type': 'application/json' },
    body: ' '.repeat(40_000_000),
  })
  expect(await readRefusal(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
})

test.each([
  ['the scheme in small letters', () => `bearer ${service.key}`],
  ['the scheme in capitals', () => `BEARER ${service.key}`],
  ['two spaces', () => `Bearer  ${service.key}`],
])('a good key is accepted with %s', async (_what, authorization) => {
  expect((await send(authorization(), 'GET', '/v1/key')).status).toBe(200)
})

test('the official client raises its authentication error and does not try again', async () => {
  const client = service.openai({ apiKey: 'sk-svc-wrong', maxRetries: 2 })
  const before = service.logs.length
  const failed: unknown = await client.models.list().catch((cause: unknown) => cause)
  expect(failed).toBeInstanceOf(AuthenticationError)
  expect(failed).toMatchObject({
    status: 401,
    code: 'invalid_api_key',
    type: 'authentication_error',
    param: null,
  })
  await expect.poll(() => service.logs.slice(before).filter((line) => line.includes('401')).length).toBe(1)
})
