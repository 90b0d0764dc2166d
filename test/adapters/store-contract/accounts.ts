import { describe, expect, test } from 'vitest'
import { Bench, NOON, pages, type OpenStore } from './bench.ts'

export function accountContract(open: OpenStore): void {
  describe('accounts and credit', () => {
    const bench = new Bench(open)
    const credit = (amountMicros: number, idempotencyKey?: string, accountId = 'acct_a') =>
      bench.store.addCredit({ accountId, amountMicros, idempotencyKey, now: NOON })

    test('an account is found as it was created', async () => {
      const created = await bench.account(250_000)
      expect(created).toEqual({
        id: 'acct_a',
        name: 'Name of acct_a',
        balanceMicros: 250_000,
        fundedMicros: 250_000,
        fundedAt: NOON,
        heldMicros: 0,
        createdAt: NOON,
        suspendedAt: null,
      })
      expect(await bench.store.getAccount('acct_a')).toEqual(created)
    })

    test('an unknown account is not there, and gets no credit', async () => {
      expect(await bench.store.getAccount('acct_none')).toBeUndefined()
      expect(await credit(5, undefined, 'acct_none')).toBeUndefined()
      expect(await credit(5, 'once', 'acct_none')).toBeUndefined()
    })

    test('a NUL in a text is no fault: what is looked for by it is not there, and a name may have one', async () => {
      const { store } = bench
      await store.createAccount({ id: 'acct_a', name: 'a\0b', creditMicros: 0, now: NOON })
      expect(await store.getAccount('acct_a\0')).toBeUndefined()
      expect(await store.getUsage('acct_a', '\0')).toBeUndefined()
      expect(await store.getKey('acct_a', '\0')).toBeUndefined()
      expect(await store.listAccounts({ limit: 10, after: '\0' })).toEqual([])
      expect(await store.listKeys({ accountId: 'acct_a', limit: 10, after: '\0' })).toEqual([])
      expect(await store.listUsage({ accountId: 'acct_a', limit: 10, after: '\0' })).toEqual([])
      expect(await store.listJournal({ accountId: 'acct_a', limit: 10, after: '\0' })).toEqual([])
      expect(await store.checkBooks()).toEqual([])
    })

    test('accounts are listed oldest first', async () => {
      const ages: [string, number][] = [
        ['acct_b', NOON],
        ['acct_c', NOON - 1],
        ['acct_a', NOON],
      ]
      for (const [id, now] of ages) await bench.store.createAccount({ id, name: id, creditMicros: 0, now })
      const ids = (await bench.store.listAccounts({ limit: 100 })).map(({ id }) => id)
      expect(ids).toEqual(['acct_c', 'acct_a', 'acct_b'])
    })

    test('accounts come by pages, each account once, also where many are of one moment', async () => {
      const names = ['acct_e', 'acct_b', 'acct_d', 'acct_a', 'acct_c']
      for (const id of names) {
        const now = id === 'acct_e' ? NOON - 1 : NOON
        await bench.store.createAccount({ id, name: id, creditMicros: 0, now })
      }
      const list = bench.store.listAccounts.bind(bench.store)
      expect(await pages(list, 2)).toEqual([['acct_e', 'acct_a'], ['acct_b', 'acct_c'], ['acct_d']])
      expect(await pages(list, 5)).toEqual([['acct_e', 'acct_a', 'acct_b', 'acct_c', 'acct_d']])
      expect(await list({ limit: 2, after: 'acct_none' })).toEqual([])
    })

    test('credit without an idempotency key is added every time', async () => {
      await bench.account(1)
      await credit(10)
      expect(await credit(10)).toMatchObject({ id: 'acct_a', balanceMicros: 21 })
    })

    test('credit under one idempotency key is added once, and the answer is the account either way', async () => {
      await bench.account(1)
      expect(await credit(10, 'once')).toMatchObject({ balanceMicros: 11 })
      await credit(5)
      expect(await credit(10, 'once')).toMatchObject({ balanceMicros: 16 })
      expect(await bench.money()).toEqual([16, 0])
    })

    test('an idempotency key that comes with another amount is a conflict and adds nothing', async () => {
      await bench.account(1)
      await credit(10, 'once')
      expect(await credit(11, 'once')).toBe('conflict')
      expect(await bench.money()).toEqual([11, 0])
      expect(await credit(10, 'once')).toMatchObject({ balanceMicros: 11 })
    })

    test('an idempotency key belongs to its account', async () => {
      await bench.account(0)
      await bench.account(0, 'acct_b')
      await credit(10, 'once')
      expect(await credit(99, 'once', 'acct_b')).toMatchObject({ balanceMicros: 99 })
      expect(await bench.money()).toEqual([10, 0])
    })

    test('credit that arrives many times at once is added once', async () => {
      await bench.account(0)
      const answers = await Promise.all(Array.from({ length: 20 }, () => credit(10, 'once')))
      expect(answers).toEqual(
        Array.from({ length: 20 }, () => expect.objectContaining({ balanceMicros: 10 })),
      )
    })

    test('credits that arrive at once are all added', async () => {
      await bench.account(0)
      await Promise.all(Array.from({ length: 50 }, (_, index) => credit(index + 1, `top-up-${index}`)))
      expect(await bench.money()).toEqual([1_275, 0])
    })
  })
}
