import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import { KeyService } from '../../../src/domain/keys/key-service.ts'
import { issueKey } from '../../../src/domain/keys/secret.ts'
import { NO_LIMITS } from '../../../src/domain/ledger/spend-windows.ts'
import { StoreUnavailable } from '../../../src/domain/ledger/store.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { eventually } from '../../support/eventually.ts'

/** Keys as an instance remembers them that shares its store with others. */

let clock: FakeClock
let store: MemoryStore
let keys: KeyService
let bearer = ''
let keyId = ''
beforeEach(async () => {
  clock = new FakeClock()
  store = new MemoryStore()
  keys = new KeyService(store, clock, { rememberMs: 1_000 })
  await store.createAccount({ id: 'acct', name: 'A', creditMicros: 1, now: clock.now() })
  const { key, secret } = await keys.create('acct', { name: 'K' })
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

test('a key that is not known is looked up once a second, and refused the same each time', async () => {
  const find = vi.spyOn(store, 'findKeyByHash')
  const { secret } = issueKey()
  const refusals = Array.from({ length: 20 }, () => refused(`Bearer ${secret}`))
  expect(new Set(await Promise.all(refusals))).toEqual(new Set(['invalid_api_key']))
  clock.advance(999)
  expect(await refused(`Bearer ${secret}`)).toBe('invalid_api_key')
  expect(find).toHaveBeenCalledTimes(1)
  clock.advance(2)
  expect(await refused(`Bearer ${secret}`)).toBe('invalid_api_key')
  expect(find).toHaveBeenCalledTimes(2)
})

test('keys that are not known, however many, push out none that is', async () => {
  await keys.authenticate(bearer)
  const find = vi.spyOn(store, 'findKeyByHash')
  for (let asked = 0; asked < 10_001; asked += 1) await refused(`Bearer ${issueKey().secret}`)
  find.mockClear()
  await keys.authenticate(bearer)
  expect(find).not.toHaveBeenCalled()
})

test('a key that was asked for too early is known at once where it is made, elsewhere within the second', async () => {
  const early = 'sk-svc-chosen_by_the_operator'
  const remembering = { chosenKey: early, rememberMs: 1_000 }
  const here = new KeyService(store, clock, remembering)
  const elsewhere = new KeyService(store, clock, remembering)
  expect(await refused(`Bearer ${early}`, here)).toBe('invalid_api_key')
  expect(await refused(`Bearer ${early}`, elsewhere)).toBe('invalid_api_key')
  const { id } = await here.adopt('acct', early, 'Early', NO_LIMITS)
  await expect(here.authenticate(`Bearer ${early}`)).resolves.toMatchObject({ id })
  clock.advance(1_001)
  await expect(elsewhere.authenticate(`Bearer ${early}`)).resolves.toMatchObject({ id })
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

describe('where the store answers late', () => {
  /** Look-ups that have read their row and not yet brought it back. */
  let late: (() => void)[]
  beforeEach(() => {
    late = []
    const find = store.findKeyByHash.bind(store)
    store.findKeyByHash = async (hash) => {
      const row = await find(hash)
      await new Promise<void>((resolve) => late.push(resolve))
      return row
    }
  })
  const lookUps = (count: number) => eventually(() => expect(late).toHaveLength(count))
  const answer = (): void => late.splice(0).forEach((resolve) => resolve())

  test("a revocation ends no other key's look-up, and forgets no other key", async () => {
    const other = await keys.create('acct', { name: 'Other' })
    const third = await keys.create('acct', { name: 'Third' })
    const known = keys.authenticate(`Bearer ${other.secret}`)
    await lookUps(1)
    answer()
    await known
    const underWay = [keys.authenticate(bearer), keys.authenticate(`Bearer ${third.secret}`)]
    await lookUps(2)
    await keys.revoke('acct', keyId)
    answer()
    expect(await Promise.all(underWay)).toMatchObject([{ id: keyId }, { id: third.key.id }])
    await expect(keys.authenticate(`Bearer ${other.secret}`)).resolves.toMatchObject({ id: other.key.id })
    expect(late).toEqual([])
  })

  test('a look-up that was under way does not bring a revoked key back, nor is it joined', async () => {
    const before = keys.authenticate(bearer)
    await lookUps(1)
    await keys.revoke('acct', keyId)
    const after = refused(bearer)
    await lookUps(2)
    answer()
    await before
    expect(await after).toBe('invalid_api_key')
    // What the later look-up found is remembered, and nothing of the earlier one.
    expect(await refused(bearer)).toBe('invalid_api_key')
    expect(late).toEqual([])
  })

  test('a look-up that began before a key was made does not hide it', async () => {
    const early = 'sk-svc-chosen_by_the_operator'
    const here = new KeyService(store, clock, { chosenKey: early, rememberMs: 1_000 })
    const before = refused(`Bearer ${early}`, here)
    await lookUps(1)
    const adopting = here.adopt('acct', early, 'Early', NO_LIMITS)
    await lookUps(2)
    late.pop()?.()
    await adopting
    const after = here.authenticate(`Bearer ${early}`)
    await lookUps(2)
    answer()
    expect(await before).toBe('invalid_api_key')
    await expect(after).resolves.toMatchObject({ name: 'Early' })
    await expect(here.authenticate(`Bearer ${early}`)).resolves.toMatchObject({ name: 'Early' })
  })

  test('an outage reaches all who wait, and is not remembered', async () => {
    const find = vi.spyOn(store, 'findKeyByHash').mockRejectedValueOnce(new StoreUnavailable('57P01'))
    const waiting = await Promise.allSettled([keys.authenticate(bearer), keys.authenticate(bearer)])
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(find).toHaveBeenCalledTimes(1)
    const again = keys.authenticate(bearer)
    await lookUps(1)
    answer()
    await expect(again).resolves.toMatchObject({ id: keyId })
  })

  test('a revocation that the store could not confirm is looked up anew', async () => {
    const known = keys.authenticate(bearer)
    await lookUps(1)
    answer()
    await known
    const revoke = store.revokeKey.bind(store)
    store.revokeKey = async (...args) => {
      await revoke(...args)
      throw new StoreUnavailable('ECONNRESET')
    }
    await expect(keys.revoke('acct', keyId)).rejects.toBeInstanceOf(StoreUnavailable)
    const after = refused(bearer)
    await lookUps(1)
    answer()
    expect(await after).toBe('invalid_api_key')
  })
})

/** The code that a header is refused with. */
async function refused(authorization: string, service = keys): Promise<string> {
  const cause: unknown = await service.authenticate(authorization).catch((cause: unknown) => cause)
  if (!(cause instanceof Refusal)) throw new Error('it was not refused', { cause })
  return cause.code
}
