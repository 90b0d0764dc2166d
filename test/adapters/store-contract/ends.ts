import { describe, expect, test } from 'vitest'
import { allWindows, Bench, HOUR, NOON, type OpenStore } from './bench.ts'

export function endContract(open: OpenStore): void {
  describe('the end of a hold', () => {
    const bench = new Bench(open)

    test('a settled hold takes its cost and gives back the rest', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('call', 300, 300)
      expect(await bench.settle('call', 72)).toEqual({ costMicros: 72, first: true })
      expect(await bench.money()).toEqual([928, 0])
      expect(await bench.windows()).toEqual(allWindows([72, 0]))
    })

    test('a settlement tells what it left: the balance, its share of the last top-up, the windows it began in', async () => {
      await bench.account(1_000)
      await bench.key({ day: 500 })
      await bench.hold('before', 100, 100)
      await bench.settle('before', 100)
      await bench.store.addCredit({
        accountId: 'acct_a',
        amountMicros: 600,
        idempotencyKey: undefined,
        now: NOON,
      })
      await bench.hold('call', 300, 300, { now: NOON + 1 })
      const tokens = { promptTokens: 1, completionTokens: 1, status: 'completed' as const }
      const settled = await bench.store.settle({
        id: 'call',
        costMicros: 72,
        ...tokens,
        now: NOON + 9 * HOUR,
      })
      expect(settled?.after).toMatchObject({
        account: { id: 'acct_a', balanceMicros: 1_428, fundedMicros: 1_500 },
        keyId: 'key_a',
      })
      expect(settled?.after?.spends).toEqual(await bench.store.windowSpends('key_a', NOON))
      expect(settled?.after?.spends[1]).toMatchObject({ window: 'day', limitMicros: 500, spentMicros: 172 })
    })

    test('a cost of zero releases the hold', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('call', 300, 300)
      expect(await bench.settle('call', 0, { status: 'upstream_error' })).toEqual({
        costMicros: 0,
        first: true,
      })
      expect(await bench.money()).toEqual([1_000, 0])
      expect(await bench.windows()).toEqual(allWindows([0, 0]))
    })

    test('never more than was held is taken', async () => {
      await bench.account(1_000)
      await bench.key({ hour: 300 })
      await bench.hold('call', 10, 300)
      expect(await bench.settle('call', 301)).toEqual({ costMicros: 300, first: true })
      expect(await bench.money()).toEqual([700, 0])
      expect(await bench.windows()).toEqual(allWindows([300, 0]))
    })

    test('a second end changes nothing, whatever it asks for, and tells what the first one charged', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('call', 300, 300)
      await bench.settle('call', 72)
      const record = await bench.store.getUsage('acct_a', 'call')
      const charged = { costMicros: 72, first: false }
      expect(await bench.settle('call', 300, { now: NOON + 9_000 })).toEqual(charged)
      expect(await bench.settle('call', 0, { status: 'server_error' })).toEqual(charged)
      expect(await bench.money()).toEqual([928, 0])
      expect(await bench.windows()).toEqual(allWindows([72, 0]))
      expect(await bench.store.getUsage('acct_a', 'call')).toEqual(record)
    })

    test('a hold that never was cannot be settled', async () => {
      await bench.account(1_000)
      expect(await bench.settle('none', 10)).toBeUndefined()
      expect(await bench.money()).toEqual([1_000, 0])
    })

    test('of many ends at once exactly one counts', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('call', 300, 300)
      const ends = await Promise.all(Array.from({ length: 20 }, () => bench.settle('call', 72)))
      expect(ends.filter((end) => end?.first)).toEqual([{ costMicros: 72, first: true }])
      expect(new Set(ends.map((end) => end?.costMicros))).toEqual(new Set([72]))
      expect(await bench.money()).toEqual([928, 0])
    })

    test('a hold settled after the edge of a window belongs to the window it began in', async () => {
      await bench.account(1_000)
      await bench.key({ hour: 300 })
      const newYear = Date.parse('2027-01-01T00:00:00Z')
      await bench.hold('call', 300, 300, { now: newYear - 1 })
      expect(await bench.windows(newYear)).toEqual({
        hour: [0, 0],
        day: [0, 0],
        week: [0, 300],
        month: [0, 0],
      })
      await bench.settle('call', 72, { now: newYear + HOUR })
      expect(await bench.windows(newYear - 1)).toEqual(allWindows([72, 0]))
      expect(await bench.windows(newYear + HOUR)).toEqual({
        hour: [0, 0],
        day: [0, 0],
        week: [72, 0],
        month: [0, 0],
      })
    })

    test('a hold of a key that was revoked meanwhile still ends', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('call', 300, 300)
      await bench.store.revokeKey('acct_a', 'key_a', NOON)
      expect(await bench.settle('call', 72, { status: 'key_revoked' })).toEqual({
        costMicros: 72,
        first: true,
      })
      expect(await bench.money()).toEqual([928, 0])
    })

    test('the sweep ends the holds that have expired, free of charge, and no others', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('settled', 100, 100, { expiresAt: NOON + 10 })
      await bench.settle('settled', 100)
      await bench.hold('due', 200, 200, { expiresAt: NOON + 10 })
      await bench.hold('due-too', 50, 50, { expiresAt: NOON + 9 })
      await bench.hold('later', 300, 300, { expiresAt: NOON + 11 })
      expect(await bench.store.sweep(NOON + 8)).toBe(0)
      expect(await bench.store.sweep(NOON + 10)).toBe(2)
      expect(await bench.store.sweep(NOON + 10)).toBe(0)
      expect(await bench.money()).toEqual([900, 300])
      expect(await bench.windows()).toEqual(allWindows([100, 300]))
      expect(await bench.store.getUsage('acct_a', 'due')).toMatchObject({
        status: 'expired',
        costMicros: 0,
        endedAt: NOON + 10,
      })
      expect(await bench.store.getUsage('acct_a', 'settled')).toMatchObject({ status: 'completed' })
    })

    test('settlements, sweeps and holds at once leave every micro-dollar accounted for', async () => {
      await bench.account(10_000)
      await bench.key({ day: 10_000 })
      for (let index = 0; index < 50; index += 1) {
        await bench.hold(`call-${index}`, 100, 100, { expiresAt: NOON + (index < 10 ? 1 : HOUR) })
      }
      await Promise.all([
        ...Array.from({ length: 40 }, (_, index) => bench.settle(`call-${index + 10}`, index)),
        ...Array.from({ length: 10 }, (_, index) => bench.hold(`more-${index}`, 100, 100)),
        bench.store.sweep(NOON + 1),
        bench.store.sweep(NOON + 1),
      ])
      expect(await bench.money()).toEqual([10_000 - 780, 1_000])
      expect(await bench.windows()).toEqual(allWindows([780, 1_000]))
    })
  })
}
