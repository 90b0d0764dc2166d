import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { TestPostgres } from '../../support/postgres.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { operate, type AccountBody, type ErrorBody, type KeyBody, type ListBody } from './operator.ts'

type TokenBody = Omit<KeyBody, 'key'> & { scopes: string[]; token?: string }

let folder = ''
let postgres: TestPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-tokens-'))
  postgres = await TestPostgres.start()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const STORES: [name: string, environment: () => Promise<Record<string, string>>][] = [
  ['memory', async () => ({})],
  ['a file', async () => ({ DATABASE_URL: `sqlite:${join(folder, 'svc.db')}` })],
  ['PostgreSQL', async () => ({ DATABASE_URL: await postgres.database() })],
]

describe.each(STORES)('tokens by the operator API, in %s', (_store, environment) => {
  const clock = new FakeClock('2026-11-21T12:00:00Z')
  let service: Service
  beforeAll(async () => {
    service = await startService(await environment(), { clock })
  })
  afterAll(() => service.close())

  const newAccount = async (): Promise<string> =>
    (await service.admin<AccountBody>('POST', '/accounts', { name: 'Acme', credit_usd: 5 })).id
  const create = (account: string, body: unknown = { name: 'Agent', scopes: ['ask'] }) =>
    operate<TokenBody>(service, 'POST', `/accounts/${account}/tokens`, body)
  const createKey = (account: string) =>
    operate<KeyBody>(service, 'POST', `/accounts/${account}/keys`, { name: 'Laptop' })
  const list = async <T>(account: string, what: 'tokens' | 'keys'): Promise<T[]> =>
    (await service.admin<ListBody<T>>('GET', `/accounts/${account}/${what}`)).data
  const opens = (secret = '') => service.parts.keys.authenticateToken(`Bearer ${secret}`)

  test('one is made with its scopes, caps and expiry, and its secret is shown this once', async () => {
    const account = await newAccount()
    const { status, body } = await create(account, {
      name: 'Agent',
      scopes: ['registry:read', 'ask'],
      spend_limits_usd: { day: 2 },
      expires_at: '2026-12-01T00:00:00Z',
    })
    const { token: secret, ...rest } = body
    expect(status).toBe(201)
    expect(secret).toMatch(/^pat-svc-[0-9A-Za-z]{51}$/)
    expect(rest).toMatchObject({
      object: 'token',
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/) as unknown,
      account_id: account,
      name: 'Agent',
      scopes: ['registry:read', 'ask'],
      last_four: secret?.slice(-4),
      created_at: '2026-11-21T12:00:00.000Z',
      last_used_at: null,
      expires_at: '2026-12-01T00:00:00.000Z',
      revoked_at: null,
      spend_limits: { day: { limit_usd: 2, spent_usd: 0 }, hour: { limit_usd: null } },
    })
    expect(rest).not.toHaveProperty('key')
    expect(await list(account, 'tokens')).toEqual([rest])
    expect(await opens(secret)).toMatchObject({ id: rest.id, scopes: ['registry:read', 'ask'] })
    expect(service.logs.join('\n')).not.toContain(secret)
  })

  test('one is no key: the model API answers it as it does an unknown key', async () => {
    const { body } = await create(await newAccount())
    const ask = (authorization: string) => service.call('GET', '/v1/key', undefined, { authorization })
    const [token, unknown] = [await ask(`Bearer ${body.token}`), await ask('Bearer sk-svc-nobody')]
    expect([token.status, await token.json()]).toEqual([401, await unknown.json()])
  })

  test('each stands in its own list, and is not found by the paths of the other', async () => {
    const account = await newAccount()
    const { token: secret, ...token } = (await create(account)).body
    const { key: _secret, ...key } = (await createKey(account)).body
    expect(await list(account, 'tokens')).toEqual([token])
    expect(await list(account, 'keys')).toEqual([key])
    for (const [method, path, sent, param] of [
      ['DELETE', `keys/${token.id}`, undefined, 'keyId'],
      ['PATCH', `keys/${token.id}`, { name: 'Taken' }, 'keyId'],
      ['DELETE', `tokens/${key.id}`, undefined, 'tokenId'],
      ['DELETE', 'tokens/none', undefined, 'tokenId'],
    ] as const) {
      const answer = await operate<ErrorBody>(service, method, `/accounts/${account}/${path}`, sent)
      expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
        404,
        'not_found',
        param,
      ])
    }
    expect(await list(account, 'tokens')).toEqual([token])
    expect(await list(account, 'keys')).toEqual([key])
    expect(await opens(secret)).toMatchObject({ id: token.id })
  })

  test('one is revoked at once and for good, and stays in the list', async () => {
    const account = await newAccount()
    const { token: secret, ...token } = (await create(account)).body
    await opens(secret)
    const other = await newAccount()
    expect((await operate(service, 'DELETE', `/accounts/${other}/tokens/${token.id}`)).status).toBe(404)
    const revoked = await operate<TokenBody>(service, 'DELETE', `/accounts/${account}/tokens/${token.id}`)
    expect([revoked.status, revoked.body]).toEqual([
      200,
      { ...token, revoked_at: '2026-11-21T12:00:00.000Z' },
    ])
    await expect(opens(secret)).rejects.toMatchObject({ code: 'invalid_token' })
    expect(await list(account, 'tokens')).toEqual([revoked.body])
  })

  test('twenty are active at most, beside twenty keys', async () => {
    const account = await newAccount()
    for (let made = 0; made < 20; made += 1) expect((await createKey(account)).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(account)))
    const refused = answers.filter(({ status }) => status !== 201)
    const said = refused.map(({ status, body }) => [status, (body as unknown as ErrorBody).error])
    expect(said).toHaveLength(10)
    expect(said[0]).toMatchObject([
      409,
      {
        code: 'key_limit_reached',
        message: 'The account has 20 active tokens, the most it can have. Revoke one first.',
      },
    ])
  })

  test('the list comes by pages, oldest first, with a link to the next', async () => {
    const account = await newAccount()
    const made: string[] = []
    for (let index = 0; index < 3; index += 1) {
      made.push((await create(account)).body.id)
      await createKey(account)
      clock.advance(1)
    }
    clock.advance(-3)
    const page = await operate<ListBody<TokenBody>>(service, 'GET', `/accounts/${account}/tokens?limit=2`)
    expect([page.body.data.map(({ id }) => id), page.body.has_more]).toEqual([made.slice(0, 2), true])
    const next = /^<\/admin\/v1([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect(next).toContain(`/accounts/${account}/tokens?`)
    expect((await service.admin<ListBody<TokenBody>>('GET', next)).data.map(({ id }) => id)).toEqual(
      made.slice(2),
    )
  })

  test.each([
    [{ name: 'T' }, 'missing_required_parameter', 'scopes'],
    [{ scopes: ['ask'] }, 'missing_required_parameter', 'name'],
    [{ name: 'T', scopes: [] }, 'invalid_value', 'scopes'],
    [{ name: 'T', scopes: ['ask', 'ask'] }, 'invalid_value', 'scopes'],
    [{ name: 'T', scopes: ['admin'] }, 'invalid_value', 'scopes[0]'],
    [{ name: 'T', scopes: 'ask' }, 'invalid_type', 'scopes'],
    [{ name: 'T', scopes: null }, 'invalid_type', 'scopes'],
    [{ name: 'T', scopes: ['ask'], spend_limits_usd: { day: -1 } }, 'invalid_value', 'spend_limits_usd.day'],
    [{ name: 'T', scopes: ['ask'], expires_at: '2026-11-21T12:00:00Z' }, 'invalid_value', 'expires_at'],
  ])('with the body %j none is made: %s, %s', async (sent, code, param) => {
    const account = await newAccount()
    const answer = await operate<ErrorBody>(service, 'POST', `/accounts/${account}/tokens`, sent)
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, code, param])
    expect(await list(account, 'tokens')).toEqual([])
  })

  test('a key takes no scopes, and an unknown account has no tokens', async () => {
    const body = { name: 'K', scopes: ['ask'] }
    const key = await operate<ErrorBody>(service, 'POST', `/accounts/${await newAccount()}/keys`, body)
    expect([key.status, key.body.error.param]).toEqual([400, 'scopes'])
    expect((await operate(service, 'POST', '/accounts/none/tokens', body)).status).toBe(404)
    expect((await operate(service, 'GET', '/accounts/none/tokens')).status).toBe(404)
  })
})
