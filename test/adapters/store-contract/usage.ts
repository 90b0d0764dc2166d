import { describe, expect, test } from 'vitest'
import { Bench, NOON, type OpenStore } from './bench.ts'

export function usageContract(open: OpenStore): void {
  describe('the usage history', () => {
    const bench = new Bench(open)
    const ids = async (more: { keyId?: string; limit?: number; after?: string } = {}): Promise<string[]> => {
      const records = await bench.store.listUsage({ accountId: 'acct_a', limit: 100, ...more })
      return records.map(({ id }) => id)
    }

    test('a call is in it as running, then as it ended', async () => {
      await bench.account()
      await bench.key()
      await bench.hold('call', 300, 300, { frameworks: ['dora', 'iso-27001'] })
      const running = {
        id: 'call',
        accountId: 'acct_a',
        keyId: 'key_a',
        model: 'svc-fast',
        frameworks: ['dora', 'iso-27001'],
        status: 'running',
        promptTokens: 0,
        completionTokens: 0,
        costMicros: 0,
        startedAt: NOON,
        endedAt: null,
      }
      expect(await bench.store.getUsage('acct_a', 'call')).toEqual(running)
      await bench.settle('call', 72, { status: 'length', now: NOON + 5 })
      const ended = {
        ...running,
        status: 'length',
        promptTokens: 100,
        completionTokens: 20,
        costMicros: 72,
        endedAt: NOON + 5,
      }
      expect(await bench.store.getUsage('acct_a', 'call')).toEqual(ended)
      expect(await bench.store.listUsage({ accountId: 'acct_a', limit: 1 })).toEqual([ended])
    })

    test('a call without frameworks has an empty list of them', async () => {
      await bench.account()
      await bench.key()
      await bench.hold('call', 1, 1)
      expect(await bench.store.getUsage('acct_a', 'call')).toMatchObject({ frameworks: [] })
    })

    test('it pages newest first, each call once, also where calls began in one millisecond', async () => {
      await bench.account()
      await bench.key()
      const times = [3, 1, 1, 1, 2, 0]
      for (const [index, time] of times.entries()) {
        await bench.hold(`call-${index}`, 1, 1, { now: NOON + time })
      }
      const newestFirst = ['call-0', 'call-4', 'call-3', 'call-2', 'call-1', 'call-5']
      expect(await ids()).toEqual(newestFirst)
      const paged: string[] = []
      for (let page = await ids({ limit: 2 }); page.length > 0;) {
        expect(page.length).toBeLessThanOrEqual(2)
        paged.push(...page)
        page = await ids({ limit: 2, after: page.at(-1) ?? '' })
      }
      expect(paged).toEqual(newestFirst)
    })

    test('it can be asked for one key', async () => {
      await bench.account()
      await bench.key()
      await bench.key({}, 'key_b')
      await bench.hold('a', 1, 1)
      await bench.hold('b', 1, 1, { keyId: 'key_b', now: NOON + 1 })
      await bench.hold('c', 1, 1, { now: NOON + 2 })
      expect(await ids({ keyId: 'key_a' })).toEqual(['c', 'a'])
      expect(await ids({ keyId: 'key_a', after: 'c' })).toEqual(['a'])
      expect(await ids({ keyId: 'key_none' })).toEqual([])
    })

    test('one account sees nothing of another', async () => {
      await bench.account()
      await bench.account(1_000, 'acct_b')
      await bench.key()
      await bench.key({}, 'key_b', 'acct_b')
      await bench.hold('mine', 1, 1)
      await bench.hold('theirs', 1, 1, { accountId: 'acct_b', keyId: 'key_b', now: NOON + 1 })
      expect(await ids()).toEqual(['mine'])
      expect(await ids({ keyId: 'key_b' })).toEqual([])
      expect(await ids({ after: 'theirs' })).toEqual([])
      expect(await bench.store.getUsage('acct_a', 'theirs')).toBeUndefined()
      expect(await bench.store.getUsage('acct_a', 'none')).toBeUndefined()
    })

    test('a page after a call that is not known is empty', async () => {
      await bench.account()
      await bench.key()
      await bench.hold('call', 1, 1)
      expect(await ids({ after: 'none' })).toEqual([])
    })
  })
}
