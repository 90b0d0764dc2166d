import { describe, expect, test } from 'vitest'
import { NOON, type OpenStore } from '../store-contract/bench.ts'
import { atOnce, PeopleBench } from './bench.ts'

const MINUTE = 60_000

export function countContract(open: OpenStore): void {
  const bench = new PeopleBench(open)
  const count = (limits: Record<string, number>, now = NOON, windowMs = MINUTE) =>
    bench.people.countEvent(
      Object.entries(limits).map(([bucket, most]) => ({ bucket, most, windowMs })),
      now,
    )
  /** How many events more a bucket admits. */
  const room = async (bucket: string, most: number, now = NOON): Promise<number> => {
    for (let more = 0; ; more += 1) if (!(await count({ [bucket]: most }, now)).admitted) return more
  }

  describe('counted events', () => {
    test('are admitted up to the limit of a window that begins with the first of them', async () => {
      expect(await count({ a: 2 })).toEqual({ admitted: true, retryAt: NOON })
      expect(await count({ a: 2 }, NOON + 10)).toEqual({ admitted: true, retryAt: NOON + 10 })
      const full = { admitted: false, retryAt: NOON + MINUTE }
      expect(await count({ a: 2 }, NOON + 20)).toEqual(full)
      expect(await count({ a: 2 }, NOON + MINUTE - 1)).toEqual(full)
      expect(await count({ a: 2 }, NOON + MINUTE)).toMatchObject({ admitted: true })
      expect(await room('a', 2, NOON + MINUTE)).toBe(1)
      expect(await count({ a: 2 }, NOON + 2 * MINUTE - 1)).toEqual({
        admitted: false,
        retryAt: NOON + 2 * MINUTE,
      })
    })

    test('count in all buckets or in none, and a full one tells when it begins anew', async () => {
      await count({ full: 1 })
      expect(await count({ a: 5, full: 1, z: 5 }, NOON + 1)).toEqual({
        admitted: false,
        retryAt: NOON + MINUTE,
      })
      expect([await room('a', 5), await room('z', 5)]).toEqual([5, 5])
    })

    test('that meet several full buckets may come again when the last of them begins anew', async () => {
      await count({ short: 1 }, NOON, MINUTE)
      await count({ long: 1 }, NOON + 5, 10 * MINUTE)
      expect(await count({ long: 1, short: 1 }, NOON + 6)).toEqual({
        admitted: false,
        retryAt: NOON + 5 + 10 * MINUTE,
      })
    })

    test('without a bucket are admitted', async () => {
      expect(await count({})).toEqual({ admitted: true, retryAt: NOON })
    })

    test('that come at once at the edge are admitted as many as there is room, on each bucket', async () => {
      // Named in either order: nobody waits in a circle.
      const events = await atOnce(60, (index) =>
        count(index % 2 === 0 ? { address: 8, all: 20, network: 50 } : { network: 50, other: 9, all: 20 }),
      )
      const admitted = (odd: number): number =>
        events.filter((event, index) => event.admitted && index % 2 === odd).length
      const [address, other] = [admitted(0), admitted(1)]
      // Eight and nine are less than twenty, so that each is filled by its own.
      expect([address, other]).toEqual([8, 9])
      expect([await room('all', 20), await room('network', 50)]).toEqual([20 - 17, 50 - 17])
    })

    test('that come at once for the last places of a shared bucket get these', async () => {
      const events = await atOnce(60, (index) => count({ [`own ${index}`]: 1, all: 20 }))
      expect(events.filter(({ admitted }) => admitted)).toHaveLength(20)
      // Those that were refused left nothing behind in their own buckets.
      const rooms = await atOnce(60, (index) => room(`own ${index}`, 1))
      expect(rooms).toEqual(events.map(({ admitted }) => (admitted ? 0 : 1)))
    })
  })

  describe('what happens once', () => {
    test('is true for the first who asks, name by name', async () => {
      expect(await bench.people.once('alert 50', NOON)).toBe(true)
      expect(await bench.people.once('alert 50', NOON + 1)).toBe(false)
      expect(await bench.people.once('alert 80', NOON)).toBe(true)
    })

    test('is true for one of many who ask at once', async () => {
      const firsts = await atOnce(50, () => bench.people.once('form', NOON))
      expect(firsts.filter(Boolean)).toHaveLength(1)
    })
  })
}
