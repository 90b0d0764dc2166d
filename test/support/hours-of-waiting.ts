import { onTestFinished, vi } from 'vitest'
import { RunningCall } from '../../src/domain/calls/running-call.ts'

/**
 * Each wait of a call for its client takes an hour of the clock that calls are timed by, so that it is the client who kept it waiting on
 * a machine of any speed. What is given ends the call's time, once it has waited.
 */
export function hoursOfWaiting(): () => Promise<void> {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the call that waits
  const { whileClientReads } = RunningCall.prototype
  const now = performance.now.bind(performance)
  let hours = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + hours * 3_600_000)
  const waited = Promise.withResolvers<RunningCall>()
  const waits = vi.spyOn(RunningCall.prototype, 'whileClientReads')
  waits.mockImplementation(function (this: RunningCall, room) {
    const waiting = whileClientReads.call(this, room)
    hours += 1
    waited.resolve(this)
    return waiting
  })
  onTestFinished(() => {
    clock.mockRestore()
    waits.mockRestore()
  })
  return async () => {
    const call = await waited.promise
    call.end('total_timeout')
  }
}
