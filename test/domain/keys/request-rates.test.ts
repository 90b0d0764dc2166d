import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestRates, type Rate } from '../../../src/domain/keys/request-rates.ts'
import { FakeClock } from '../../support/fake-clock.ts'

const RATE: Rate = { perSecond: 2, burst: 3 }

test('the burst goes at once, then as many as the rate gives, and what is left is told', () => {
  const clock = new FakeClock()
  const rates = new RequestRates(RATE, clock)
  const take = (): [left: number, waitMs: number] => {
    const { left, waitMs } = rates.take('a')
    return [left, waitMs]
  }
  expect([take(), take(), take()]).toEqual([
    [2, 0],
    [1, 0],
    [0, 500],
  ])
  expect([take(), take()]).toEqual([
    [-1, 500],
    [-1, 500],
  ])
  clock.advance(499)
  expect(take()[0]).toBe(-1)
  clock.advance(1)
  expect(take()).toEqual([0, 500])
  clock.advance(3_600_000)
  expect(take()).toEqual([2, 0])
})

test('each asker has a bucket of their own', () => {
  const rates = new RequestRates({ perSecond: 1, burst: 1 }, new FakeClock())
  expect([rates.take('a').left, rates.take('a').left, rates.take('b').left]).toEqual([0, -1, 0])
})

test('a clock that is set back fills nothing, and goes on from there', () => {
  const clock = new FakeClock()
  const rates = new RequestRates({ perSecond: 1, burst: 1 }, clock)
  rates.take('a')
  clock.advance(-60_000)
  expect(rates.take('a').left).toBe(-1)
  clock.advance(1_000)
  expect(rates.take('a').left).toBe(0)
})

test('ten thousand askers are counted at a time; those that asked longest ago begin anew', () => {
  const rates = new RequestRates({ perSecond: 1, burst: 1 }, new FakeClock())
  for (let asker = 0; asker <= 10_000; asker += 1) rates.take(`${asker}`)
  expect(rates.take('10000').left).toBe(-1)
  expect(rates.take('0').left).toBe(0)
})

test('whatever the times, no stretch has more than the burst and the rate allow, and who waits as told is served', () => {
  fc.assert(
    fc.property(
      fc.record({ perSecond: fc.integer({ min: 1, max: 20 }), burst: fc.integer({ min: 1, max: 20 }) }),
      fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 1, maxLength: 80 }),
      (rate, gaps) => {
        const clock = new FakeClock()
        const rates = new RequestRates(rate, clock)
        const served: number[] = []
        for (const gap of gaps) {
          clock.advance(gap)
          const { left, waitMs } = rates.take('a')
          expect(left).toBeLessThan(rate.burst)
          expect(waitMs).toBeLessThanOrEqual(Math.ceil(1_000 / rate.perSecond))
          expect(waitMs === 0).toBe(left > 0)
          if (left >= 0) served.push(clock.now())
        }
        for (const [index, from] of served.entries()) {
          for (let last = index; last < served.length; last += 1) {
            const allowed = rate.burst + (((served[last] ?? 0) - from) * rate.perSecond) / 1_000
            expect(last - index + 1).toBeLessThanOrEqual(allowed + 1e-6)
          }
        }
        const { left, waitMs } = rates.take('a')
        if (left > 0) return
        // A thousandth more, for sums of parts that no binary number is.
        clock.advance(waitMs + 1)
        expect(rates.take('a').left).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
