import { beforeEach, expect, test, vi } from 'vitest'
import { SqliteStore } from '../../../src/adapters/sqlite/sqlite-store.ts'
import { KeyService } from '../../../src/domain/keys/key-service.ts'
import { NO_LIMITS } from '../../../src/domain/ledger/spend-windows.ts'
import { FakeClock } from '../../support/fake-clock.ts'

/** Keys as an instance remembers them that shares its store with others. */

let clock: FakeClock
let store: SqliteStore
let keys: KeyService
let bearer = ''
let keyId = ''
beforeEach(async () => {
  clock = new FakeClock()
  store = new SqliteStore(':memory:')
  keys = new KeyService(store, clock, { rememberMs: 1_000 })
  await store.createAccount({ id: 'acct', name: 'A', creditMicros: 1, now: clock.now() })
  const { key, secret } = await keys.create('acct', 'K', NO_LIMITS)
  bearer = `Bearer ${secret}`
  keyId = key.id
})

test('a key is looked up once a second, also by many calls at once', async () => {
  const find = vi.spyOn(store, 'findKeyByHash')
  await Promise.all(Array.from({ length: 20 }, () => keys.authenticate(bearer)))
  clock.advance(999)
  await keys.authenticate(bearer)
  expect(find).toHaveBeenCalledTimes(1)
  clock.advance(2)
  await keys.authenticate(bearer)
  expect(find).toHaveBeenCalledTimes(2)
})

test('a key that is not known is asked for each time, so that a new one counts at once', async () => {
  const find = vi.spyOn(store, 'findKeyByHash').mockResolvedValue(undefined)
  await expect(keys.authenticate(bearer)).rejects.toMatchObject({ code: 'invalid_api_key' })
  find.mockRestore()
  await expect(keys.authenticate(bearer)).resolves.toMatchObject({ id: keyId })
})

test('revoked here it is refused at once, revoked elsewhere within the second', async () => {
  await keys.authenticate(bearer)
  const elsewhere = new KeyService(store, clock, { rememberMs: 1_000 })
  await elsewhere.authenticate(bearer)
  await keys.revoke('acct', keyId)
  await expect(keys.authenticate(bearer)).rejects.toMatchObject({ code: 'invalid_api_key' })
  await expect(elsewhere.authenticate(bearer)).resolves.toMatchObject({ id: keyId })
  clock.advance(1_001)
  await expect(elsewhere.authenticate(bearer)).rejects.toMatchObject({ code: 'invalid_api_key' })
})
