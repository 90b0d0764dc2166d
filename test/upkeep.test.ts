import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestLog } from '../src/request-log.ts'
import type { PruneLimits } from '../src/domain/ledger/books.ts'
import { prunePeople, pruneUsage, startTasks, turnedAwayTeller, type PruneParts } from '../src/upkeep.ts'
import { FakeClock } from './support/fake-clock.ts'

describe('tasks', () => {
  let logs: string[]
  let log: RequestLog
  beforeEach(() => {
    vi.useFakeTimers()
    logs = []
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        logs.push(chunk.toString())
        done()
      },
    })
    log = new RequestLog(pino({ base: null }, sink))
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('run at their pace, and none again while its last run is under way', async () => {
    const slow = Promise.withResolvers<void>()
    const runs = { slow: 0, quick: 0 }
    const stop = startTasks(
      [
        {
          everyMs: 1_000,
          failure: 'slow_failed',
          run: () => {
            runs.slow += 1
            return slow.promise
          },
        },
        {
          everyMs: 500,
          failure: 'quick_failed',
          run: async () => {
            runs.quick += 1
          },
        },
      ],
      log,
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(runs).toEqual({ slow: 1, quick: 20 })
    slow.resolve()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(runs).toEqual({ slow: 3, quick: 24 })
    await stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(runs).toEqual({ slow: 3, quick: 24 })
  })

  test('calls that were turned away are told in one line a run, and none where there were none', async () => {
    const gate = { refused: 0 }
    const tell = turnedAwayTeller({ gate, log })
    await tell()
    gate.refused = 7
    await tell()
    await tell()
    gate.refused = 9
    await tell()
    expect(logs.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 40, msg: 'calls_turned_away', calls: 7 },
      { level: 40, msg: 'calls_turned_away', calls: 2 },
    ])
  })

  test.each([
    ['rejects', () => Promise.reject(new Error('a secret'))],
    [
      'throws',
      () => {
        throw new Error('a secret')
      },
    ],
  ])('one that %s is logged by its name and runs again', async (_how, run) => {
    let runs = 0
    const failing = (): Promise<void> => {
      runs += 1
      return run()
    }
    const stop = startTasks([{ everyMs: 1_000, failure: 'it_failed', run: failing }], log)
    await vi.advanceTimersByTimeAsync(3_000)
    await stop()
    expect([runs, logs.length]).toEqual([3, 3])
    expect(logs.every((line) => line.includes('"msg":"it_failed"'))).toBe(true)
    expect(logs.join('')).not.toContain('a secret')
  })

  test('are waited for at the end, and told to come to it', async () => {
    const seen: boolean[] = []
    const more = Promise.withResolvers<void>()
    const run = async (stopping: AbortSignal): Promise<void> => {
      await more.promise
      seen.push(stopping.aborted)
    }
    const stop = startTasks([{ everyMs: 1_000, failure: 'it_failed', run }], log)
    await vi.advanceTimersByTimeAsync(1_000)
    let stopped = false
    const stopping = stop().then(() => {
      stopped = true
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect([stopped, seen]).toEqual([false, []])
    more.resolve()
    await stopping
    expect(seen).toEqual([true])
  })
})

describe('pruning', () => {
  const clock = new FakeClock('2026-11-21T12:00:00Z')
  /** A history of which so many calls are beyond the limits, at most a hundred of them removed in a turn. */
  function history(beyond: number) {
    let left = beyond
    return {
      left: () => left,
      prune: vi.fn<PruneParts['store']['prune']>(async () => {
        const removed = Math.min(left, 100)
        left -= removed
        return removed
      }),
    }
  }

  const before =
    (days: number) =>
    (now: number): PruneLimits => ({ endedBefore: now - days * 86_400_000, callsMost: undefined })

  test('goes on until nothing is beyond the limits, with the same limits each time', async () => {
    const store = history(250)
    await pruneUsage({ store, clock, limits: before(30) }, AbortSignal.any([]))
    expect(store.left()).toBe(0)
    const limits = { endedBefore: Date.parse('2026-10-22T12:00:00Z'), callsMost: undefined }
    expect(store.prune.mock.calls).toEqual(Array.from({ length: 4 }, () => [limits, clock.now()]))
  })

  test('without days looks at their number alone', async () => {
    const store = history(0)
    await pruneUsage(
      { store, clock, limits: () => ({ endedBefore: undefined, callsMost: 9 }) },
      AbortSignal.any([]),
    )
    expect(store.prune.mock.calls).toEqual([[{ endedBefore: undefined, callsMost: 9 }, clock.now()]])
  })

  test('lets others have their turn in between', async () => {
    const store = history(1_000)
    let looks = 0
    const look = (): void => {
      looks += 1
      if (store.left() > 0) setImmediate(look)
    }
    setImmediate(look)
    await pruneUsage({ store, clock, limits: before(1) }, AbortSignal.any([]))
    expect(looks).toBeGreaterThanOrEqual(10)
  })

  test('ends early where the process stops', async () => {
    const store = history(1_000)
    const stopping = new AbortController()
    store.prune.mockImplementationOnce(async () => {
      stopping.abort()
      return 100
    })
    await pruneUsage({ store, clock, limits: before(1) }, stopping.signal)
    expect(store.prune).toHaveBeenCalledTimes(1)
  })
})

describe('pruning people', () => {
  const clock = new FakeClock('2026-11-21T12:00:00Z')
  /** So many rows that ran out, at most a hundred of them removed in a turn. */
  function rows(count: number) {
    let left = count
    const take = vi.fn<(now: number) => Promise<number>>(async () => {
      const removed = Math.min(left, 100)
      left -= removed
      return removed
    })
    return { left: () => left, take, store: { people: { prunePeople: take } } }
  }

  test('goes on until nothing has run out, as of one moment', async () => {
    const { left, take, store } = rows(250)
    await prunePeople({ store, clock }, AbortSignal.any([]))
    expect(left()).toBe(0)
    expect(take.mock.calls).toEqual(Array.from({ length: 4 }, () => [clock.now()]))
  })

  test('lets others have their turn in between', async () => {
    const { left, store } = rows(1_000)
    let looks = 0
    const look = (): void => {
      looks += 1
      if (left() > 0) setImmediate(look)
    }
    setImmediate(look)
    await prunePeople({ store, clock }, AbortSignal.any([]))
    expect(looks).toBeGreaterThanOrEqual(10)
  })

  test('ends early where the process stops', async () => {
    const { take, store } = rows(1_000)
    const stopping = new AbortController()
    take.mockImplementationOnce(async () => {
      stopping.abort()
      return 100
    })
    await prunePeople({ store, clock }, stopping.signal)
    expect(take).toHaveBeenCalledTimes(1)
  })
})
