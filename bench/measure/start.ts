import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quiet } from '../processes/quiet.ts'
import { median } from '../report/summary.ts'
import { startService } from '../targets/service.ts'

/** What a start of the service takes: medians. */
export interface StartFigures {
  /** CPU until it takes its first connection, in seconds. */
  cpuSeconds: number
  /** Resident memory when it has done what it left for later, in MiB. */
  rssMib: number
}

/** Starts the service so often, and ends it again. */
export async function measureStart(rounds: number): Promise<StartFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const cpu: number[] = []
  const rss: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Nothing is asked of the upstream, but with one the service is as it runs in earnest.
      const started = await startService(folder, { UPSTREAM_BASE_URL: 'http://127.0.0.1:1/v1' })
      await quiet(started)
      cpu.push(started.atListening.cpuMicros / 1e6)
      rss.push((await started.usage()).rssBytes / 2 ** 20)
      await started.stop()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return { cpuSeconds: median(cpu) ?? Number.NaN, rssMib: median(rss) ?? Number.NaN }
}
