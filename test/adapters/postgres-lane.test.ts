import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Lane } from '../../src/adapters/postgres/lane.ts'
import type { Step } from '../../src/adapters/postgres/steps.ts'
import { StoreUnavailable } from '../../src/domain/ledger/store.ts'

const WAIT_MS = 40

/** Two steps, the second of which waits while `work` goes on for the first; what becomes of it. */
async function secondBehind(work: () => Promise<void>): Promise<'taken' | Error> {
  const second = Promise.withResolvers<'taken' | Error>()
  const step = (id: string): Step =>
    ({ kind: 'settle', request: { id }, fail: (cause: Error) => second.resolve(cause) }) as unknown as Step
  let batches = 0
  const lane = new Lane(WAIT_MS, async () => {
    batches += 1
    if (batches === 2) return second.resolve('taken')
    // Of one id there is one step in a batch.
    lane.add(step('a call'))
    await work()
  })
  lane.add(step('a call'))
  return second.promise
}

test('a step that waits too long for the database is not taken any more', async () => {
  expect(await secondBehind(async () => delay(WAIT_MS * 3))).toBeInstanceOf(StoreUnavailable)
})

test('one that waits because this process is busy is', async () => {
  const busy = async (): Promise<void> => {
    const end = performance.now() + WAIT_MS * 3
    while (performance.now() < end);
  }
  expect(await secondBehind(busy)).toBe('taken')
})
