import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Lane } from '../../src/adapters/postgres/lane.ts'
import type { Step } from '../../src/adapters/postgres/steps.ts'
import { StoreUnavailable, type SettleRequest } from '../../src/domain/ledger/store.ts'

const WAIT_MS = 40

const REQUEST: SettleRequest = {
  id: 'a call',
  costMicros: 0,
  promptTokens: 0,
  completionTokens: 0,
  status: 'completed',
  now: 0,
}

/** Two steps of one call, so that the second waits while `work` goes on for the first; what becomes of it. */
async function secondBehind(work: () => Promise<void>): Promise<unknown> {
  const second = Promise.withResolvers<unknown>()
  const step: Step = { kind: 'end', request: REQUEST, tell: () => undefined, fail: second.resolve }
  let batches = 0
  const lane = new Lane(WAIT_MS, async () => {
    batches += 1
    if (batches === 2) return second.resolve('taken')
    lane.add(step)
    await work()
  })
  lane.add(step)
  return second.promise
}

/** Waits until this process has had nothing to do for so long: on a busy machine later than by the clock. */
async function idleFor(milliseconds: number): Promise<void> {
  const idle = (): number => performance.eventLoopUtilization().idle
  const start = idle()
  while (idle() - start <= milliseconds) await delay(milliseconds)
}

test('a step that waits too long for the database is not taken any more', async () => {
  expect(await secondBehind(async () => idleFor(WAIT_MS * 2))).toBeInstanceOf(StoreUnavailable)
})

test('one that waits because this process is busy is', async () => {
  const busy = async (): Promise<void> => {
    const end = performance.now() + WAIT_MS * 3
    while (performance.now() < end);
  }
  expect(await secondBehind(busy)).toBe('taken')
})
