import type { StreamShape } from '../upstream/answers.ts'
import { prose, SHORT_QUESTION } from './texts.ts'
import type { ChatWorkload, FeedWorkload, Workload } from './workload.ts'

const FEED = { kind: 'feed', connections: 64, gzip: false, revalidated: false } as const
const CHAT = { kind: 'chat', connections: 64, text: SHORT_QUESTION } as const
const FAST_STREAM: StreamShape = { chunks: 200, delayMs: 0, burst: 1, stamped: false }

/** What is measured besides, without a floor: the service's start, and hold and settle on each store. */
export const START = 'start'
export const LEDGER = 'ledger'

/** Slow streams begin one after the other, so many milliseconds apart: a burst of connections is not what is measured. */
const APART_MS = 1.5

/** The workloads that are measured beside the floor, in the order of the report. */
export function workloads(streams: number): readonly Workload[] {
  return [
    { ...FEED, id: 'W1', title: 'feed of 30 KB' },
    { ...FEED, id: 'W1gz', title: 'the same feed, gzip', gzip: true },
    { ...FEED, id: 'W1nm', title: 'the same feed, not modified (304)', revalidated: true },
    { ...CHAT, id: 'W2', title: 'plain call, small prompt' },
    { ...CHAT, id: 'W2p', title: 'plain call with a pinned framework', frameworks: ['iso-27001'] },
    { ...CHAT, id: 'W3', title: 'stream of 200 chunks', connections: 32, stream: FAST_STREAM },
    {
      ...CHAT,
      id: 'W3b',
      title: 'the same in bursts of 20',
      connections: 32,
      stream: { ...FAST_STREAM, burst: 20 },
    },
    slowStreams('W4', streams),
    { ...CHAT, id: 'W5', title: 'plain call, 256 KB of text', connections: 8, text: prose(256 * 1_024) },
  ] satisfies (FeedWorkload | ChatWorkload)[]
}

/** Streams that all run at one time, as slowly as a model writes. */
export function slowStreams(id: string, streams: number): ChatWorkload {
  const stream: StreamShape = { chunks: 20, delayMs: 100, burst: 1, stamped: true }
  const title = `${streams.toLocaleString('en')} slow streams`
  return { ...CHAT, id, title, connections: streams, rampMs: streams * APART_MS, stream }
}
