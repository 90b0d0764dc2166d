import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallGate } from '../../../src/domain/calls/call-gate.ts'
import { Refusal } from '../../../src/domain/refusal.ts'

const PREPARED_MOST = 64
const OF_ONE_KEY = 48

let gate: CallGate
/** Memory as the gate sees it. */
let short: boolean
const memoryIsShort = (): boolean => short
/** Calls that may have begun, in that order, by key. */
let begun: string[]
let refused: string[]

beforeEach(() => {
  short = false
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  gate = new CallGate({ runningMax: 20_000, runningPerKeyMax: 10_000, memoryIsShort })
  begun = []
  refused = []
})
afterEach(() => {
  vi.useRealTimers()
})

/** A call of a key comes; it is noted when it begins, with how long it waited. */
function come(key: string, waits?: number[]): void {
  const came = performance.now()
  const begin = (): void => {
    begun.push(key)
    waits?.push(performance.now() - came)
  }
  try {
    const waiting = gate.enter(key)
    if (waiting) waiting.then(begin, () => refused.push(key))
    else begin()
  } catch (cause) {
    refused.push(cause instanceof Refusal && cause.code === 'server_overloaded' ? key : String(cause))
  }
}

/** The oldest call that is being prepared is, and ends. */
async function finish(key = begun[finished] ?? ''): Promise<void> {
  finished += 1
  gate.prepared(key)
  gate.leave(key)
  await Promise.resolve()
}
let finished = 0
beforeEach(() => {
  finished = 0
})

const times = (count: number, work: () => void): void => {
  for (let time = 0; time < count; time += 1) work()
}

describe('while there is room', () => {
  test('every call begins at once', () => {
    times(OF_ONE_KEY, () => come('a'))
    times(PREPARED_MOST - OF_ONE_KEY, () => come('b'))
    expect(begun).toHaveLength(PREPARED_MOST)
    expect(gate.waiting).toBe(0)
  })

  test('one key does not take it all: another begins at once beside its line', () => {
    times(1_000, () => come('a'))
    expect([begun.length, gate.waiting]).toEqual([OF_ONE_KEY, 1_000 - OF_ONE_KEY])
    come('b')
    expect(begun.at(-1)).toBe('b')
  })

  test('a call that is prepared makes room, though it still runs', async () => {
    times(OF_ONE_KEY + 1, () => come('a'))
    gate.prepared('a')
    await Promise.resolve()
    expect([begun.length, gate.waiting]).toEqual([OF_ONE_KEY + 1, 0])
  })
})

test('lines take turns, and each is served in its order', async () => {
  times(PREPARED_MOST, () => come('a'))
  times(PREPARED_MOST, () => come('b'))
  times(3, () => come('c'))
  const before = begun.length
  while (gate.waiting > 0) await finish()
  const order = begun.slice(before)
  // The few calls of the third key do not wait for the many of the others.
  expect(order.lastIndexOf('c')).toBeLessThan(12)
  expect(order).toHaveLength(2 * PREPARED_MOST + 3 - before)
})

test('a burst is served whole, however long it takes', async () => {
  times(5_000, () => come('a'))
  while (begun.length < 5_000) {
    await vi.advanceTimersByTimeAsync(2)
    await finish()
  }
  expect(refused).toEqual([])
})

describe('where more come than can be served', () => {
  /** One call is served each millisecond; of key a so many come, and one of key b now and then. */
  async function flood(ms: number, perMs: number, waits: Record<'a' | 'b', number[]>): Promise<void> {
    for (let at = 0; at < ms; at += 1) {
      times(perMs, () => come('a', waits.a))
      if (at % 20 === 0) come('b', waits.b)
      await vi.advanceTimersByTimeAsync(1)
      if (finished < begun.length) await finish()
    }
  }

  test('new calls are refused at once after a while, and those that begin have waited little', async () => {
    await flood(4_000, 3, { a: [], b: [] })
    refused = []
    const [waits, servedBefore] = [{ a: [] as number[], b: [] as number[] }, finished]
    await flood(4_000, 3, waits)
    // One a millisecond is served all the time: nothing is lost to refusing.
    expect(finished - servedBefore).toBeGreaterThan(3_990)
    expect(refused.length).toBeGreaterThan(7_000)
    expect(Math.max(...waits.a)).toBeLessThan(300)
  })

  test('who sends little is never refused, and waits least', async () => {
    const waits = { a: [] as number[], b: [] as number[] }
    await flood(8_000, 10, waits)
    expect(refused).not.toContain('b')
    expect(waits.b).toHaveLength(400)
    expect(Math.max(...waits.b)).toBeLessThan(10)
  })

  test('is told to who asks before a request is read, for the keys that are too many alone', async () => {
    expect(gate.refusesAtOnce('a')).toBe(false)
    await flood(5_000, 3, { a: [], b: [] })
    expect(gate.refusesAtOnce('b')).toBe(false)
    expect(gate.refusesAtOnce('never-seen')).toBe(false)
    refused = []
    while (refused.length === 0) come('a')
    const before = gate.refused
    expect([gate.refusesAtOnce('a'), gate.refused - before]).toEqual([true, 1])
    await flood(1, 3, { a: [], b: [] })
    expect(gate.refusesAtOnce('b')).toBe(false)
  })

  test('ends with the flood: what waits is served, and what comes then begins at once', async () => {
    await flood(5_000, 3, { a: [], b: [] })
    while (finished < begun.length || gate.waiting > 0) {
      await vi.advanceTimersByTimeAsync(1)
      await finish()
    }
    await vi.advanceTimersByTimeAsync(10_000)
    refused = []
    times(1_000, () => come('a'))
    expect([refused, gate.waiting]).toEqual([[], 1_000 - OF_ONE_KEY])
    expect(vi.getTimerCount()).toBe(1)
  })
})

describe('bounds', () => {
  test('so many calls are under way at one time, of one key and of all, and no more', () => {
    gate = new CallGate({ runningMax: 5, runningPerKeyMax: 3, memoryIsShort })
    times(4, () => come('a'))
    expect([begun.length, refused]).toEqual([3, ['a']])
    times(3, () => come('b'))
    expect([begun.length, refused]).toEqual([5, ['a', 'b']])
    expect([gate.refusesAtOnce('a'), gate.refusesAtOnce('b'), gate.refused]).toEqual([true, true, 4])
    gate.prepared('a')
    come('b')
    expect(begun).toHaveLength(5)
    gate.leave('a')
    come('b')
    expect([begun.length, gate.refused]).toEqual([6, 5])
  })

  test('no more than ten thousand wait', () => {
    gate = new CallGate({ runningMax: 100_000, runningPerKeyMax: 100_000, memoryIsShort })
    times(OF_ONE_KEY + 10_001, () => come('a'))
    expect([gate.waiting, refused.length]).toEqual([10_000, 1])
  })
})

test('no call begins while memory is short, and all do again behind it', () => {
  come('a')
  short = true
  times(2, () => come('a'))
  expect([begun.length, refused.length]).toEqual([1, 2])
  short = false
  come('a')
  expect([begun.length, refused.length, gate.refused]).toEqual([2, 2, 2])
})
