import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { schemaErrors } from '../../support/openai-schema.ts'
import { ADMIN_TOKEN, startService, type Service } from '../../support/start-service.ts'
import { operate, type AccountBody, type ErrorBody, type ListBody } from './operator.ts'

const clock = new FakeClock()
let service: Service
beforeAll(async () => {
  service = await startService({}, { clock })
})
afterAll(() => service.close())

const post = <T = AccountBody>(path: string, body?: unknown, headers?: Record<string, string>) =>
  operate<T>(service, 'POST', path, body, headers)
const newAccount = async (creditUsd: number): Promise<string> =>
  (await post('/accounts', { name: 'Acme', credit_usd: creditUsd })).body.id

describe('accounts', () => {
  test('one is created with its credit and found again, alone and in the list', async () => {
    const { status, body } = await post('/accounts', { name: 'Acme', credit_usd: 12.345678 })
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'account',
      id: expect.stringMatching(/^acct_[0-9A-Za-z]{20}$/) as unknown,
      name: 'Acme',
      balance_usd: 12.345678,
      held_usd: 0,
      created_at: '2026-11-21T12:00:00.000Z',
    })
    expect((await operate(service, 'GET', `/accounts/${body.id}`)).body).toEqual(body)
    const list = await operate<ListBody<AccountBody>>(service, 'GET', '/accounts')
    expect(list.status).toBe(200)
    expect(list.body.object).toBe('list')
    expect(list.body.data).toContainEqual(body)
    expect(list.body.data.map(({ id }) => id)).toContain('acct_demo')
  })

  test('one without credit starts at zero', async () => {
    expect((await post('/accounts', { name: 'Acme' })).body.balance_usd).toBe(0)
  })

  test.each([
    ['GET', '/accounts/acct_none', undefined],
    ['POST', '/accounts/acct_none/credit', { amount_usd: 1 }],
    ['GET', '/accounts/acct_none/keys', undefined],
    ['POST', '/accounts/acct_none/keys', { name: 'Key' }],
    ['GET', '/accounts/acct_none/usage', undefined],
    ['GET', '/accounts/acct_none/journal', undefined],
  ])('%s %s is a 404 that names the id', async (method, path, sent) => {
    const { status, body } = await operate<ErrorBody>(service, method, path, sent)
    expect([status, body.error.code, body.error.param]).toEqual([404, 'not_found', 'id'])
  })
})

describe('credit', () => {
  test('is added each time without an Idempotency-Key', async () => {
    const id = await newAccount(1)
    await post(`/accounts/${id}/credit`, { amount_usd: 0.5 })
    const { status, body } = await post(`/accounts/${id}/credit`, { amount_usd: 0.5 })
    expect([status, body.balance_usd]).toEqual([200, 2])
  })

  test('is added once under one Idempotency-Key, however often it is sent, also at once', async () => {
    const id = await newAccount(1)
    const send = () => post(`/accounts/${id}/credit`, { amount_usd: 0.1 }, { 'idempotency-key': 'invoice-7' })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    answers.push(await send())
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.balance_usd}`))).toEqual(
      new Set(['200 1.1']),
    )
  })

  test('under a used Idempotency-Key with another amount is a conflict and adds nothing', async () => {
    const id = await newAccount(1)
    const headers = { 'idempotency-key': 'invoice-7' }
    await post(`/accounts/${id}/credit`, { amount_usd: 2 }, headers)
    const { status, body } = await post<ErrorBody>(`/accounts/${id}/credit`, { amount_usd: 3 }, headers)
    expect([status, body.error.code]).toEqual([409, 'idempotency_conflict'])
    expect((await operate(service, 'GET', `/accounts/${id}`)).body['balance_usd']).toBe(3)
  })

  test('of another account may use the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'invoice-8' }
    for (const amount of [2, 3]) {
      const id = await newAccount(0)
      const { body } = await post(`/accounts/${id}/credit`, { amount_usd: amount }, headers)
      expect(body.balance_usd).toBe(amount)
    }
  })

  test.each(['', 'with a space', 'x'.repeat(256)])('the Idempotency-Key %j is refused', async (key) => {
    const id = await newAccount(0)
    const { status, body } = await post<ErrorBody>(
      `/accounts/${id}/credit`,
      { amount_usd: 1 },
      { 'idempotency-key': key },
    )
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_value', 'Idempotency-Key'])
  })
})

describe('a bad body is refused by the field that is wrong', () => {
  test.each([
    ['/accounts', undefined, 'missing_required_parameter', null],
    ['/accounts', {}, 'missing_required_parameter', 'name'],
    ['/accounts', [], 'invalid_type', null],
    ['/accounts', { name: '' }, 'invalid_value', 'name'],
    ['/accounts', { name: 'x'.repeat(201) }, 'invalid_value', 'name'],
    ['/accounts', { name: 7 }, 'invalid_type', 'name'],
    ['/accounts', { name: 'A', credit_usd: '1' }, 'invalid_type', 'credit_usd'],
    ['/accounts', { name: 'A', credit_usd: -1 }, 'invalid_value', 'credit_usd'],
    ['/accounts', { name: 'A', credit_usd: 0.000_000_1 }, 'invalid_value', 'credit_usd'],
    ['/accounts', { name: 'A', credit: 1 }, 'invalid_value', 'credit'],
    ['/accounts/acct_demo/credit', {}, 'missing_required_parameter', 'amount_usd'],
    ['/accounts/acct_demo/credit', { amount_usd: 0 }, 'invalid_value', 'amount_usd'],
    ['/accounts/acct_demo/credit', { amount_usd: -5 }, 'missing_required_parameter', 'reason'],
    ['/accounts/acct_demo/credit', { amount_usd: -5, reason: '' }, 'invalid_value', 'reason'],
    ['/accounts/acct_demo/credit', { amount_usd: -5, reason: 'x'.repeat(201) }, 'invalid_value', 'reason'],
    ['/accounts/acct_demo/credit', { amount_usd: -5, reason: 7 }, 'invalid_type', 'reason'],
    ['/accounts/acct_demo/credit', { amount_usd: 5, reason: '' }, 'invalid_value', 'reason'],
    ['/accounts/acct_demo/credit', { amount_usd: -1e12, reason: 'all' }, 'invalid_value', 'amount_usd'],
    [
      '/accounts/acct_demo/credit',
      { amount_usd: -0.000_000_1, reason: 'dust' },
      'invalid_value',
      'amount_usd',
    ],
    ['/accounts/acct_demo/credit', { amount_usd: 1.000_000_5 }, 'invalid_value', 'amount_usd'],
    ['/accounts/acct_demo/credit', { amount_usd: 1e12 }, 'invalid_value', 'amount_usd'],
    ['/accounts/acct_demo/credit', { amount_usd: null }, 'invalid_type', 'amount_usd'],
    ['/accounts', '{"name": ', 'invalid_json', null],
  ])('POST %s %j: %s, %s', async (path, sent, code, param) => {
    const { status, body } = await post<ErrorBody>(path, sent)
    expect([status, body.error.type, body.error.code, body.error.param]).toEqual([
      400,
      'invalid_request_error',
      code,
      param,
    ])
  })

  test('a body that is not JSON is a 415', async () => {
    const { status, body } = await post<ErrorBody>('/accounts', 'name=A', { 'content-type': 'text/plain' })
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
  })
})

describe('who may operate', () => {
  const ROUTES: [method: string, path: string][] = [
    ['POST', '/accounts'],
    ['GET', '/accounts'],
    ['GET', '/accounts/acct_demo'],
    ['POST', '/accounts/acct_demo/credit'],
    ['POST', '/accounts/acct_demo/keys'],
    ['GET', '/accounts/acct_demo/keys'],
    ['PATCH', '/accounts/acct_demo/keys/k'],
    ['DELETE', '/accounts/acct_demo/keys/k'],
    ['GET', '/accounts/acct_demo/usage'],
    ['GET', '/accounts/acct_demo/journal'],
    ['GET', '/nothing-here'],
  ]

  test.each(ROUTES)('%s %s refuses an inference key, a wrong token and none at all', async (method, path) => {
    const tokens = [
      `Bearer ${service.key}`,
      `Bearer ${ADMIN_TOKEN}x`,
      `Bearer ${ADMIN_TOKEN.slice(0, -1)}`,
      `Basic ${ADMIN_TOKEN}`,
      ADMIN_TOKEN,
      'Bearer ',
      '',
    ]
    // Of so many a minute the rest would be told to wait.
    clock.advance(60_000)
    for (const authorization of tokens) {
      const answer = await operate<ErrorBody>(service, method, path, undefined, { authorization })
      expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
        401,
        'authentication_error',
        'invalid_admin_token',
      ])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    }
  })

  test.each([
    ['POST', '/v1/chat/completions'],
    ['GET', '/v1/models'],
    ['GET', '/v1/key'],
  ])('the operator token cannot infer: %s %s', async (method, path) => {
    const response = await service.call(method, path, undefined, { authorization: `Bearer ${ADMIN_TOKEN}` })
    const body = (await response.json()) as ErrorBody
    expect([response.status, body.error.code]).toEqual([401, 'invalid_api_key'])
    expect(schemaErrors('ErrorResponse', body)).toEqual([])
  })

  test('nobody may where no operator token is set', async () => {
    const { ADMIN_TOKEN: _off, ...config } = service.parts.config
    const app = await buildApp({ ...service.parts, config }, { draining: () => false })
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const { statusCode } = await app.inject({ method: 'GET', url: '/admin/v1/accounts', headers })
    await app.close()
    expect(statusCode).toBe(404)
  })

  test('an unknown path is a 404, another method a 405 that says which are answered', async () => {
    const unknown = await operate<ErrorBody>(service, 'GET', '/nothing-here')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found'])
    const method = await operate<ErrorBody>(service, 'DELETE', '/accounts')
    expect([method.status, method.body.error.code]).toEqual([405, 'method_not_allowed'])
    expect(method.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
  })
})
