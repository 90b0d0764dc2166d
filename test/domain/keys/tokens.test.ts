import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import { KeyService } from '../../../src/domain/keys/key-service.ts'
import { isWellFormedKey, issueKey } from '../../../src/domain/keys/secret.ts'
import type { Scope } from '../../../src/domain/keys/scopes.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { hashOf, newKey } from '../../adapters/store-contract/bench.ts'

/** Personal access tokens: what opens them, and that no key is taken for one nor the other way round. */

let clock: FakeClock
let store: MemoryStore
let keys: KeyService
beforeEach(async () => {
  clock = new FakeClock()
  store = new MemoryStore()
  keys = new KeyService(store, clock, { rememberMs: 1_000 })
  await store.createAccount({ id: 'acct', name: 'A', creditMicros: 1, now: clock.now() })
})

const makeToken = (scopes: readonly Scope[] = ['ask']) => keys.create('acct', { name: 'T', scopes })
const makeKey = () => keys.create('acct', { name: 'K' })
const asKey = (secret: string) => keys.authenticate(`Bearer ${secret}`)
const asToken = (secret: string) => keys.authenticateToken(`Bearer ${secret}`)
const NO_KEY = { code: 'invalid_api_key' }
const NO_TOKEN = { code: 'invalid_token' }

describe('the secret of a token', () => {
  test('has its own prefix and the form of a key behind it', async () => {
    const { key, secret } = await makeToken()
    expect(secret).toMatch(/^pat-svc-[0-9A-Za-z]{51}$/)
    expect(secret.startsWith(`pat-svc-${key.id}`)).toBe(true)
    expect([isWellFormedKey(secret, 'token'), isWellFormedKey(secret, 'key')]).toEqual([true, false])
    expect(isWellFormedKey(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`, 'token')).toBe(false)
    expect(isWellFormedKey(issueKey('key').secret, 'token')).toBe(false)
  })

  test('opens the token with its scopes, and nothing of the model API', async () => {
    const { key, secret } = await makeToken(['registry:read', 'ask'])
    expect(await asToken(secret)).toEqual(key)
    expect(await asToken(secret)).toMatchObject({ scopes: ['registry:read', 'ask'] })
    await expect(asKey(secret)).rejects.toMatchObject(NO_KEY)
  })

  test('of a key opens no token', async () => {
    const { secret } = await makeKey()
    await expect(asToken(secret)).rejects.toMatchObject(NO_TOKEN)
    expect(await asKey(secret)).toMatchObject({ scopes: null })
  })
})

describe('what opens a row by its prefix must be of its sort by the row too', () => {
  test.each([
    ['a key whose secret looks like a token', 'token', null],
    ['a token whose secret looks like a key', 'key', ['ask']],
  ] as const)('%s opens nothing', async (_what, prefix, scopes) => {
    const { id, secret } = issueKey(prefix)
    await store.createKey({ ...newKey(id, 'acct'), secretHash: hashOf(secret), scopes }, 20)
    // The second time it is remembered.
    for (let asked = 0; asked < 2; asked += 1) {
      await expect(asKey(secret)).rejects.toMatchObject(NO_KEY)
      await expect(asToken(secret)).rejects.toMatchObject(NO_TOKEN)
    }
  })
})

describe('a header', () => {
  test.each([
    ['that is missing', undefined],
    ['with the prefix alone', 'Bearer pat-svc-'],
    ['of another scheme', `Basic ${issueKey('token').secret}`],
    ['with a wrong checksum', `Bearer pat-svc-${'0'.repeat(51)}`],
    ['with a key', `Bearer ${issueKey('key').secret}`],
    ['without end', `Bearer pat-svc-${'0'.repeat(100_000)}`],
  ])('%s is refused without a look-up', async (_what, header) => {
    const find = vi.spyOn(store, 'findKeyByHash')
    await expect(keys.authenticateToken(header)).rejects.toMatchObject(NO_TOKEN)
    expect(find).not.toHaveBeenCalled()
  })

  test('with an unknown token is looked up once a second', async () => {
    const find = vi.spyOn(store, 'findKeyByHash')
    const { secret } = issueKey('token')
    for (let asked = 0; asked < 20; asked += 1) await expect(asToken(secret)).rejects.toMatchObject(NO_TOKEN)
    expect(find).toHaveBeenCalledTimes(1)
  })
})

describe('a token', () => {
  test('that was revoked, has expired or was rolled is refused in the words of an unknown one', async () => {
    const expiring = await keys.create('acct', { name: 'T', scopes: ['ask'], expiresAt: clock.now() + 500 })
    const [revoked, rolled] = [await makeToken(), await makeToken()]
    for (const { secret } of [expiring, revoked, rolled]) await asToken(secret)
    await keys.revoke('acct', revoked.key.id, 'token')
    const next = await keys.roll('acct', rolled.key.id, 0, 'token')
    clock.advance(500)
    for (const { secret } of [expiring, revoked, rolled, issueKey('token')]) {
      await expect(asToken(secret)).rejects.toMatchObject(NO_TOKEN)
    }
    expect(next?.secret).toMatch(/^pat-svc-/)
    expect(await asToken(next?.secret ?? '')).toMatchObject({ id: rolled.key.id, scopes: ['ask'] })
  })

  test('is not there for what is done to keys, nor a key for what is done to tokens', async () => {
    const [key, token] = [await makeKey(), await makeToken()]
    for (const [id, sort] of [
      [key.key.id, 'token'],
      [token.key.id, 'key'],
      [token.key.id, undefined],
    ] as const) {
      expect(await keys.find('acct', id, sort)).toBeUndefined()
      expect(await keys.update('acct', id, { name: 'Taken' }, sort)).toBeUndefined()
      expect(await keys.roll('acct', id, 0, sort)).toBeUndefined()
      expect(await keys.revoke('acct', id, sort)).toBeUndefined()
    }
    expect([await asKey(key.secret), await asToken(token.secret)]).toEqual([key.key, token.key])
  })

  test('is the twentieth at most, however many keys there are', async () => {
    for (let made = 0; made < 20; made += 1) {
      await makeKey()
      await makeToken()
    }
    await expect(makeToken()).rejects.toMatchObject({ code: 'key_limit_reached', facts: { sort: 'token' } })
    await expect(makeKey()).rejects.toMatchObject({ code: 'key_limit_reached', facts: { sort: 'key' } })
  })
})
