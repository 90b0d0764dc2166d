import { describe, expect, test } from 'vitest'
import { PROVISIONAL_MS, type CallStatus } from '../../../src/domain/ledger/store.ts'
import type { SpendLimits } from '../../../src/domain/ledger/spend-windows.ts'
import { allWindows, Bench, HOUR, NOON, type OpenStore } from './bench.ts'

export function lateContract(open: OpenStore): void {
  describe('a settlement that comes after the sweep', () => {
    const bench = new Bench(open)
    const SWEPT = NOON + 10

    /** A call that held 300 and was swept. */
    async function swept(creditMicros = 1_000, limits: Partial<SpendLimits> = {}): Promise<void> {
      await bench.account(creditMicros)
      await bench.key(limits)
      await bench.hold('call', 300, 300, { expiresAt: SWEPT })
      await bench.store.sweep(SWEPT)
    }
    const late = (costMicros: number, now = NOON + HOUR, status: CallStatus = 'completed') =>
      bench.store.settle({ id: 'call', costMicros, promptTokens: 100, completionTokens: 20, status, now })

    test('lands: the call is charged and has its real end', async () => {
      await swept()
      expect(await late(72)).toMatchObject({
        costMicros: 72,
        late: { uncollectedMicros: 0 },
        after: { account: { balanceMicros: 928 }, keyId: 'key_a' },
      })
      expect(await bench.money()).toEqual([928, 0])
      expect(await bench.windows()).toEqual(allWindows([72, 0]))
      expect(await bench.store.getUsage('acct_a', 'call')).toMatchObject({
        status: 'completed',
        costMicros: 72,
        promptTokens: 100,
        completionTokens: 20,
        endedAt: NOON + HOUR,
      })
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('lands once: what comes again changes nothing and is not late', async () => {
      await swept()
      await late(72)
      const again = await late(72)
      expect([again?.costMicros, again?.late, again?.after]).toEqual([72, undefined, undefined])
      expect(await bench.money()).toEqual([928, 0])
    })

    test('charges at most what was held', async () => {
      await swept()
      expect(await late(5_000)).toMatchObject({ costMicros: 300, late: { uncollectedMicros: 0 } })
    })

    test('without a charge gives the call its real end', async () => {
      await swept()
      expect(await late(0, NOON + HOUR, 'upstream_error')).toMatchObject({
        costMicros: 0,
        late: { uncollectedMicros: 0 },
      })
      expect(await bench.store.getUsage('acct_a', 'call')).toMatchObject({ status: 'upstream_error' })
    })

    test('charges what credit that nobody holds leaves, and tells the rest', async () => {
      await swept(400)
      await bench.hold('spent', 150, 150)
      await bench.settle('spent', 150)
      await bench.hold('running', 130, 130)
      expect(await late(200)).toMatchObject({ costMicros: 120, late: { uncollectedMicros: 80 } })
      expect(await bench.money()).toEqual([130, 130])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test.each(['hour', 'day', 'week', 'month'] as const)(
      'charges what the cap of the %s in which it began leaves, whatever hour it is now',
      async (kind) => {
        await swept(1_000, { [kind]: 300 })
        await bench.hold('other', 160, 160)
        await bench.settle('other', 160)
        await bench.hold('running', 100, 100)
        expect(await late(200, NOON + 2 * HOUR)).toMatchObject({
          costMicros: 40,
          late: { uncollectedMicros: 160 },
        })
        expect(await bench.windows()).toEqual(allWindows([200, 100]))
      },
    )

    test('charges nothing where a cap was lowered under what was spent', async () => {
      await swept()
      await bench.hold('other', 100, 100)
      await bench.settle('other', 100)
      await bench.store.updateKey('acct_a', 'key_a', { limits: { day: 50 } })
      expect(await late(72)).toMatchObject({ costMicros: 0, late: { uncollectedMicros: 72 } })
      expect(await bench.money()).toEqual([900, 0])
    })

    test('comes within a day, to the millisecond; after it nothing changes and all of it is told as not charged', async () => {
      await swept()
      const tooLate = await late(72, SWEPT + PROVISIONAL_MS)
      expect([tooLate?.costMicros, tooLate?.late, tooLate?.after]).toEqual([
        0,
        { uncollectedMicros: 72 },
        undefined,
      ])
      expect(await bench.store.getUsage('acct_a', 'call')).toMatchObject({ status: 'expired' })
      expect(await late(72, SWEPT + PROVISIONAL_MS - 1)).toMatchObject({ costMicros: 72 })
    })

    test('another sweep does not take it for one', async () => {
      await swept()
      const again = await late(0, SWEPT + 5, 'expired')
      expect([again?.late, again?.after]).toEqual([undefined, undefined])
      expect(await bench.store.getUsage('acct_a', 'call')).toMatchObject({ endedAt: SWEPT })
    })

    test('of many at once one charges, and together with holds they never take what is not there', async () => {
      await bench.account(1_000)
      await bench.key({ day: 900 })
      for (let index = 0; index < 9; index += 1) {
        await bench.hold(`dead-${index}`, 100, 100, { expiresAt: SWEPT })
      }
      await bench.store.sweep(SWEPT)
      const [settled, held] = await Promise.all([
        Promise.all(
          Array.from({ length: 18 }, (_, index) =>
            bench.settle(`dead-${index % 9}`, 100, { now: NOON + 1_000 }),
          ),
        ),
        Promise.all(Array.from({ length: 9 }, (_, index) => bench.hold(`new-${index}`, 100, 100))),
      ])
      const charged = settled
        .filter((one) => one?.first)
        .reduce((sum, one) => sum + (one?.costMicros ?? 0), 0)
      const open = held.filter(({ kind }) => kind === 'held').length * 100
      expect(charged + open).toBe(900)
      expect(await bench.money()).toEqual([1_000 - charged, open])
      expect(await bench.windows()).toEqual(allWindows([charged, open]))
    })
  })
}
