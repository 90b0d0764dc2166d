import { describe, expect, test } from 'vitest'
import { Bench, byTwenty, HOUR, NOON, type OpenStore } from './bench.ts'

export function emptyContract(open: OpenStore): void {
  describe('ends that are free so often a day', () => {
    const bench = new Bench(open)
    const empty = async (id: string, freePerDay: number, now = NOON, costMicros = 10) => {
      const tokens = { promptTokens: 100, completionTokens: 0 }
      const settled = await bench.store.settle({
        id,
        costMicros,
        ...tokens,
        status: 'empty',
        freePerDay,
        now,
      })
      return settled?.costMicros
    }
    const emptied = async (id: string, freePerDay: number, now = NOON, keyId = 'key_a') => {
      const accountId = keyId === 'key_other' ? 'acct_b' : 'acct_a'
      await bench.hold(id, 30, 30, { now, keyId, accountId })
      return empty(id, freePerDay, now)
    }

    test('the first so many cost nothing, the next what they cost', async () => {
      await bench.account()
      await bench.key()
      const costs = []
      for (let index = 0; index < 4; index += 1) costs.push(await emptied(`call-${index}`, 2))
      expect(costs).toEqual([0, 0, 10, 10])
      expect(await bench.money()).toEqual([999_980, 0])
      expect(await bench.store.getUsage('acct_a', 'call-1')).toMatchObject({ status: 'empty', costMicros: 0 })
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('none are free where none may be, and one that costs nothing uses up none', async () => {
      await bench.account()
      await bench.key()
      expect(await emptied('none', 0)).toBe(10)
      await bench.hold('costless', 0, 0)
      expect(await empty('costless', 1, NOON, 0)).toBe(0)
      expect(await emptied('first', 1)).toBe(0)
    })

    test('the keys of an account share them, another account has its own', async () => {
      await bench.account()
      await bench.account(1_000, 'acct_b')
      await bench.key()
      await bench.key({}, 'key_b')
      await bench.key({}, 'key_other', 'acct_b')
      expect(await emptied('one', 1)).toBe(0)
      expect(await emptied('two', 1, NOON, 'key_b')).toBe(10)
      expect(await emptied('theirs', 1, NOON, 'key_other')).toBe(0)
    })

    test('they begin anew with the day in UTC', async () => {
      await bench.account()
      await bench.key()
      const midnight = NOON + 12 * HOUR
      expect(await emptied('one', 1, midnight - 1)).toBe(0)
      expect(await emptied('two', 1, midnight - 1)).toBe(10)
      expect(await emptied('three', 1, midnight)).toBe(0)
    })

    test('an end that is told again uses up none', async () => {
      await bench.account()
      await bench.key()
      await emptied('one', 2)
      expect(await empty('one', 2)).toBe(0)
      expect(await emptied('two', 2)).toBe(0)
      expect(await emptied('three', 2)).toBe(10)
    })

    test('one that comes after the sweep is free all the same while there are any', async () => {
      await bench.account()
      await bench.key()
      for (const id of ['one', 'two']) await bench.hold(id, 30, 30, { expiresAt: NOON + 1 })
      await bench.store.sweep(NOON + 1)
      expect(await empty('one', 1, NOON + HOUR)).toBe(0)
      expect(await empty('two', 1, NOON + HOUR)).toBe(10)
    })

    test('of a thousand by callers at once exactly as many are free as may be', async () => {
      await bench.account()
      await bench.key()
      const ids = Array.from({ length: 1_000 }, (_, index) => `call-${index}`)
      await byTwenty(ids, (id) => bench.hold(id, 30, 30))
      const costs = await byTwenty(ids, (id) => empty(id, 20))
      expect(costs).toHaveLength(1_000)
      expect(costs.filter((cost) => cost === 0)).toHaveLength(20)
      expect(await bench.money()).toEqual([1_000_000 - 980 * 10, 0])
    })
  })
}
