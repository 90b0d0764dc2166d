import { describe, expect, test } from 'vitest'
import { allWindows, Bench, hashOf, HOUR, newKey, NOON, pages, type OpenStore } from './bench.ts'

export function keyContract(open: OpenStore): void {
  describe('keys', () => {
    const bench = new Bench(open)
    const ids = async (): Promise<string[]> => (await bench.keys()).map(({ id }) => id)

    test('is found by its account and id, and by no other account', async () => {
      await bench.account(0)
      const key = await bench.key()
      expect(await bench.store.getKey('acct_a', key.id)).toEqual(key)
      expect(await bench.store.getKey('acct_b', key.id)).toBeUndefined()
      expect(await bench.store.getKey('acct_a', 'nobody')).toBeUndefined()
    })

    test('a key is found by the hash of its secret as it was created', async () => {
      await bench.account()
      const created = await bench.key({ hour: 0, month: 5_000_000 })
      expect(created).toEqual({
        id: 'key_a',
        accountId: 'acct_a',
        name: 'Name of key_a',
        lastFour: 'ey_a',
        scopes: null,
        limits: { hour: 0, day: null, week: null, month: 5_000_000 },
        createdAt: NOON,
        lastUsedAt: null,
        expiresAt: null,
        previousUntil: null,
        revokedAt: null,
      })
      expect(await bench.store.findKeyByHash(hashOf('key_a'))).toEqual(created)
      expect(await bench.store.findKeyByHash(hashOf('key_b'))).toBeUndefined()
    })

    test("an account's keys are listed oldest first, and no other account's", async () => {
      await bench.account()
      await bench.account(0, 'acct_b')
      await bench.store.createKey({ ...newKey('key_late'), now: NOON + 1 }, 20)
      await bench.key({}, 'key_b')
      await bench.key({}, 'key_a')
      await bench.key({}, 'key_c', 'acct_b')
      expect(await ids()).toEqual(['key_a', 'key_b', 'key_late'])
      expect(await bench.keys('acct_none')).toEqual([])
    })

    test("an account's keys come by pages, each key once", async () => {
      await bench.account()
      await bench.account(0, 'acct_b')
      await bench.store.createKey({ ...newKey('key_late'), now: NOON + 1 }, 20)
      for (const id of ['key_c', 'key_a', 'key_b']) await bench.key({}, id)
      await bench.key({}, 'key_aa', 'acct_b')
      const list = (page: { limit: number; after?: string }) =>
        bench.store.listKeys({ accountId: 'acct_a', ...page })
      expect(await pages(list, 3)).toEqual([['key_a', 'key_b', 'key_c'], ['key_late']])
      expect(await pages(list, 2)).toEqual([
        ['key_a', 'key_b'],
        ['key_c', 'key_late'],
      ])
      expect(await list({ limit: 2, after: 'key_aa' })).toEqual([])
    })

    test('of 50 keys created at once exactly 20 come to be', async () => {
      await bench.account()
      const created = await Promise.all(
        Array.from({ length: 50 }, (_, index) => bench.store.createKey(newKey(`key_${index}`), 20)),
      )
      expect(created.filter((key) => key === 'limit')).toHaveLength(30)
      const made = created.flatMap((key) => (key === 'limit' ? [] : [key.id]))
      expect((await ids()).toSorted()).toEqual(made.toSorted())
      expect(made).toHaveLength(20)
    })

    test('revoking one key frees one slot, and no more than one', async () => {
      await bench.account()
      for (let index = 0; index < 20; index += 1) await bench.key({}, `key_${index}`)
      expect(await bench.store.createKey(newKey('key_20'), 20)).toBe('limit')
      await bench.store.revokeKey('acct_a', 'key_7', NOON)
      expect(await bench.store.createKey(newKey('key_21'), 20)).toMatchObject({ id: 'key_21' })
      expect(await bench.store.createKey(newKey('key_22'), 20)).toBe('limit')
    })

    test("a full account does not stand in another's way", async () => {
      await bench.account()
      await bench.account(0, 'acct_b')
      await bench.key()
      expect(await bench.store.createKey(newKey('key_b'), 1)).toBe('limit')
      expect(await bench.store.createKey(newKey('key_b', 'acct_b'), 1)).toMatchObject({ id: 'key_b' })
    })

    test('a change touches what it names: a name, a cap, a cap that is lifted', async () => {
      await bench.account()
      const key = await bench.key({ hour: 10, day: 20 })
      const change = (what: Parameters<typeof bench.store.updateKey>[2]) =>
        bench.store.updateKey('acct_a', 'key_a', what)
      expect(await change({ name: 'New' })).toEqual({ ...key, name: 'New' })
      expect(await change({ limits: { hour: null, week: 0 } })).toEqual({
        ...key,
        name: 'New',
        limits: { hour: null, day: 20, week: 0, month: null },
      })
      expect(await change({})).toEqual(await bench.store.findKeyByHash(hashOf('key_a')))
    })

    test('a key is changed and revoked by its own account only', async () => {
      await bench.account()
      await bench.account(0, 'acct_b')
      const key = await bench.key()
      expect(await bench.store.updateKey('acct_b', 'key_a', { name: 'Taken' })).toBeUndefined()
      expect(await bench.store.revokeKey('acct_b', 'key_a', NOON)).toBeUndefined()
      expect(await bench.store.updateKey('acct_a', 'key_none', { name: 'New' })).toBeUndefined()
      expect(await bench.store.revokeKey('acct_a', 'key_none', NOON)).toBeUndefined()
      expect(await bench.keys()).toEqual([key])
    })

    test('a revoked key stays in the list, revoked at the first time it was asked for', async () => {
      await bench.account()
      const key = await bench.key()
      const revoked = { ...key, revokedAt: NOON + 1 }
      expect(await bench.store.revokeKey('acct_a', 'key_a', NOON + 1)).toEqual(revoked)
      expect(await bench.store.revokeKey('acct_a', 'key_a', NOON + 9)).toEqual(revoked)
      expect(await bench.keys()).toEqual([revoked])
      expect(await bench.store.findKeyByHash(hashOf('key_a'))).toEqual(revoked)
    })

    test('a hold shows as the last use of its key, a refusal does not', async () => {
      await bench.account(100)
      await bench.key()
      await bench.hold('too-much', 101, 101, { now: NOON + 5 })
      expect(await bench.store.findKeyByHash(hashOf('key_a'))).toMatchObject({ lastUsedAt: null })
      await bench.hold('call', 1, 1, { now: NOON + 7 })
      expect(await bench.store.findKeyByHash(hashOf('key_a'))).toMatchObject({ lastUsedAt: NOON + 7 })
    })

    test('windows of a key say its caps, nothing spent, and when each ends', async () => {
      await bench.account()
      await bench.key({ hour: 10, week: 0 })
      const none = { spentMicros: 0, heldMicros: 0 }
      expect(await bench.store.windowSpends('key_a', NOON)).toEqual([
        { window: 'hour', limitMicros: 10, ...none, resetsAt: Date.parse('2026-11-21T13:00:00Z') },
        { window: 'day', limitMicros: null, ...none, resetsAt: Date.parse('2026-11-22T00:00:00Z') },
        { window: 'week', limitMicros: 0, ...none, resetsAt: Date.parse('2026-11-23T00:00:00Z') },
        { window: 'month', limitMicros: null, ...none, resetsAt: Date.parse('2026-12-01T00:00:00Z') },
      ])
      expect(await bench.store.windowSpends('key_none', NOON)).toEqual([])
      expect(await bench.windows()).toEqual(allWindows([0, 0]))
    })

    test('windows of several keys are those of each, at once', async () => {
      await bench.account()
      await bench.key({ hour: 10, week: 90_000 }, 'key_a')
      await bench.key({ month: 0 }, 'key_b')
      await bench.key({}, 'key_c')
      await bench.hold('earlier', 2, 2, { now: NOON - HOUR })
      await bench.settle('earlier', 1)
      await bench.hold('call', 7, 7)
      await bench.hold('other', 30, 30, { keyId: 'key_c' })
      for (const now of [NOON, NOON - HOUR]) {
        const spends = await bench.store.windowSpendsOf(['key_c', 'key_a', 'key_none', 'key_b'], now)
        expect([...spends.keys()].toSorted()).toEqual(['key_a', 'key_b', 'key_c'])
        for (const [keyId, windows] of spends) {
          expect(windows).toEqual(await bench.store.windowSpends(keyId, now))
        }
      }
      expect(await bench.windows()).toMatchObject({ hour: [0, 7], day: [1, 7] })
      expect(await bench.store.windowSpendsOf([], NOON)).toEqual(new Map())
    })
  })
}
