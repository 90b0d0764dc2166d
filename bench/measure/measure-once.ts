import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { load, type Job } from '../load/load.ts'
import type { StartedProcess } from '../processes/start-process.ts'
import type { Sample } from './outcome.ts'

/** Pause before it, so that what the measurement before left behind is done, in milliseconds. */
const SETTLE_MS = 150

/** Between two looks at a target's memory, in milliseconds. */
const LOOK_MS = 100

/**
 * Puts a load on a target and tells what it used meanwhile.
 * @param mock what answers behind it; only so that its CPU is not taken for that of other programs
 * @param units what one right answer counts for
 * @throws where not a single answer was right
 */
export async function measureOnce(
  target: StartedProcess,
  mock: StartedProcess,
  job: Job,
  units: number,
): Promise<Omit<Sample, 'round'>> {
  await delay(SETTLE_MS)
  const before = await target.usage()
  const mockBefore = await mock.usage()
  const ownBefore = process.cpuUsage()
  const busyBefore = busyMicros()

  const watch = new AbortController()
  const peak = peakRss(target, watch.signal)
  const tally = await load(job)
  watch.abort()
  const peakRssBytes = await peak
  if (tally.done === 0) throw new Error(`no answer was right: ${tally.firstFailure}`)

  const cpuMicros = (await target.usage()).cpuMicros - before.cpuMicros
  const own = process.cpuUsage(ownBefore)
  const ours = cpuMicros + (await mock.usage()).cpuMicros - mockBefore.cpuMicros + own.user + own.system
  return {
    ...tally,
    cpuMicros: cpuMicros / (tally.done * units),
    peakRssBytes,
    othersCores: Math.max(0, busyMicros() - busyBefore - ours) / (tally.wallMs * 1_000),
  }
}

/** The most memory that a process has until it is aborted. */
async function peakRss(target: StartedProcess, signal: AbortSignal): Promise<number> {
  let peak = 0
  while (!signal.aborted) {
    peak = Math.max(peak, (await target.usage()).rssBytes)
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  return peak
}

/** CPU that the whole machine has used. */
function busyMicros(): number {
  return cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) * 1_000, 0)
}
