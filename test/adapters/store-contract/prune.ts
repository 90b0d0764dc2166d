import { describe, expect, test } from 'vitest'
import { PROVISIONAL_MS } from '../../../src/domain/ledger/store.ts'
import { allWindows, Bench, byTwenty, HOUR, NOON, type OpenStore } from './bench.ts'

const DAY = 24 * HOUR
const LATER = NOON + 10 * DAY

export function pruneContract(open: OpenStore): void {
  describe('pruning', () => {
    const bench = new Bench(open)
    const ids = async (accountId = 'acct_a'): Promise<string[]> =>
      (await bench.store.listUsage({ accountId, limit: 5_000 })).map(({ id }) => id)
    const ended = async (id: string, cost: number, now: number, keyId = 'key_a'): Promise<void> => {
      await bench.hold(id, cost, cost, { now, keyId, accountId: keyId === 'key_b' ? 'acct_b' : 'acct_a' })
      await bench.settle(id, cost, { now })
    }
    const before = (endedBefore: number, now = LATER): Promise<number> =>
      bench.store.prune({ endedBefore, callsMost: undefined }, now)
    const newest = (callsMost: number, now = LATER): Promise<number> =>
      bench.store.prune({ endedBefore: undefined, callsMost }, now)

    test('takes the calls that ended before a moment and carries their charges over, account by account', async () => {
      await bench.account(1_000)
      await bench.account(1_000, 'acct_b')
      await bench.key()
      await bench.key({}, 'key_b', 'acct_b')
      await ended('old', 100, NOON + 5)
      await ended('older', 20, NOON)
      await ended('theirs', 7, NOON, 'key_b')
      await ended('new', 3, NOON + 6)
      expect(await before(NOON + 6)).toBe(3)
      expect([await ids(), await ids('acct_b')]).toEqual([['new'], []])
      expect(await bench.store.listJournal({ accountId: 'acct_a', limit: 9 })).toMatchObject([
        { kind: 'charge', amountMicros: -3, callId: 'new' },
        { kind: 'carried', amountMicros: -120, reason: null, callId: null, at: NOON + 5 },
        { kind: 'grant', amountMicros: 1_000 },
      ])
      expect(await bench.money()).toEqual([877, 0])
      expect(await bench.windows()).toEqual(allWindows([123, 0]))
      expect(await bench.store.checkBooks()).toEqual([])
      expect(await before(NOON + 6)).toBe(0)
    })

    test('carries into one line an account, however often it runs, and none where nothing was charged', async () => {
      await bench.account(1_000)
      await bench.key()
      await ended('free', 0, NOON)
      expect(await before(NOON + 1)).toBe(1)
      expect(await bench.store.listJournal({ accountId: 'acct_a', limit: 9 })).toHaveLength(1)
      for (let index = 1; index <= 3; index += 1) {
        await ended(`call-${index}`, 10, NOON + index)
        expect(await before(NOON + index + 1)).toBe(1)
      }
      expect(await bench.store.listJournal({ accountId: 'acct_a', limit: 9 })).toMatchObject([
        { kind: 'carried', amountMicros: -30, at: NOON + 3 },
        { kind: 'grant' },
      ])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('never takes an open call, nor one that its settlement may still reach', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('swept', 100, 100, { expiresAt: NOON })
      await bench.store.sweep(NOON)
      await bench.hold('open', 100, 100)
      await ended('done', 1, NOON)
      expect(await before(LATER, NOON + PROVISIONAL_MS - 1)).toBe(1)
      expect(await ids()).toEqual(['open', 'swept'])
      expect(await bench.settle('swept', 50, { now: NOON + PROVISIONAL_MS - 1 })).toEqual({
        costMicros: 50,
        first: true,
      })
      expect(await before(LATER)).toBe(1)
      expect(await ids()).toEqual(['open'])
      expect(await newest(0)).toBe(0)
      expect(await bench.money()).toEqual([949, 100])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('takes one that was swept and never settled, once nothing can reach it', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('swept', 100, 100, { expiresAt: NOON })
      await bench.store.sweep(NOON)
      expect(await before(LATER, NOON + PROVISIONAL_MS)).toBe(1)
      expect(await ids()).toEqual([])
    })

    test('leaves the newest so many', async () => {
      await bench.account(1_000)
      await bench.key()
      for (let index = 0; index < 6; index += 1) await ended(`call-${index}`, 1, NOON + index)
      expect(await newest(6)).toBe(0)
      expect(await newest(4)).toBe(2)
      expect(await ids()).toEqual(['call-5', 'call-4', 'call-3', 'call-2'])
      expect(await newest(4)).toBe(0)
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('takes nothing where nothing is limited', async () => {
      await bench.account(1_000)
      await bench.key()
      await ended('call', 1, NOON)
      expect(await bench.store.prune({ endedBefore: undefined, callsMost: undefined }, LATER)).toBe(0)
    })

    test('takes at most a thousand at a time', async () => {
      await bench.account()
      await bench.key()
      const calls = Array.from({ length: 1_100 }, (_, index) => `call-${index}`)
      await byTwenty(calls, async (id) => {
        await bench.hold(id, 1, 1)
        await bench.settle(id, 1)
      })
      expect(await newest(10)).toBe(1_000)
      expect(await newest(10)).toBe(90)
      expect(await ids()).toHaveLength(10)
      expect(await bench.money()).toEqual([998_900, 0])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('takes windows that ended more than 40 days ago and hold nothing, and no others', async () => {
      await bench.account(1_000)
      await bench.key({ month: 500 })
      await ended('call', 5, NOON)
      await bench.hold('open', 7, 7, { now: NOON + HOUR })
      const at = (days: number): number => NOON + days * DAY
      // The hour of noon, 12:00 to 13:00, is over for 40 days an hour later.
      expect(await before(0, at(40))).toBe(0)
      expect(await before(0, at(40) + HOUR)).toBe(1)
      expect(await bench.windows()).toEqual({ hour: [0, 0], day: [5, 7], week: [5, 7], month: [5, 7] })
      expect(await before(0, at(400))).toBe(0)
      await bench.settle('open', 7, { now: at(1) })
      expect(await before(0, at(400))).toBe(4)
      expect(await bench.windows()).toEqual(allWindows([0, 0]))
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('a settlement that comes after its windows are gone charges the account, and brings none of them back', async () => {
      await bench.account(1_000)
      await bench.key()
      await ended('call', 5, NOON)
      await bench.hold('swept', 7, 7)
      const later = NOON + 60 * DAY
      await bench.store.sweep(later)
      expect(await before(0, later)).toBeGreaterThan(0)
      expect(await bench.settle('swept', 7, { now: later + HOUR })).toEqual({ costMicros: 7, first: true })
      expect(await bench.money()).toEqual([988, 0])
      expect(await bench.windows()).toMatchObject({ hour: [0, 0], day: [0, 0] })
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('several at once take each call once', async () => {
      await bench.account()
      await bench.key()
      for (let index = 0; index < 60; index += 1) await ended(`call-${index}`, 3, NOON + index)
      const counts = await Promise.all(Array.from({ length: 6 }, () => before(LATER)))
      const left = await before(LATER)
      expect(counts.reduce((sum, count) => sum + count, left)).toBe(60)
      expect(await bench.store.checkBooks()).toEqual([])
    })
  })
}
