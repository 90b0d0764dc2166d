import { describe, expect, test } from 'vitest'
import type { KeyRoll } from '../../../src/domain/ledger/key-changes.ts'
import { Bench, byTwenty, granted, hashOf, holdRequest, HOUR, newKey, NOON, type OpenStore } from './bench.ts'

const REFUSED = { kind: 'refused', refusal: { kind: 'key_inactive' } }

export function keyLifeContract(open: OpenStore): void {
  const bench = new Bench(open)
  const find = (secret: string) => bench.store.findKeyByHash(hashOf(secret))

  describe('the expiry of a key', () => {
    test('refuses from its moment on, and lets go on what runs', async () => {
      await bench.account()
      const key = await bench.store.createKey({ ...newKey('key_a'), expiresAt: NOON + 5 }, 20)
      expect(key).toMatchObject({ expiresAt: NOON + 5, revokedAt: null })
      expect(await bench.hold('before', 10, 10, { now: NOON + 4 })).toEqual(granted(10))
      expect(await bench.hold('at', 10, 10, { now: NOON + 5 })).toEqual(REFUSED)
      expect(await bench.store.probe(holdRequest('at', 10, 10, { now: NOON + 4 }))).toEqual(granted(10))
      expect(await bench.store.probe(holdRequest('at', 10, 10, { now: NOON + 5 }))).toEqual(REFUSED)
      expect(await bench.settle('before', 7)).toEqual({ costMicros: 7, first: true })
      expect(await find('key_a')).toMatchObject({ id: 'key_a', validUntil: NOON + 5 })
      expect(await bench.store.revokedAmong(['key_a'])).toEqual([])
    })

    test('refuses among many holds at once only those that come too late', async () => {
      await bench.account()
      await bench.store.createKey({ ...newKey('key_a'), expiresAt: NOON + 5 }, 20)
      await bench.key({}, 'key_b')
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          bench.hold(`call-${index}`, 1, 1, {
            now: NOON + (index % 10),
            keyId: index < 10 ? 'key_a' : 'key_b',
          }),
        ),
      )
      expect(outcomes).toEqual(
        Array.from({ length: 20 }, (_, index) => (index >= 5 && index < 10 ? REFUSED : granted(1))),
      )
    })

    test('can be set, moved and taken away before it comes, and never after', async () => {
      await bench.account()
      await bench.key()
      const expire = (expiresAt: number | null, now: number) =>
        bench.store.updateKey('acct_a', 'key_a', { expiresAt, now, name: `at ${now}` })
      expect(await expire(NOON + 5, NOON)).toMatchObject({ expiresAt: NOON + 5, name: `at ${NOON}` })
      expect(await bench.store.updateKey('acct_a', 'key_a', { limits: { day: 9 } })).toMatchObject({
        expiresAt: NOON + 5,
      })
      expect(await expire(NOON + 3, NOON + 1)).toMatchObject({ expiresAt: NOON + 3 })
      expect(await expire(null, NOON + 2)).toMatchObject({ expiresAt: null })
      expect(await bench.hold('call', 1, 1, { now: NOON + HOUR / 2 })).toEqual(granted(1))
      await expire(NOON + 8, NOON + 7)
      expect(await expire(null, NOON + 8)).toBe('expired')
      expect(await expire(NOON + 99, NOON + 9)).toBe('expired')
      expect(await bench.keys()).toMatchObject([{ expiresAt: NOON + 8, name: `at ${NOON + 7}` }])
      expect(await bench.store.updateKey('acct_a', 'key_a', { name: 'Old' })).toMatchObject({ name: 'Old' })
    })

    test('frees a place among the active ones', async () => {
      await bench.account()
      await bench.store.createKey({ ...newKey('key_a'), expiresAt: NOON + 5 }, 1)
      expect(await bench.store.createKey({ ...newKey('key_b'), now: NOON + 4 }, 1)).toBe('limit')
      expect(await bench.store.createKey({ ...newKey('key_b'), now: NOON + 5 }, 1)).toMatchObject({
        id: 'key_b',
      })
    })
  })

  describe('rolling a key', () => {
    const roll = (secret: string, more: Partial<KeyRoll> = {}) =>
      bench.store.rollKey({
        accountId: 'acct_a',
        keyId: 'key_a',
        secretHash: hashOf(secret),
        lastFour: secret.slice(-4),
        previousUntil: NOON + HOUR,
        now: NOON,
        ...more,
      })

    test('gives it a new secret and leaves all else; the one before is good for the grace', async () => {
      await bench.account()
      const key = await bench.key({ day: 100 })
      await bench.hold('call', 60, 60)
      expect(await roll('second')).toEqual({
        ...key,
        lastUsedAt: NOON,
        lastFour: 'cond',
        previousUntil: NOON + HOUR,
      })
      const now = await find('second')
      expect(now).toMatchObject({ id: 'key_a', lastFour: 'cond' })
      expect(now?.validUntil).toBeUndefined()
      expect(await find('key_a')).toMatchObject({ id: 'key_a', validUntil: NOON + HOUR })
      expect(await bench.windows()).toMatchObject({ day: [0, 60] })
      expect(await bench.hold('more', 41, 41)).toMatchObject({ refusal: { kind: 'window' } })
      expect(await bench.settle('call', 50)).toEqual({ costMicros: 50, first: true })
      expect(await bench.store.listUsage({ accountId: 'acct_a', keyId: 'key_a', limit: 9 })).toHaveLength(1)
    })

    test('kills the secret before the one before at once', async () => {
      await bench.account()
      await bench.key()
      await roll('second')
      await roll('third', { previousUntil: NOON + 9 })
      expect(await find('key_a')).toBeUndefined()
      expect(await find('second')).toMatchObject({ validUntil: NOON + 9 })
      expect((await find('third'))?.id).toBe('key_a')
    })

    test('without a grace finds nothing by the secret before, nor by the one before that', async () => {
      await bench.account()
      await bench.key()
      await roll('second')
      expect(await roll('third', { previousUntil: NOON })).toMatchObject({ previousUntil: null })
      expect([await find('key_a'), await find('second')]).toEqual([undefined, undefined])
      expect((await find('third'))?.id).toBe('key_a')
    })

    test('leaves its expiry, which ends both secrets, whichever comes first', async () => {
      await bench.account()
      await bench.store.createKey({ ...newKey('key_a'), expiresAt: NOON + 5 }, 20)
      expect(await roll('second')).toMatchObject({ expiresAt: NOON + 5 })
      expect([(await find('key_a'))?.validUntil, (await find('second'))?.validUntil]).toEqual([
        NOON + 5,
        NOON + 5,
      ])
    })

    test('needs no free place among the active keys, and takes none', async () => {
      await bench.account()
      await bench.store.createKey(newKey('key_a'), 1)
      expect(await roll('second')).toMatchObject({ id: 'key_a' })
      expect(await bench.keys()).toHaveLength(1)
      expect(await bench.store.createKey(newKey('key_b'), 2)).toMatchObject({ id: 'key_b' })
    })

    test('is not for a key that is revoked, expired, of another account or not there', async () => {
      await bench.account()
      await bench.account(0, 'acct_b')
      await bench.key()
      await bench.store.createKey({ ...newKey('key_b'), expiresAt: NOON + 5 }, 20)
      expect(await roll('x', { accountId: 'acct_b' })).toBeUndefined()
      expect(await roll('x', { keyId: 'key_none' })).toBeUndefined()
      expect(await roll('x', { keyId: 'key_b', now: NOON + 5 })).toBeUndefined()
      await bench.store.revokeKey('acct_a', 'key_a', NOON)
      expect(await roll('x')).toBeUndefined()
      expect(await find('x')).toBeUndefined()
      expect((await find('key_a'))?.lastFour).toBe('ey_a')
    })

    test('is undone by no revocation: both secrets find a key that is revoked', async () => {
      await bench.account()
      await bench.key()
      await roll('second')
      await bench.store.revokeKey('acct_a', 'key_a', NOON + 1)
      for (const secret of ['key_a', 'second']) {
        expect(await find(secret)).toMatchObject({ revokedAt: NOON + 1 })
      }
      expect(await bench.hold('call', 1, 1)).toEqual(REFUSED)
    })

    test('no secret opens two keys, be it the present one or the one before', async () => {
      await bench.account()
      const first = await bench.key()
      await bench.key({}, 'key_b')
      await roll('second')
      for (const taken of ['key_a', 'second', 'key_b']) {
        await expect(roll(taken, { keyId: 'key_b' })).rejects.toThrow('no secret opens two keys')
        await expect(roll(taken)).rejects.toThrow('no secret opens two keys')
      }
      // What is made with it is the key that has it.
      for (const taken of ['key_a', 'second']) {
        const again = { ...newKey('key_c'), secretHash: hashOf(taken) }
        expect(await bench.store.createKey(again, 20)).toMatchObject({ id: 'key_a' })
      }
      expect(await bench.store.createKey(newKey('key_a'), 20)).toMatchObject({ id: first.id })
      expect(await bench.keys()).toHaveLength(2)
    })

    test('a key whose first secret is long gone is left as it is when it is made again', async () => {
      await bench.account()
      await bench.key()
      await roll('second')
      const rolled = await roll('third')
      expect(await bench.store.createKey(newKey('key_a'), 20)).toEqual(rolled)
      expect(await find('key_a')).toBeUndefined()
    })

    test('of many at once ends with one secret and the one before it', async () => {
      await bench.account()
      await bench.key()
      const secrets = Array.from({ length: 40 }, (_, index) => `secret-${index}`)
      const rolled = await byTwenty(secrets, (secret) => roll(secret))
      expect(rolled.every((key) => key?.id === 'key_a')).toBe(true)
      const found = await Promise.all(['key_a', ...secrets].map(find))
      const ends = found.flatMap((key) => (key ? [key.validUntil ?? Infinity] : []))
      expect(ends.toSorted((a, b) => a - b)).toEqual([NOON + HOUR, Infinity])
    })
  })
}
