import { beforeEach, expect, test } from 'vitest'
import { CircuitBreaker } from '../../../src/domain/upstream/circuit-breaker.ts'

const FAILURES_TO_OPEN = 10
const PROBE_EVERY_MS = 1_000

let circuit: CircuitBreaker
const fail = (times: number): void => {
  for (let time = 0; time < times; time += 1) circuit.failed()
}

beforeEach(() => {
  circuit = new CircuitBreaker()
})

test('is closed until so many calls in a row have failed', () => {
  fail(FAILURES_TO_OPEN - 1)
  expect([circuit.open, circuit.admits(0), circuit.admits(0)]).toEqual([false, true, true])
  fail(1)
  expect(circuit.open).toBe(true)
})

test('an answer between the failures begins the row anew', () => {
  fail(FAILURES_TO_OPEN - 1)
  circuit.answered()
  fail(FAILURES_TO_OPEN - 1)
  expect(circuit.open).toBe(false)
})

test('open, it lets one call through at a time', () => {
  fail(FAILURES_TO_OPEN)
  expect([circuit.admits(0), circuit.admits(0), circuit.admits(PROBE_EVERY_MS - 1)]).toEqual([
    true,
    false,
    false,
  ])
  circuit.failed()
  expect([circuit.admits(PROBE_EVERY_MS - 1), circuit.admits(PROBE_EVERY_MS - 1)]).toEqual([true, false])
})

test('a probe that hangs is joined by another each second', () => {
  fail(FAILURES_TO_OPEN)
  const admitted = Array.from({ length: 50 }, (_, step) => circuit.admits(step * 100))
  expect(admitted.filter(Boolean)).toHaveLength(5)
})

test('a probe whose client left makes room for the next', () => {
  fail(FAILURES_TO_OPEN)
  circuit.admits(0)
  circuit.undecided()
  expect([circuit.open, circuit.admits(0)]).toEqual([true, true])
})

test('the first answer closes it', () => {
  fail(FAILURES_TO_OPEN)
  circuit.admits(0)
  circuit.answered()
  expect([circuit.open, circuit.admits(0), circuit.admits(0)]).toEqual([false, true, true])
})
