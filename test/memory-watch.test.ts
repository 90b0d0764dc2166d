import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryWatch } from '../src/memory-watch.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('memory is short above nine tenths of the heap, and a look holds for a tenth of a second', () => {
  const seen: number[] = []
  let fullness = 0.9
  const watch = new MemoryWatch(() => {
    seen.push(fullness)
    return fullness
  })
  expect(watch.isShort()).toBe(false)
  fullness = 0.91
  expect(watch.isShort()).toBe(false)
  vi.advanceTimersByTime(100)
  expect([watch.isShort(), watch.isShort()]).toEqual([true, true])
  fullness = 0.5
  vi.advanceTimersByTime(100)
  expect(watch.isShort()).toBe(false)
  expect(seen).toEqual([0.9, 0.91, 0.5])
})

test('the heap of a process that has just begun is not full', () => {
  expect(new MemoryWatch().isShort()).toBe(false)
})
