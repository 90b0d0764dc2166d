import { benchFile, freePort, startNode, type StartedProcess } from '../processes/start-process.ts'
import type { Workload } from '../workloads/workload.ts'

/** Starts the upstream that all targets of a workload ask. */
export async function startMock(workload: Workload, folder: string): Promise<StartedProcess> {
  const port = await freePort()
  const stream = workload.kind === 'chat' ? workload.stream : undefined
  const environment = { PORT: String(port), ...(stream && { STREAM: JSON.stringify(stream) }) }
  return startNode({ args: [benchFile('upstream/mock.ts')], folder, environment }, port)
}
