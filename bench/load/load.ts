import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BenchRequest } from '../workloads/request.ts'

/** What the load generator does: each connection asks again as soon as it has its answer, until the time is over. */
export interface Job extends BenchRequest {
  origin: string
  connections: number
  /** The connections begin spread over so many milliseconds. */
  rampMs: number
  /** So long behind that, in milliseconds, new requests begin; those under way are read to their end. */
  durationMs: number
  /** The status of a right answer. */
  status: number
  /** Chunks of a right stream; 0 where the answer comes whole. */
  chunks: number
}

/** Middle and worst hundredth, in milliseconds. */
export interface Spread {
  p50: number
  p99: number
}

export interface Tally {
  /** Answers that were whole and right. */
  done: number
  failed: number
  firstFailure?: string
  wallMs: number
  /** From the request to the end of the answer; of a stream, to its first event. */
  latency?: Spread
  /** From a chunk's stamp to its arrival. */
  lateness?: Spread
}

/** Puts load on a target from a thread of its own, so that whoever measures goes on measuring. */
export async function load(job: Job): Promise<Tally> {
  const worker = new Worker(new URL('generator.ts', import.meta.url), { workerData: job })
  const [tally] = (await once(worker, 'message')) as [Tally]
  await worker.terminate()
  return tally
}
