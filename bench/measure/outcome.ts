import type { Tally } from '../load/load.ts'
import type { Target } from '../targets/target.ts'
import type { Workload } from '../workloads/workload.ts'

/** One measurement of one target. */
export interface Sample extends Tally {
  /** Counted from 0: what the others used in the same round is what it is compared with. */
  round: number
  /** CPU of the target's whole process group for each unit of the workload, in microseconds. */
  cpuMicros: number
  /** The most resident memory that was seen, in bytes. */
  peakRssBytes: number
  /** Cores that other programs of the machine used meanwhile. */
  othersCores: number
}

/** A target that answered rightly, and what it used in each round. */
export interface Measured {
  target: string
  role: Target['role']
  /** CPU until it took its first connection, in microseconds. */
  startCpuMicros: number
  /** Resident memory before any load, in bytes. */
  idleRssBytes: number
  samples: Sample[]
}

/** Why a target has no figures. */
export interface Reason {
  target: string
  reason: string
}

/** What came of a workload. */
export interface Outcome {
  workload: Workload
  measured: Measured[]
  /** Not to be had on this machine. */
  skipped: Reason[]
  /** Did not start, answered wrongly, or failed under load. */
  failed: Reason[]
}
