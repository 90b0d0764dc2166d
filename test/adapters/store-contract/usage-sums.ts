import { describe, expect, test } from 'vitest'
import type { CallStatus } from '../../../src/domain/ledger/store.ts'
import {
  DAY_MS,
  SUMMED_DAYS,
  type UsageSum,
  type UsageSumsBy,
  type UsageSumsQuery,
} from '../../../src/domain/ledger/usage-sums.ts'
import { Bench, byTwenty, HOUR, NOON, type OpenStore } from './bench.ts'

const TODAY = NOON - 12 * HOUR

export function usageSumsContract(open: OpenStore): void {
  describe('the sums of days', () => {
    const bench = new Bench(open)
    const sums = (by: UsageSumsBy, more: Partial<UsageSumsQuery> = {}) =>
      bench.store.usageSums({ accountId: 'acct_a', from: TODAY, to: TODAY + DAY_MS, by, ...more })
    /** Day (from today), value, calls and cost. */
    const shown = (rows: UsageSum[]): unknown[] =>
      rows.map(({ day, value, calls, costMicros }) => [(day - TODAY) / DAY_MS, value, calls, costMicros])

    interface Ended {
      now?: number
      keyId?: string
      model?: string
      status?: CallStatus
      frameworks?: string[]
    }
    let calls = 0
    const ended = async (
      costMicros: number,
      { status = 'completed', ...more }: Ended = {},
    ): Promise<void> => {
      const id = `sum-${(calls += 1)}`
      await bench.hold(id, costMicros, costMicros, more)
      await bench.settle(id, costMicros, { status, now: (more.now ?? NOON) + 1 })
    }

    test('tell calls, tokens and cost by model, key, status and framework', async () => {
      await bench.account()
      await bench.key()
      await bench.key({}, 'key_b')
      await ended(5, { frameworks: ['dora', 'gdpr'] })
      await ended(7, { model: 'svc-thinking', keyId: 'key_b', frameworks: ['gdpr'] })
      await ended(0, { status: 'upstream_error' })
      await bench.hold('running', 1, 1)
      const row = (value: string, calls: number, costMicros: number): UsageSum => {
        const tokens = { promptTokens: 100 * calls, completionTokens: 20 * calls }
        return { day: TODAY, value, calls, ...tokens, costMicros }
      }
      expect(await sums('model')).toEqual([row('svc-fast', 2, 5), row('svc-thinking', 1, 7)])
      expect(await sums('key')).toEqual([row('key_a', 2, 5), row('key_b', 1, 7)])
      expect(await sums('status')).toEqual([row('completed', 2, 12), row('upstream_error', 1, 0)])
      expect(await sums('framework')).toEqual([row('', 1, 0), row('dora', 1, 5), row('gdpr', 2, 12)])
      expect(await sums('framework', { keyId: 'key_b' })).toEqual([row('gdpr', 1, 7)])
      expect(await sums('status', { keyId: 'key_a' })).toEqual([
        row('completed', 1, 5),
        row('upstream_error', 1, 0),
      ])
      expect(await sums('model', { keyId: 'key_none' })).toEqual([])
    })

    test('count a call on the day on which it began, whenever it ended', async () => {
      await bench.account()
      await bench.key()
      await bench.hold('late', 5, 5, { now: TODAY + DAY_MS - 1 })
      await bench.settle('late', 5, { now: TODAY + DAY_MS + HOUR })
      await ended(7, { now: TODAY + DAY_MS })
      await ended(1, { now: TODAY })
      const both = await sums('model', { to: TODAY + 2 * DAY_MS })
      expect(shown(both)).toEqual([
        [0, 'svc-fast', 2, 6],
        [1, 'svc-fast', 1, 7],
      ])
      expect(shown(await sums('model'))).toEqual([[0, 'svc-fast', 2, 6]])
      expect(shown(await sums('model', { from: TODAY + DAY_MS, to: TODAY + 2 * DAY_MS }))).toEqual([
        [1, 'svc-fast', 1, 7],
      ])
      expect(await sums('model', { to: TODAY })).toEqual([])
    })

    test('come by day and value, in the order of their letters', async () => {
      await bench.account()
      await bench.key()
      const frameworks = ['b', 'B', 'a-b', 'ab', 'a']
      await ended(1, { frameworks })
      expect((await sums('framework')).map(({ value }) => value)).toEqual(frameworks.toSorted())
    })

    test('take back what a sweep counted once the call settles after all', async () => {
      await bench.account()
      await bench.key()
      await bench.hold('swept', 50, 50, { frameworks: ['dora'], expiresAt: NOON + 1 })
      await bench.hold('lost', 50, 50, { frameworks: ['dora'], expiresAt: NOON + 1 })
      await bench.store.sweep(NOON + 1)
      expect(shown(await sums('status'))).toEqual([[0, 'expired', 2, 0]])
      await bench.settle('swept', 30, { now: NOON + 2 })
      await bench.settle('swept', 30, { now: NOON + 3 })
      expect(shown(await sums('status'))).toEqual([
        [0, 'completed', 1, 30],
        [0, 'expired', 1, 0],
      ])
      expect(await sums('framework')).toEqual([
        { day: TODAY, value: 'dora', calls: 2, promptTokens: 100, completionTokens: 20, costMicros: 30 },
      ])
      await bench.settle('lost', 30, { now: NOON + 4 })
      expect(shown(await sums('status'))).toEqual([[0, 'completed', 2, 60]])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('count what a call was charged: an end that was free costs nothing, and one that comes again counts once', async () => {
      await bench.account()
      await bench.key()
      const end = { promptTokens: 3, completionTokens: 0, status: 'empty', freePerDay: 1, now: NOON } as const
      for (const id of ['free', 'paid', 'paid']) {
        if (id === 'free' || !(await bench.store.getUsage('acct_a', id))) await bench.hold(id, 9, 9)
        await bench.store.settle({ id, costMicros: 9, ...end })
      }
      expect(shown(await sums('status'))).toEqual([[0, 'empty', 2, 9]])
    })

    test('of many calls at once are right to the last one', async () => {
      await bench.account()
      await bench.account(1_000_000, 'acct_b')
      for (const [id, accountId] of [
        ['key_a', 'acct_a'],
        ['key_b', 'acct_b'],
        ['key_c', 'acct_a'],
      ] as const) {
        await bench.key({}, id, accountId)
      }
      await byTwenty(
        Array.from({ length: 240 }, (_, index) => index),
        async (index) => {
          const keyId = `key_${'abc'.charAt(index % 3)}`
          const id = `many-${index}`
          const accountId = keyId === 'key_b' ? 'acct_b' : 'acct_a'
          await bench.hold(id, 2, 2, { keyId, accountId, frameworks: [`f${index % 2}`] })
          if (index % 5 === 0) return
          await bench.settle(id, 2)
        },
      )
      await Promise.all([bench.store.sweep(NOON + HOUR), bench.store.sweep(NOON + HOUR)])
      const later = [0, 5, 10, 15, 20, 25].map((index) =>
        bench.settle(`many-${index}`, 1, { now: NOON + HOUR }),
      )
      await Promise.all(later)
      expect(shown(await sums('key'))).toEqual([
        [0, 'key_a', 80, 130],
        [0, 'key_c', 80, 130],
      ])
      expect(shown(await sums('key', { accountId: 'acct_b' }))).toEqual([[0, 'key_b', 80, 130]])
      expect(shown(await sums('framework', { keyId: 'key_a' }))).toEqual([
        [0, 'f0', 40, 65],
        [0, 'f1', 40, 65],
      ])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('outlive the calls that they count', async () => {
      await bench.account()
      await bench.key()
      await ended(5, { frameworks: ['dora'] })
      await ended(7)
      const before = [await sums('model'), await sums('framework')]
      const prune = { endedBefore: NOON + HOUR, callsMost: undefined }
      expect(await bench.store.prune(prune, NOON + 10 * DAY_MS)).toBe(2)
      expect(await bench.store.listUsage({ accountId: 'acct_a', limit: 9 })).toEqual([])
      expect([await sums('model'), await sums('framework')]).toEqual(before)
      await ended(3)
      expect(shown(await sums('model'))).toEqual([[0, 'svc-fast', 3, 15]])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('go when their day is too long ago to be asked for', async () => {
      await bench.account()
      await bench.account(1_000_000, 'acct_b')
      await bench.key()
      await bench.key({}, 'key_b', 'acct_b')
      await ended(5, { frameworks: ['dora'] })
      await bench.hold('theirs', 1, 1, { accountId: 'acct_b', keyId: 'key_b' })
      await bench.settle('theirs', 1)
      await ended(7, { now: NOON + DAY_MS })
      const prune = async (now: number): Promise<void> => {
        while ((await bench.store.prune({ endedBefore: undefined, callsMost: undefined }, now)) > 0);
      }
      const two = { to: TODAY + 2 * DAY_MS }
      await prune(TODAY + (SUMMED_DAYS + 1) * DAY_MS - 1)
      expect(shown(await sums('framework', two))).toEqual([
        [0, 'dora', 1, 5],
        [1, '', 1, 7],
      ])
      await prune(TODAY + (SUMMED_DAYS + 1) * DAY_MS)
      expect(shown(await sums('framework', two))).toEqual([[1, '', 1, 7]])
      expect(shown(await sums('model', two))).toEqual([[1, 'svc-fast', 1, 7]])
      expect(await sums('model', { ...two, accountId: 'acct_b' })).toEqual([])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('are asked for by whole days, and not too many of them', async () => {
      await bench.account()
      const longest = { from: TODAY, to: TODAY + SUMMED_DAYS * DAY_MS }
      expect(await sums('model', longest)).toEqual([])
      for (const wrong of [
        { to: longest.to + DAY_MS },
        { from: TODAY - DAY_MS, to: longest.to },
        { from: TODAY + 1 },
        { to: NOON },
      ]) {
        await expect(sums('model', { ...longest, ...wrong })).rejects.toBeInstanceOf(RangeError)
      }
    })
  })

  describe('the usage history of a range', () => {
    const bench = new Bench(open)

    test('has the calls that began from its first moment on and before its last, page by page', async () => {
      await bench.account()
      await bench.key()
      await bench.key({}, 'key_b')
      for (let index = 0; index < 8; index += 1) {
        const keyId = index % 2 === 0 ? 'key_a' : 'key_b'
        await bench.hold(`call-${index}`, 1, 1, { keyId, now: NOON + Math.floor(index / 2) })
      }
      const ids = async (more: object): Promise<string[]> => {
        const found = await bench.store.listUsage({ accountId: 'acct_a', limit: 100, ...more })
        return found.map(({ id }) => id.slice(5))
      }
      const range = { from: NOON + 1, to: NOON + 3 }
      expect(await ids(range)).toEqual(['5', '4', '3', '2'])
      expect(await ids({ from: NOON + 3 })).toEqual(['7', '6'])
      expect(await ids({ to: NOON + 1 })).toEqual(['1', '0'])
      expect(await ids({ ...range, keyId: 'key_b' })).toEqual(['5', '3'])
      expect(await ids({ keyId: 'key_a', to: NOON + 2 })).toEqual(['2', '0'])
      expect(await ids({ ...range, limit: 2 })).toEqual(['5', '4'])
      expect(await ids({ ...range, limit: 2, after: 'call-4' })).toEqual(['3', '2'])
      expect(await ids({ ...range, after: 'call-7' })).toEqual(['5', '4', '3', '2'])
      expect(await ids({ ...range, after: 'call-2' })).toEqual([])
      expect(await ids({ from: NOON + 2, to: NOON + 2 })).toEqual([])
    })
  })
}
