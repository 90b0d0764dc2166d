import { beforeEach, describe, expect, test } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import { KeyService } from '../../../src/domain/keys/key-service.ts'
import { isWellFormedKey, issueKey, issueSecret } from '../../../src/domain/keys/secret.ts'
import { NO_LIMITS } from '../../../src/domain/ledger/spend-windows.ts'
import { FakeClock } from '../../support/fake-clock.ts'

/** Keys that expire and get new secrets: on the instance that changes them, and on another that remembers keys for a second. */

const CHOSEN = 'sk-svc-chosen_by_the-operator'

let clock: FakeClock
let store: MemoryStore
let here: KeyService
let elsewhere: KeyService
let first = ''
let keyId = ''
beforeEach(async () => {
  clock = new FakeClock()
  store = new MemoryStore()
  here = new KeyService(store, clock, { rememberMs: 1_000, chosenKey: CHOSEN })
  elsewhere = new KeyService(store, clock, { rememberMs: 1_000 })
  await store.createAccount({ id: 'acct', name: 'A', creditMicros: 1, now: clock.now() })
  const { key, secret } = await here.create('acct', { name: 'K' })
  keyId = key.id
  first = secret
})

/** Whether the secret opens the key. */
const opens = async (secret: string, service = here): Promise<boolean> => {
  const caller = await service.authenticate(`Bearer ${secret}`).catch(() => undefined)
  return caller?.id === keyId
}
const roll = async (graceMs: number): Promise<string> => {
  const rolled = await here.roll('acct', keyId, graceMs)
  if (!rolled) throw new Error('it was not rolled')
  return rolled.secret
}

describe('a new secret for a key', () => {
  test('begins with its id where that was issued, and is well formed in any case', () => {
    const { id, secret } = issueKey()
    const next = issueSecret(id)
    expect(next.startsWith(`sk-svc-${id}`)).toBe(true)
    expect(next).not.toBe(secret)
    for (const other of ['key_a', '', 'twelve-chars']) {
      const made = issueSecret(other)
      expect([isWellFormedKey(made), made.includes(`sk-svc-${other}`) && other !== '']).toEqual([true, false])
    }
    expect(isWellFormedKey(next)).toBe(true)
  })
})

describe('rolling', () => {
  test('opens the key by both secrets for the grace, and by the new one alone after it', async () => {
    const second = await roll(60_000)
    clock.advance(59_999)
    expect([await opens(first), await opens(second)]).toEqual([true, true])
    clock.advance(1)
    expect([await opens(first), await opens(second)]).toEqual([false, true])
  })

  test('without a grace ends the old secret at once here, and elsewhere within the second', async () => {
    expect([await opens(first), await opens(first, elsewhere)]).toEqual([true, true])
    const second = await roll(0)
    expect([await opens(first), await opens(second)]).toEqual([false, true])
    expect([await opens(first, elsewhere), await opens(second, elsewhere)]).toEqual([true, true])
    clock.advance(1_001)
    expect([await opens(first, elsewhere), await opens(second, elsewhere)]).toEqual([false, true])
  })

  test('ends a remembered secret with its grace, however long it would be remembered', async () => {
    await roll(500)
    expect([await opens(first), await opens(first, elsewhere)]).toEqual([true, true])
    clock.advance(500)
    expect([await opens(first), await opens(first, elsewhere)]).toEqual([false, false])
  })

  test('twice ends the first secret at once, though its grace was not over', async () => {
    const second = await roll(60_000)
    expect(await opens(first)).toBe(true)
    const third = await roll(60_000)
    expect([await opens(first), await opens(second), await opens(third)]).toEqual([false, true, true])
  })

  test('tells the new secret, whose last four the key has, and no other way to it', async () => {
    const rolled = await here.roll('acct', keyId, 1_000)
    expect(rolled?.key).toMatchObject({ id: keyId, lastFour: rolled?.secret.slice(-4) })
    expect(rolled?.key.previousUntil).toBe(clock.now() + 1_000)
    expect(JSON.stringify(await store.listKeys({ accountId: 'acct', limit: 9 }))).not.toContain(
      rolled?.secret,
    )
  })

  test('then revoking ends both secrets at once', async () => {
    const second = await roll(60_000)
    expect([await opens(first), await opens(second)]).toEqual([true, true])
    await here.revoke('acct', keyId)
    expect([await opens(first), await opens(second)]).toEqual([false, false])
    expect(await here.roll('acct', keyId, 0)).toBeUndefined()
  })

  test('takes a key that an operator chose away from what was chosen, also for the next start', async () => {
    const chosen = await here.adopt('acct', CHOSEN, 'Chosen', NO_LIMITS)
    const rolled = await here.roll('acct', chosen.id, 0)
    expect(await here.adopt('acct', CHOSEN, 'Chosen', NO_LIMITS)).toEqual(rolled?.key)
    await here.roll('acct', chosen.id, 0)
    await expect(here.authenticate(`Bearer ${CHOSEN}`)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(await store.listKeys({ accountId: 'acct', limit: 9 })).toHaveLength(2)
  })
})

describe('an expiry', () => {
  test('ends the key at its moment, however long it would be remembered', async () => {
    const key = await here.create('acct', { name: 'Short', expiresAt: clock.now() + 500 })
    keyId = key.key.id
    expect([await opens(key.secret), await opens(key.secret, elsewhere)]).toEqual([true, true])
    clock.advance(500)
    expect([await opens(key.secret), await opens(key.secret, elsewhere)]).toEqual([false, false])
    expect(await here.roll('acct', keyId, 0)).toBeUndefined()
  })

  test('that is set later counts at once where it is set, and that is taken away no longer does', async () => {
    expect(await opens(first)).toBe(true)
    const expiresAt = clock.now() + 500
    expect(await here.update('acct', keyId, { expiresAt })).toMatchObject({ expiresAt })
    expect(await opens(first)).toBe(true)
    expect(await here.update('acct', keyId, { expiresAt: null, name: 'Kept' })).toMatchObject({
      name: 'Kept',
    })
    clock.advance(600)
    expect(await opens(first)).toBe(true)
  })

  test('frees a place among the twenty', async () => {
    const expiresAt = clock.now() + 500
    for (let made = 0; made < 19; made += 1) await here.create('acct', { name: `${made}`, expiresAt })
    await expect(here.create('acct', { name: 'More' })).rejects.toMatchObject({ code: 'key_limit_reached' })
    clock.advance(500)
    await expect(here.create('acct', { name: 'More' })).resolves.toMatchObject({ key: { expiresAt: null } })
  })
})
