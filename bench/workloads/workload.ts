import type { StreamShape } from '../upstream/answers.ts'

interface Common {
  /** Short, as it is asked for: `W2`. */
  id: string
  title: string
  /** Requests under way at one time. */
  connections: number
}

/** A feed is read. */
export interface FeedWorkload extends Common {
  kind: 'feed'
  gzip: boolean
  /** The reader has it already and says so; the answer is 304. */
  revalidated: boolean
}

/** A chat completion is asked for. */
export interface ChatWorkload extends Common {
  kind: 'chat'
  /** What the user says. */
  text: string
  /** Undefined: the answer comes whole. */
  stream?: StreamShape
  /** So long until all connections are made, in milliseconds. */
  rampMs?: number
  /** Frameworks that the caller pins: only the service injects them, and its floor sends what the service sends. */
  frameworks?: readonly string[]
  /** What the service is configured with besides; a folder for its files is given. */
  environment?: (folder: string) => Promise<Readonly<Record<string, string>>>
}

export type Workload = FeedWorkload | ChatWorkload

/** What CPU is counted for. */
export function unitOf(workload: Workload): 'request' | 'chunk' {
  return workload.kind === 'chat' && workload.stream ? 'chunk' : 'request'
}

/** How many units a whole answer is. */
export function unitsOf(workload: Workload): number {
  return workload.kind === 'chat' && workload.stream ? workload.stream.chunks : 1
}

/** Whether any gateway can do it: frameworks and our configuration are our own. */
export function isCommon(workload: Workload): boolean {
  return workload.kind === 'feed' || (!workload.frameworks && !workload.environment)
}
