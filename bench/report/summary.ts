import type { Spread } from '../load/load.ts'
import type { Measured, Outcome, Reason, Sample } from '../measure/outcome.ts'
import { unitOf, unitsOf } from '../workloads/workload.ts'

/** The figures of one target under one workload: medians over the rounds. */
export interface Row {
  target: string
  role: Measured['role']
  /** CPU of its processes for each unit, in microseconds. */
  cpuMicros: number
  /** The same as a multiple of the floor's in the same round. */
  ratio?: number
  unitsPerSecond: number
  /** Milliseconds until the answer is there; of a stream, until its first event. */
  latency?: Spread
  /** Of slow streams: milliseconds from a chunk's writing to its arrival. */
  lateness?: Spread
  /** Of slow streams: resident memory that came with each, in KiB. */
  streamKib?: number
  /** CPU until it took its first connection, in seconds. */
  startSeconds: number
  done: number
  failed: number
}

/** A workload as it is reported. */
export interface Summary {
  id: string
  title: string
  unit: 'request' | 'chunk'
  connections: number
  rows: Row[]
  skipped: Reason[]
  failed: Reason[]
  /** Cores that other programs used meanwhile: above a third of one, the absolute figures say little. */
  othersCores: number
}

/** Makes figures of a workload's rounds. */
export function summarize({ workload, measured, skipped, failed }: Outcome): Summary {
  const floor = measured.find(({ role }) => role === 'floor')
  const isSlow = workload.kind === 'chat' && workload.stream?.stamped === true
  const { id, title, connections } = workload
  const counted = measured.filter(({ samples }) => samples.length > 0)
  return {
    id,
    title,
    unit: unitOf(workload),
    connections,
    rows: counted.map((one) => ({
      ...rowOf(one, floor, unitsOf(workload)),
      ...(isSlow && { streamKib: streamKib(one, connections) }),
    })),
    skipped,
    failed,
    othersCores: median(counted.flatMap(({ samples }) => samples.map((sample) => sample.othersCores))) ?? 0,
  }
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

function rowOf(
  { target, role, startCpuMicros, samples }: Measured,
  floor: Measured | undefined,
  units: number,
): Row {
  const middle = (figure: (sample: Sample) => number): number => median(samples.map(figure)) ?? Number.NaN
  const ratios = samples.flatMap(({ round, cpuMicros }) => {
    const base = floor?.samples.find((sample) => sample.round === round)
    return base ? [cpuMicros / base.cpuMicros] : []
  })
  const ratio = median(ratios)
  const latency = spread(samples.map((sample) => sample.latency))
  const lateness = spread(samples.map((sample) => sample.lateness))
  return {
    target,
    role,
    cpuMicros: middle(({ cpuMicros }) => cpuMicros),
    ...(ratio !== undefined && { ratio }),
    unitsPerSecond: middle(({ done, wallMs }) => (done * units * 1_000) / wallMs),
    ...(latency && { latency }),
    ...(lateness && { lateness }),
    startSeconds: startCpuMicros / 1e6,
    done: samples.reduce((sum, { done }) => sum + done, 0),
    failed: samples.reduce((sum, { failed }) => sum + failed, 0),
  }
}

function spread(spreads: readonly (Spread | undefined)[]): Spread | undefined {
  const known = spreads.filter((one) => one !== undefined)
  const p50 = median(known.map((one) => one.p50))
  const p99 = median(known.map((one) => one.p99))
  return p50 === undefined || p99 === undefined ? undefined : { p50, p99 }
}

/** From before any load to the most that was ever seen: the dearest way to count. */
function streamKib({ idleRssBytes, samples }: Measured, streams: number): number {
  const peak = Math.max(...samples.map(({ peakRssBytes }) => peakRssBytes))
  return (peak - idleRssBytes) / 1_024 / streams
}
