import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, type Job } from '../load/load.ts'
import { quiet } from '../processes/quiet.ts'
import type { StartedProcess } from '../processes/start-process.ts'
import type { Scene, StartedTarget, Target } from '../targets/target.ts'
import { startMock } from '../upstream/start-mock.ts'
import { preflight } from '../workloads/preflight.ts'
import { unitsOf, type Workload } from '../workloads/workload.ts'
import { measureOnce } from './measure-once.ts'
import type { Measured, Outcome } from './outcome.ts'

/** How long and how often things are measured. */
export interface Pace {
  rounds: number
  /** Of one measurement, in milliseconds. */
  durationMs: number
  /** Before the first one, in milliseconds. */
  warmUpMs: number
}

/** More connections in the warm-up would grow the heap, and so hide what each stream takes. */
const WARM_UP_CONNECTIONS = 100

/** A target that is ready to be measured. */
interface Ready {
  started: StartedTarget
  job: Job
  measured: Measured
}

/**
 * Starts all targets anew, proves that each answers rightly, warms each up, and measures them in turns. The order moves on by one each
 * round, so that what disturbs the machine disturbs all alike.
 */
export async function measureWorkload(
  workload: Workload,
  targets: readonly Target[],
  pace: Pace,
): Promise<Outcome> {
  const outcome: Outcome = { workload, measured: [], skipped: [], failed: [] }
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const running: StartedProcess[] = []
  try {
    const mock = await startMock(workload, folder)
    running.push(mock)
    const scene: Scene = { workload, upstream: mock.origin, folder }
    const ready: Ready[] = []
    for (const target of inOrder(targets, workload)) {
      const absent = target.absent?.()
      if (absent !== undefined) {
        outcome.skipped.push({ target: target.name, reason: absent })
        continue
      }
      try {
        const started = await target.start(scene)
        running.push(started)
        if (target.role === 'service') scene.service = started
        ready.push(await prepare(target, started, scene, pace))
      } catch (cause) {
        outcome.failed.push({ target: target.name, reason: messageOf(cause) })
      }
    }
    await measureInTurns(ready, mock, outcome, pace)
  } finally {
    await Promise.all(running.map((process) => process.stop()))
    await rm(folder, { recursive: true })
  }
  return outcome
}

/** The service comes first: what others send is made from its bytes. */
function inOrder(targets: readonly Target[], workload: Workload): Target[] {
  const order: Target['role'][] = ['service', 'floor', 'peer']
  return targets
    .filter(({ suits }) => suits?.(workload) !== false)
    .toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
}

async function prepare(
  { name, role }: Target,
  started: StartedTarget,
  { workload, upstream }: Scene,
  pace: Pace,
): Promise<Ready> {
  const request = await preflight(workload, started, upstream)
  const job: Job = {
    ...request,
    origin: started.origin,
    connections: workload.connections,
    durationMs: pace.durationMs,
    rampMs: (workload.kind === 'chat' && workload.rampMs) || 0,
    status: workload.kind === 'feed' && workload.revalidated ? 304 : 200,
    chunks: (workload.kind === 'chat' && workload.stream?.chunks) || 0,
  }
  await quiet(started)
  const measured: Measured = {
    target: name,
    role,
    startCpuMicros: started.atListening.cpuMicros,
    idleRssBytes: (await started.usage()).rssBytes,
    samples: [],
  }
  const connections = Math.min(job.connections, WARM_UP_CONNECTIONS)
  await load({ ...job, connections, durationMs: pace.warmUpMs, rampMs: 0 })
  return { started, job, measured }
}

async function measureInTurns(
  ready: readonly Ready[],
  mock: StartedProcess,
  { workload, measured, failed }: Outcome,
  { rounds }: Pace,
): Promise<void> {
  measured.push(...ready.map((one) => one.measured))
  for (let turn = 0; turn < rounds * ready.length; turn += 1) {
    const round = Math.floor(turn / ready.length)
    const { started, job, measured: own } = ready[(turn + round) % ready.length] as Ready
    try {
      const sample = await measureOnce(started, mock, job, unitsOf(workload))
      own.samples.push({ ...sample, round })
      if (sample.failed > 0) {
        const of = sample.failed + sample.done
        failed.push({
          target: own.target,
          reason: `${sample.failed} of ${of} failed: ${sample.firstFailure}`,
        })
      }
    } catch (cause) {
      failed.push({ target: own.target, reason: messageOf(cause) })
    }
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
