import type { StartedProcess } from '../processes/start-process.ts'
import type { Workload } from '../workloads/workload.ts'

/** What a target is started with. */
export interface Scene {
  workload: Workload
  /** The mock upstream, `http://127.0.0.1:<port>`. */
  upstream: string
  /** For its files; gone after the workload. */
  folder: string
  /** The service, which is started first: what others send is made from its own bytes. */
  service?: StartedTarget
}

/** How a target is asked. */
export interface Access {
  /** Of the feed, or of chat completions. */
  path: string
  headers: Readonly<Record<string, string>>
  /** The name its model has there. */
  model?: string
}

export interface StartedTarget extends StartedProcess, Access {}

/** Something that is measured. */
export interface Target {
  name: string
  role: 'floor' | 'service' | 'peer'
  /** Whether it can do such work at all; what is left out can do any. */
  suits?: (workload: Workload) => boolean
  /** Why it is not to be had here; undefined where it is. */
  absent?: () => string | undefined
  /** @throws where it does not start; the message says why */
  start: (scene: Scene) => Promise<StartedTarget>
}
