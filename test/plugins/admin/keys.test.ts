import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { operate, type AccountBody, type ErrorBody, type KeyBody, type ListBody } from './operator.ts'

const CHOSEN_KEY = 'sk-svc-chosen-by-the-operator'

const clock = new FakeClock('2026-11-21T12:00:00Z')
let folder = ''
let service: Service
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-keys-'))
  const database = { DATABASE_URL: `sqlite:${join(folder, 'svc.db')}`, BOOTSTRAP_API_KEY: CHOSEN_KEY }
  service = await startService(database, { clock })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const newAccount = async (): Promise<string> =>
  (await service.admin<AccountBody>('POST', '/accounts', { name: 'Acme', credit_usd: 5 })).id
const create = (account: string, body: unknown = { name: 'Laptop' }) =>
  operate<KeyBody>(service, 'POST', `/accounts/${account}/keys`, body)
const list = async (account: string): Promise<KeyBody[]> =>
  (await service.admin<ListBody<KeyBody>>('GET', `/accounts/${account}/keys`)).data
const change = (account: string, key: string, body: unknown) =>
  operate<KeyBody>(service, 'PATCH', `/accounts/${account}/keys/${key}`, body)
const revoke = (account: string, key: string) =>
  operate<KeyBody>(service, 'DELETE', `/accounts/${account}/keys/${key}`)
const ask = (key = ''): Promise<Response> =>
  service.call('GET', '/v1/key', undefined, { authorization: `Bearer ${key}` })

/** Spend limits as they are shown, nothing spent. */
function shown(hour: number | null, day: number | null, week: number | null, month: number | null): unknown {
  const window = (limit_usd: number | null, resets_at: string) => ({
    limit_usd,
    spent_usd: 0,
    held_usd: 0,
    resets_at,
  })
  return {
    hour: window(hour, '2026-11-21T13:00:00.000Z'),
    day: window(day, '2026-11-22T00:00:00.000Z'),
    week: window(week, '2026-11-23T00:00:00.000Z'),
    month: window(month, '2026-12-01T00:00:00.000Z'),
  }
}

describe('creating a key', () => {
  test('shows its secret, which works, and all there is to know of it', async () => {
    const account = await newAccount()
    const limits = { hour: 0.5, day: null, month: 0 }
    const { status, body } = await create(account, { name: 'Laptop', spend_limits_usd: limits })
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'key',
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/) as unknown,
      account_id: account,
      name: 'Laptop',
      last_four: body.key?.slice(-4),
      created_at: '2026-11-21T12:00:00.000Z',
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      spend_limits: shown(0.5, null, null, 0),
      key: expect.stringMatching(/^sk-svc-[0-9A-Za-z]{51}$/) as unknown,
    })
    expect((await ask(body.key)).status).toBe(200)
  })

  test('is the only time its secret is shown', async () => {
    const account = await newAccount()
    const { key: secret, ...rest } = (await create(account)).body
    expect(await list(account)).toEqual([rest])
    const later = [
      await change(account, rest.id, { name: 'Desk' }),
      await ask(secret).then((response) => response.json()),
      await revoke(account, rest.id),
    ]
    expect(JSON.stringify(later)).not.toContain(secret)
  })

  test('puts no secret in clear into the database file or the log', async () => {
    const account = await newAccount()
    const { body } = await create(account, { name: 'A name to be found in the file' })
    const secret = body.key ?? ''
    expect((await ask(secret)).status).toBe(200)
    const names = await readdir(folder)
    const files = await Promise.all(names.map((name) => readFile(join(folder, name))))
    const found = (text: string): boolean => files.some((bytes) => bytes.indexOf(text) >= 0)
    expect(found('A name to be found in the file')).toBe(true)
    const random = secret.slice('sk-svc-'.length + body.id.length)
    for (const clear of [secret, random, random.slice(0, 12), CHOSEN_KEY]) {
      expect(found(clear)).toBe(false)
      expect(found(Buffer.from(clear).toString('base64').replace(/=+$/, ''))).toBe(false)
      expect(found(Buffer.from(clear).toString('hex'))).toBe(false)
      expect(service.logs.join('\n')).not.toContain(clear)
    }
  })

  test('fails beyond 20 active keys, also when 50 are asked for at once; revoking one frees a slot', async () => {
    const account = await newAccount()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create(account, { name: `Key ${index}` })),
    )
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body)
    const refused = answers.filter(({ status }) => status !== 201)
    expect([made.length, refused.length]).toEqual([20, 30])
    expect(
      new Set(refused.map(({ status, body }) => `${status} ${(body as unknown as ErrorBody).error.code}`)),
    ).toEqual(new Set(['409 key_limit_reached']))
    expect((await list(account)).map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())

    await revoke(account, made[7]?.id ?? '')
    expect((await create(account)).status).toBe(201)
    expect((await create(account)).status).toBe(409)
    expect(await list(account)).toHaveLength(21)
  })

  test.each([
    [undefined, 'missing_required_parameter', null],
    [{}, 'missing_required_parameter', 'name'],
    [{ name: '' }, 'invalid_value', 'name'],
    [{ name: null }, 'invalid_type', 'name'],
    [{ name: 'K', limits: {} }, 'invalid_value', 'limits'],
    [{ name: 'K', spend_limits_usd: 5 }, 'invalid_type', 'spend_limits_usd'],
    [{ name: 'K', spend_limits_usd: { year: 1 } }, 'invalid_value', 'spend_limits_usd.year'],
    [{ name: 'K', spend_limits_usd: { hour: '1' } }, 'invalid_type', 'spend_limits_usd.hour'],
    [{ name: 'K', spend_limits_usd: { day: -0.01 } }, 'invalid_value', 'spend_limits_usd.day'],
    [{ name: 'K', spend_limits_usd: { week: 0.000_000_1 } }, 'invalid_value', 'spend_limits_usd.week'],
    [{ name: 'K', spend_limits_usd: { month: 1e12 } }, 'invalid_value', 'spend_limits_usd.month'],
    [{ name: 'K', expires_at: 1_800_000_000 }, 'invalid_type', 'expires_at'],
    [{ name: 'K', expires_at: 'tomorrow' }, 'invalid_value', 'expires_at'],
    [{ name: 'K', expires_at: '2026-11-22' }, 'invalid_value', 'expires_at'],
    [{ name: 'K', expires_at: '2026-11-21T12:00:00Z' }, 'invalid_value', 'expires_at'],
  ])('with the body %j fails: %s, %s', async (sent, code, param) => {
    const answer = await operate<ErrorBody>(service, 'POST', '/accounts/acct_demo/keys', sent)
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, code, param])
  })
})

describe('changing a key', () => {
  test('touches what the body names: null lifts a cap, an absent one stays', async () => {
    const account = await newAccount()
    const { body } = await create(account, { name: 'Laptop', spend_limits_usd: { hour: 1, day: 2, week: 3 } })
    const { key: _secret, ...key } = body
    const first = await change(account, key.id, { spend_limits_usd: { hour: null, day: 0, month: 9 } })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ ...key, spend_limits: shown(null, 0, 3, 9) })
    const second = await change(account, key.id, { name: 'Desk' })
    expect(second.body).toEqual({ ...key, name: 'Desk', spend_limits: shown(null, 0, 3, 9) })
    expect(await list(account)).toEqual([second.body])
  })

  test.each([
    [{ name: '' }, 'invalid_value', 'name'],
    [{ revoked: true }, 'invalid_value', 'revoked'],
    [{ spend_limits_usd: { hour: -1 } }, 'invalid_value', 'spend_limits_usd.hour'],
    [{ spend_limits_usd: [] }, 'invalid_type', 'spend_limits_usd'],
    [{ name: 'Desk', expires_at: '2026-11-21T11:59:59.999Z' }, 'invalid_value', 'expires_at'],
  ])('with the body %j fails and changes nothing', async (sent, code, param) => {
    const account = await newAccount()
    const { id } = (await create(account)).body
    const before = await list(account)
    const answer = await change(account, id, sent)
    const { error } = answer.body as unknown as ErrorBody
    expect([answer.status, error.code, error.param]).toEqual([400, code, param])
    expect(await list(account)).toEqual(before)
  })
})

describe('the expiry of a key', () => {
  const at = async (time: string, look: () => Promise<void>): Promise<void> => {
    const before = clock.now()
    clock.set(time)
    await look()
    clock.set(new Date(before).toISOString())
  }

  test('is set and shown in any zone, moved, lifted, and kept where nothing is said of it', async () => {
    const account = await newAccount()
    const { body } = await create(account, { name: 'CI', expires_at: '2026-11-22T12:00:00+02:00' })
    expect(body.expires_at).toBe('2026-11-22T10:00:00.000Z')
    expect((await ask(body.key).then((response) => response.json())) as KeyBody).toMatchObject({
      expires_at: '2026-11-22T10:00:00.000Z',
    })
    expect((await change(account, body.id, { name: 'Desk' })).body.expires_at).toBe(body.expires_at)
    const moved = await change(account, body.id, { expires_at: '2026-12-01T00:00:00Z' })
    expect(moved.body.expires_at).toBe('2026-12-01T00:00:00.000Z')
    expect((await change(account, body.id, { expires_at: null })).body.expires_at).toBeNull()
  })

  test('refuses the key from its moment on, in the words of an unknown one, and is final then', async () => {
    const account = await newAccount()
    const { body } = await create(account, { name: 'CI', expires_at: '2026-11-21T13:00:00Z' })
    await at('2026-11-21T12:59:59.999Z', async () => {
      expect((await ask(body.key)).status).toBe(200)
    })
    await at('2026-11-21T13:00:00Z', async () => {
      const [expired, unknown] = [await ask(body.key), await ask('sk-svc-nobody')]
      expect([expired.status, await expired.json()]).toEqual([401, await unknown.json()])
      const late = await change(account, body.id, { name: 'Late', expires_at: null })
      const { error } = late.body as unknown as ErrorBody
      expect([late.status, error.code, error.param]).toEqual([400, 'invalid_value', 'expires_at'])
      expect(await list(account)).toMatchObject([{ name: 'CI', expires_at: '2026-11-21T13:00:00.000Z' }])
      expect((await change(account, body.id, { name: 'Old' })).body.name).toBe('Old')
    })
  })
})

describe('revoking a key', () => {
  test('works at once and for good, and keeps the key in the list', async () => {
    const account = await newAccount()
    const { key: secret, ...key } = (await create(account)).body
    const revoked = await revoke(account, key.id)
    expect(revoked.status).toBe(200)
    expect(revoked.body).toEqual({ ...key, revoked_at: '2026-11-21T12:00:00.000Z' })
    expect((await ask(secret)).status).toBe(401)
    expect((await change(account, key.id, { name: 'Back?' })).body.revoked_at).toBe(revoked.body.revoked_at)
    expect((await ask(secret)).status).toBe(401)
  })

  test('twice keeps the first time', async () => {
    const account = await newAccount()
    const { id } = (await create(account)).body
    await revoke(account, id)
    clock.advance(1_000)
    const again = await revoke(account, id)
    clock.advance(-1_000)
    expect([again.status, again.body.revoked_at]).toEqual([200, '2026-11-21T12:00:00.000Z'])
  })

  test('leaves the other keys of the account as they are', async () => {
    const account = await newAccount()
    const [gone, stays] = [(await create(account)).body, (await create(account)).body]
    await revoke(account, gone.id)
    expect((await ask(stays.key)).status).toBe(200)
  })
})

test.each([
  ['PATCH', { name: 'Taken' }],
  ['DELETE', undefined],
])("%s of another account's key, or of none, is a 404 and touches nothing", async (method, sent) => {
  const [account, other] = [await newAccount(), await newAccount()]
  const { key: secret, ...key } = (await create(account)).body
  for (const path of [`${other}/keys/${key.id}`, `${account}/keys/none`, `acct_none/keys/${key.id}`]) {
    const { status, body } = await operate<ErrorBody>(service, method, `/accounts/${path}`, sent)
    expect([status, body.error.code, body.error.param]).toEqual([404, 'not_found', 'keyId'])
  }
  expect(await list(account)).toEqual([key])
  expect((await ask(secret)).status).toBe(200)
})
