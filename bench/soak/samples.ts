import { readdirSync, readFileSync } from 'node:fs'

/** What a process was seen to have at a moment. */
export interface Sample {
  /** Seconds since the load began. */
  second: number
  /** Which process it was: 0 is the first. */
  segment: number
  rssMib: number
  handles: number
}

/** Undefined where the process is gone, or the system has no /proc. */
export function sampleOf(pid: number): Pick<Sample, 'rssMib' | 'handles'> | undefined {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (kib === undefined) return undefined
    return { rssMib: Number(kib) / 1_024, handles: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return undefined
  }
}

/** How fast a figure grows in a minute, by least squares; undefined where there are too few to tell. */
export function slopePerMinute(
  samples: readonly Sample[],
  of: (sample: Sample) => number,
): number | undefined {
  if (samples.length < 3) return undefined
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  const minutes = samples.map(({ second }) => second / 60)
  const figures = samples.map(of)
  const [middle, level] = [mean(minutes), mean(figures)]
  const spread = minutes.reduce((sum, one) => sum + (one - middle) ** 2, 0)
  if (spread === 0) return undefined
  return minutes.reduce((sum, one, at) => sum + (one - middle) * ((figures[at] ?? 0) - level), 0) / spread
}
