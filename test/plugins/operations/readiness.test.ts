import { expect, test, vi } from 'vitest'
import { StoreUnavailable } from '../../../src/domain/ledger/store.ts'
import { Readiness } from '../../../src/plugins/operations/readiness.ts'
import { FakeClock } from '../../support/fake-clock.ts'

test('however often it is asked, the store is written to once a second', async () => {
  const clock = new FakeClock()
  const tryWrite = vi.fn<(now: number) => Promise<void>>().mockResolvedValue()
  const readiness = new Readiness({ tryWrite }, clock)
  for (let asked = 0; asked < 50; asked += 1) expect(await readiness.isWritable()).toBe(true)
  clock.advance(999)
  expect(await readiness.isWritable()).toBe(true)
  expect(tryWrite).toHaveBeenCalledTimes(1)
  tryWrite.mockRejectedValue(new StoreUnavailable('sqlite_13'))
  clock.advance(1)
  expect(await readiness.isWritable()).toBe(false)
  clock.advance(999)
  expect(await readiness.isWritable()).toBe(false)
  expect(tryWrite).toHaveBeenCalledTimes(2)
  tryWrite.mockResolvedValue()
  clock.advance(1)
  expect(await readiness.isWritable()).toBe(true)
})

test('a write that takes its time is waited for by all, and its answer counts from its end', async () => {
  const clock = new FakeClock()
  const write = Promise.withResolvers<void>()
  const tryWrite = vi
    .fn<(now: number) => Promise<void>>()
    .mockReturnValueOnce(write.promise)
    .mockResolvedValue()
  const readiness = new Readiness({ tryWrite }, clock)
  const asked = [readiness.isWritable()]
  clock.advance(5_000)
  for (let more = 0; more < 20; more += 1) asked.push(readiness.isWritable())
  expect(tryWrite).toHaveBeenCalledTimes(1)
  write.reject(new StoreUnavailable('57014'))
  expect(new Set(await Promise.all(asked))).toEqual(new Set([false]))
  clock.advance(999)
  expect(await readiness.isWritable()).toBe(false)
  clock.advance(1)
  expect(await readiness.isWritable()).toBe(true)
})
