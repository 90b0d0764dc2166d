import { describe, expect, test } from 'vitest'
import type { ApiKey, NewKey } from '../../../src/domain/ledger/store.ts'
import { Bench, granted, hashOf, HOUR, newKey, NOON, pages, type OpenStore } from './bench.ts'

export function tokenContract(open: OpenStore): void {
  describe('tokens', () => {
    const bench = new Bench(open)
    const newToken = (id: string, more: Partial<NewKey> = {}): NewKey => ({
      ...newKey(id),
      scopes: ['ask'],
      ...more,
    })
    const make = (id: string, more?: Partial<NewKey>): Promise<ApiKey | 'limit'> =>
      bench.store.createKey(newToken(id, more), 20)
    const tokens = (page: { limit: number; after?: string }): Promise<ApiKey[]> =>
      bench.store.listKeys({ accountId: 'acct_a', sort: 'token', ...page })

    test('is found by its secret and its id with the scopes that it was made with', async () => {
      await bench.account()
      const made = await make('tok_a', { scopes: ['registry:read', 'ask'] })
      expect(made).toMatchObject({ id: 'tok_a', scopes: ['registry:read', 'ask'] })
      expect(await bench.store.findKeyByHash(hashOf('tok_a'))).toEqual(made)
      expect(await bench.store.getKey('acct_a', 'tok_a')).toEqual(made)
      expect(await make('tok_b', { scopes: ['registry:read'] })).toMatchObject({ scopes: ['registry:read'] })
    })

    test('stand in a list of their own, which comes by pages, and keys in theirs', async () => {
      await bench.account()
      await make('tok_late', { now: NOON + 1 })
      for (const id of ['tok_c', 'tok_a', 'tok_b']) await make(id)
      for (const id of ['key_a', 'tok_aa_but_a_key']) await bench.key({}, id)
      expect((await bench.keys()).map(({ id }) => id)).toEqual(['key_a', 'tok_aa_but_a_key'])
      expect(await pages(tokens, 3)).toEqual([['tok_a', 'tok_b', 'tok_c'], ['tok_late']])
      expect(await pages(tokens, 2)).toEqual([
        ['tok_a', 'tok_b'],
        ['tok_c', 'tok_late'],
      ])
      expect(await tokens({ limit: 9, after: 'key_a' })).toEqual([])
      expect(await bench.store.listKeys({ accountId: 'acct_a', limit: 9, after: 'tok_a' })).toEqual([])
    })

    test('are counted apart from keys, also when 50 of each are made at once', async () => {
      await bench.account()
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, index) => [
          make(`tok_${index}`),
          bench.store.createKey(newKey(`key_${index}`), 20),
        ]).flat(),
      )
      expect(made.filter((key) => key === 'limit')).toHaveLength(60)
      expect(await tokens({ limit: 100 })).toHaveLength(20)
      expect(await bench.keys()).toHaveLength(20)
    })

    test('one that was revoked or has expired frees a place among them', async () => {
      await bench.account()
      await bench.store.createKey(newToken('tok_a', { expiresAt: NOON + 5 }), 1)
      expect(await bench.store.createKey(newToken('tok_b', { now: NOON + 4 }), 1)).toBe('limit')
      expect(await bench.store.createKey(newToken('tok_b', { now: NOON + 5 }), 1)).toMatchObject({
        id: 'tok_b',
      })
      await bench.store.revokeKey('acct_a', 'tok_b', NOON + 6)
      expect(await bench.store.createKey(newToken('tok_c', { now: NOON + 7 }), 1)).toMatchObject({
        id: 'tok_c',
      })
    })

    test('keep their scopes whatever else of them is changed', async () => {
      await bench.account()
      await make('tok_a')
      expect(
        await bench.store.updateKey('acct_a', 'tok_a', { name: 'New', limits: { day: 5 } }),
      ).toMatchObject({
        name: 'New',
        scopes: ['ask'],
      })
      const roll = { accountId: 'acct_a', keyId: 'tok_a', secretHash: hashOf('next'), lastFour: 'next' }
      const rolled = await bench.store.rollKey({ ...roll, previousUntil: NOON + HOUR, now: NOON })
      expect(rolled).toMatchObject({ scopes: ['ask'], lastFour: 'next' })
      expect(await bench.store.revokeKey('acct_a', 'tok_a', NOON)).toMatchObject({ scopes: ['ask'] })
    })

    test('pay from the credit of the account within their caps, as keys do', async () => {
      await bench.account(1_000)
      await make('tok_a', { limits: { hour: null, day: 60, week: null, month: null } })
      expect(await bench.hold('call', 40, 40, { keyId: 'tok_a' })).toEqual(granted(40))
      expect(await bench.settle('call', 30)).toMatchObject({ costMicros: 30 })
      expect(await bench.hold('second', 40, 40, { keyId: 'tok_a' })).toMatchObject({ kind: 'refused' })
      expect(await bench.windows(NOON, 'tok_a')).toMatchObject({ day: [30, 0] })
      expect(await bench.money()).toEqual([970, 0])
      expect(await bench.store.listUsage({ accountId: 'acct_a', keyId: 'tok_a', limit: 9 })).toMatchObject([
        { id: 'call', costMicros: 30 },
      ])
      expect(await bench.store.getKey('acct_a', 'tok_a')).toMatchObject({ lastUsedAt: NOON, scopes: ['ask'] })
    })
  })
}
