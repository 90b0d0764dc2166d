import type { Row } from '../report/summary.ts'
import type { StreamShape } from '../upstream/answers.ts'
import { seededFile } from './seeded-file.ts'
import { prose, SHORT_QUESTION } from './texts.ts'
import type { ChatWorkload } from './workload.ts'
import { slowStreams } from './workloads.ts'

/** What is drawn of each measurement. */
export interface CurveFigure {
  title: string
  of: (row: Row) => number | undefined
}

/** How the cost grows with one thing. */
export interface Curve {
  id: string
  /** What grows. */
  axis: string
  points: readonly { at: number; workload: ChatWorkload }[]
  figures: readonly CurveFigure[]
}

const CALL_CPU: CurveFigure = { title: 'CPU us a call', of: ({ cpuMicros }) => cpuMicros }
const CHUNK_CPU: CurveFigure = { title: 'CPU us a chunk', of: ({ cpuMicros }) => cpuMicros }
const STREAM_KIB: CurveFigure = { title: 'KiB a stream', of: ({ streamKib }) => streamKib }
/** A floor has nothing to read at its start. */
const START: CurveFigure = {
  title: 'CPU s to listening',
  of: ({ role, startSeconds }) => (role === 'service' ? startSeconds : undefined),
}

/** The largest prompt must fit: as many tokens as it has bytes at most, beside the answer's. */
const WIDE_WINDOW = { FAST_CONTEXT_WINDOW: '262144' }

const FRAMEWORKS = ['iso-27001', 'soc-2', 'gdpr', 'dora', 'pci-dss', 'hipaa', 'nist-csf', 'eu-ai-act']

const CALL = { kind: 'chat', title: '', connections: 16, text: SHORT_QUESTION } as const

export const CURVES: readonly Curve[] = [
  curve('prompt', 'KB of user text', [1, 4, 16, 64, 256, 1_024], [CALL_CPU], (size) => ({
    text: prose(size * 1_024),
    environment: async () => WIDE_WINDOW,
  })),
  curve('frameworks', 'frameworks pinned', [0, 1, 2, 4, 8], [CALL_CPU], (count) => ({
    ...(count > 0 && { frameworks: FRAMEWORKS.slice(0, count) }),
  })),
  curve('chunks', 'chunks of a stream', [10, 50, 200, 1_000], [CHUNK_CPU], (chunks) => ({
    stream: { chunks, delayMs: 0, burst: 1, stamped: false } satisfies StreamShape,
  })),
  curve(
    'streams',
    'streams at one time',
    [100, 500, 1_000, 2_500, 5_000],
    [CHUNK_CPU, STREAM_KIB],
    (streams) => slowStreams('', streams),
  ),
  curve('keys', 'other keys in the file', [0, 1_000, 100_000], [CALL_CPU, START], (keys) => ({
    environment: (folder) => seededFile(folder, { keys, calls: 0 }),
  })),
  curve('history', 'calls in the file', [0, 10_000, 100_000], [CALL_CPU, START], (calls) => ({
    environment: (folder) => seededFile(folder, { keys: 0, calls }),
  })),
]

function curve(
  id: string,
  axis: string,
  values: readonly number[],
  figures: readonly CurveFigure[],
  differences: (value: number) => Partial<ChatWorkload>,
): Curve {
  const points = values.map((at) => ({ at, workload: { ...CALL, ...differences(at), id: `${id} ${at}` } }))
  return { id, axis, points, figures }
}
