import { describe, expect, test } from 'vitest'
import { WINDOW_KINDS } from '../../../src/domain/ledger/spend-windows.ts'
import { allWindows, Bench, granted, HOUR, NOON, type OpenStore } from './bench.ts'

export function holdContract(open: OpenStore): void {
  describe('holds', () => {
    const bench = new Bench(open)

    test.each([
      {
        what: 'the ceiling where all is there',
        credit: 500,
        limits: {},
        floor: 10,
        ceiling: 300,
        amount: 300,
      },
      { what: 'what credit is left', credit: 200, limits: {}, floor: 10, ceiling: 300, amount: 200 },
      { what: 'what a cap leaves', credit: 500, limits: { day: 120 }, floor: 10, ceiling: 300, amount: 120 },
      {
        what: 'what the tightest cap leaves',
        credit: 500,
        limits: { hour: 130, day: 120, week: 110, month: 140 },
        floor: 10,
        ceiling: 300,
        amount: 110,
      },
      {
        what: 'the floor to the micro-dollar',
        credit: 10,
        limits: { hour: 10 },
        floor: 10,
        ceiling: 99,
        amount: 10,
      },
      { what: 'nothing for a free call', credit: 1, limits: { hour: 1 }, floor: 0, ceiling: 0, amount: 0 },
    ])('a hold is granted $what', async ({ credit, limits, floor, ceiling, amount }) => {
      await bench.account(credit)
      await bench.key(limits)
      expect(await bench.hold('call', floor, ceiling)).toEqual(granted(amount))
      expect(await bench.money()).toEqual([credit, amount])
      expect(await bench.windows()).toEqual(allWindows([0, amount]))
    })

    test.each([
      { what: 'no credit', credit: 0, floor: 0, transient: false },
      { what: 'credit one micro-dollar under the floor', credit: 9, floor: 10, transient: false },
    ])('$what refuses for good and changes nothing', async ({ credit, floor, transient }) => {
      await bench.account(credit)
      await bench.key()
      expect(await bench.hold('call', floor, 99)).toEqual({
        kind: 'refused',
        refusal: { kind: 'credit', balanceMicros: credit, heldMicros: 0, transient },
      })
      expect(await bench.money()).toEqual([credit, 0])
      expect(await bench.windows()).toEqual(allWindows([0, 0]))
      expect(await bench.store.getUsage('acct_a', 'call')).toBeUndefined()
    })

    test('credit that running calls hold refuses only for now', async () => {
      await bench.account(100)
      await bench.key()
      await bench.hold('running', 95, 95)
      const refusal = { kind: 'credit', balanceMicros: 100, heldMicros: 95 }
      expect(await bench.hold('call', 6, 6)).toEqual({
        kind: 'refused',
        refusal: { ...refusal, transient: true },
      })
      expect(await bench.hold('call', 101, 101)).toEqual({
        kind: 'refused',
        refusal: { ...refusal, transient: false },
      })
      expect(await bench.hold('call', 5, 6)).toEqual(granted(5))
    })

    test.each(WINDOW_KINDS)(
      'a cap on the %s refuses, transient while only running calls fill it',
      async (kind) => {
        await bench.account()
        await bench.key({ [kind]: 100 })
        await bench.hold('first', 95, 95)
        const refused = (spentMicros: number, heldMicros: number, transient: boolean) => ({
          kind: 'refused',
          refusal: {
            kind: 'window',
            transient,
            spend: expect.objectContaining({
              window: kind,
              limitMicros: 100,
              spentMicros,
              heldMicros,
            }) as unknown,
          },
        })
        expect(await bench.hold('call', 6, 6)).toEqual(refused(0, 95, true))
        await bench.settle('first', 95)
        expect(await bench.hold('call', 6, 6)).toEqual(refused(95, 0, false))
        expect(await bench.hold('call', 5, 6)).toEqual(granted(5))
      },
    )

    test('credit is looked at before caps', async () => {
      await bench.account(5)
      await bench.key({ hour: 0 })
      expect(await bench.hold('call', 6, 6)).toMatchObject({ refusal: { kind: 'credit' } })
    })

    test('a cap of zero refuses for good, even a call that costs nothing', async () => {
      await bench.account()
      await bench.key({ day: 0 })
      expect(await bench.hold('call', 0, 0)).toMatchObject({
        refusal: { kind: 'window', spend: { window: 'day', limitMicros: 0 }, transient: false },
      })
    })

    test('a cap set in mid-window counts what was spent and held before it', async () => {
      await bench.account()
      await bench.key()
      await bench.hold('spent', 60, 60)
      await bench.settle('spent', 40)
      await bench.hold('running', 30, 30)
      await bench.store.updateKey('acct_a', 'key_a', { limits: { month: 100 } })
      expect(await bench.hold('call', 31, 31)).toMatchObject({
        refusal: { spend: { window: 'month', spentMicros: 40, heldMicros: 30 }, transient: true },
      })
      expect(await bench.hold('call', 10, 50)).toEqual(granted(30))
    })

    test('a cap lowered under what was spent refuses, and lifting it admits again', async () => {
      await bench.account()
      await bench.key({ week: 100 })
      await bench.hold('spent', 60, 60)
      await bench.settle('spent', 60)
      await bench.store.updateKey('acct_a', 'key_a', { limits: { week: 50 } })
      expect(await bench.hold('call', 1, 1)).toMatchObject({ refusal: { kind: 'window', transient: false } })
      await bench.store.updateKey('acct_a', 'key_a', { limits: { week: null } })
      expect(await bench.hold('call', 1, 1)).toEqual(granted(1))
    })

    test('the next window begins with nothing spent', async () => {
      await bench.account()
      await bench.key({ hour: 10 })
      await bench.hold('spent', 10, 10)
      await bench.settle('spent', 10)
      expect(await bench.hold('call', 1, 1, { now: NOON + HOUR - 1 })).toMatchObject({ kind: 'refused' })
      expect(await bench.hold('call', 1, 1, { now: NOON + HOUR })).toEqual(granted(1))
    })

    test('a revoked or unknown key holds nothing', async () => {
      await bench.account()
      await bench.key()
      await bench.store.revokeKey('acct_a', 'key_a', NOON)
      const refused = { kind: 'refused', refusal: { kind: 'key_inactive' } }
      expect(await bench.hold('call', 1, 1)).toEqual(refused)
      expect(await bench.hold('call', 1, 1, { keyId: 'key_none' })).toEqual(refused)
      expect(await bench.money()).toEqual([1_000_000, 0])
    })

    test('keys of one account share its credit, each with its own windows', async () => {
      await bench.account(100)
      await bench.key({ hour: 60 })
      await bench.key({}, 'key_b')
      await bench.hold('one', 60, 60)
      expect(await bench.hold('two', 1, 99, { keyId: 'key_b' })).toEqual(granted(40))
      expect(await bench.windows(NOON, 'key_b')).toEqual(allWindows([0, 40]))
      expect(await bench.windows()).toEqual(allWindows([0, 60]))
    })

    test.each([
      { what: 'a cap', credit: 1_000_000, limits: { day: 7_999 } },
      { what: 'the credit', credit: 7_999, limits: {} },
    ])('of 200 holds at once, $what that covers seven admits seven', async ({ credit, limits }) => {
      await bench.account(credit)
      await bench.key(limits)
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, index) => bench.hold(`call-${index}`, 1_000, 1_000)),
      )
      expect(outcomes.filter(({ kind }) => kind === 'held')).toHaveLength(7)
      expect(await bench.money()).toEqual([credit, 7_000])
      expect(await bench.windows()).toEqual(allWindows([0, 7_000]))
    })
  })
}
