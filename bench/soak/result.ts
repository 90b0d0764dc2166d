import type { Machine } from '../report/machine.ts'
import type { Comparison } from './compare-books.ts'
import type { SoakOptions } from './options.ts'
import { slopePerMinute, type Sample } from './samples.ts'

/** How one process of the service fared. */
export interface Segment {
  /** How it ended. */
  end: string
  seconds: number
  rssMib: { first: number; last: number; most: number }
  handles: { first: number; last: number; most: number }
}

/** Everything that a soak has found. */
export interface SoakResult {
  machine: Machine
  store: 'a SQLite file' | 'PostgreSQL'
  options: Pick<SoakOptions, 'seconds' | 'callsPerSecond' | 'accounts'>
  loadSeconds: number
  outcomes: Record<string, number>
  upstream: Record<string, number>
  comparison: Comparison
  /** Holds of the killed process: released by the service itself, or by the check where the run was too short for that. */
  holdsReleasedBy: 'the service' | 'the check'
  ledgerCheck: string
  segments: Segment[]
  /** Growth in a minute over the second half of the load. */
  secondHalf: { rssMibPerMinute: number | undefined; handlesPerMinute: number | undefined }
  samples: Sample[]
  /** What makes it fail; empty where all is well. */
  failures: string[]
}

/** The samples of each process by themselves. */
export function segmentsOf(samples: readonly Sample[], ends: readonly string[]): Segment[] {
  return ends.flatMap((end, segment) => {
    const own = samples.filter((sample) => sample.segment === segment)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return []
    const of = (figure: (sample: Sample) => number): Segment['rssMib'] => ({
      first: figure(first),
      last: figure(last),
      most: Math.max(...own.map(figure)),
    })
    return [
      {
        end,
        seconds: last.second - first.second,
        rssMib: of(({ rssMib }) => rssMib),
        handles: of(({ handles }) => handles),
      },
    ]
  })
}

export function secondHalfOf(samples: readonly Sample[], seconds: number): SoakResult['secondHalf'] {
  const half = samples.filter(({ second }) => second >= seconds / 2)
  return {
    rssMibPerMinute: slopePerMinute(half, ({ rssMib }) => rssMib),
    handlesPerMinute: slopePerMinute(half, ({ handles }) => handles),
  }
}
