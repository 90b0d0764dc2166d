import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { load } from './load/load.ts'
import { openLoop, type OpenLoopTally } from './load/open-loop.ts'
import { figure, table } from './report/table.ts'
import { BENCH_ACCOUNT } from './targets/bench-account.ts'
import { startService } from './targets/service.ts'
import type { BenchRequest } from './workloads/request.ts'

/*
 * What becomes of calls where more come than can be served: first the capacity, measured by callers that wait for their answers, then one,
 * three and ten times as many by callers that do not wait, and beside them one caller with a key of its own. The built-in responder
 * answers, so that a call is work for this process. Run: npm run bench:overload, with seconds for each row
 */

const SECONDS = Number(process.argv[2] ?? 20)
const TIMES = [1, 3, 10]
const CALLERS = 64

/** Calls a second of the caller that floods nobody. */
const QUIET_RATE = 10

/** Between two rows, so that each begins with an empty queue; milliseconds. */
const PAUSE_MS = 6_000

const HEALTH_MS = 250

/** What an operator who sets nothing has; the other benchmarks allow one key more. */
const RUNNING_CALLS_PER_KEY_MAX = '1024'

const ADMIN_TOKEN = 'overload-bench-operator-token-0123456789'

const call = (key: string): BenchRequest => ({
  method: 'POST',
  path: '/v1/chat/completions',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    model: 'svc-fast',
    messages: [{ role: 'user', content: 'What does DORA ask of incident reports?' }],
  }),
})

/** Makes an account with a key, and gives the key. */
async function newKey(origin: string): Promise<string> {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/admin/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return (await answer.json()) as T
  }
  const { id } = await post<{ id: string }>('/accounts', { name: 'quiet', credit_usd: 1_000 })
  return (await post<{ key: string }>(`/accounts/${id}/keys`, { name: 'quiet' })).key
}

/** Asks for health again and again until it is told to stop; gives the longest wait in milliseconds. */
function watchHealth(origin: string): () => Promise<number> {
  const stop = new AbortController()
  const watching = (async () => {
    let longest = 0
    while (!stop.signal.aborted) {
      const began = performance.now()
      await (await fetch(`${origin}/healthz`)).text()
      longest = Math.max(longest, performance.now() - began)
      await delay(HEALTH_MS)
    }
    return longest
  })()
  return () => {
    stop.abort()
    return watching
  }
}

function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return figure(sorted[Math.floor(share * (sorted.length - 1))], 1)
}

function row(
  name: string,
  capacity: number,
  flood: OpenLoopTally,
  quiet: OpenLoopTally,
  more: string[],
): string[] {
  const goodput = flood.served.length / SECONDS
  return [
    name,
    figure(goodput, 0),
    `${figure((100 * (goodput + quiet.served.length / SECONDS)) / capacity, 0)} %`,
    at(flood.served, 0.5),
    at(flood.served, 0.95),
    figure(flood.refused.length, 0),
    at(flood.refused, 0.5),
    at(flood.refused, 0.99),
    figure(flood.failed + quiet.failed, 0),
    figure(flood.unsent + quiet.unsent, 0),
    at(quiet.served, 0.95),
    figure(quiet.refused.length, 0),
    ...more,
  ]
}

const HEAD = [
  'offered', 'served/s', 'of capacity', 'p50 ms', 'p95 ms', 'refused', 'p50 ms', 'p99 ms', 'failed', 'unsent',
  'quiet caller p95 ms', 'its refusals', 'healthz max ms', 'RSS MiB',
] // prettier-ignore

const folder = await mkdtemp(join(tmpdir(), 'svc-overload-'))
const service = await startService(folder, { ADMIN_TOKEN, RUNNING_CALLS_PER_KEY_MAX })
try {
  const port = Number(new URL(service.origin).port)
  const flooding = call(BENCH_ACCOUNT.BOOTSTRAP_API_KEY)
  const quietly = call(await newKey(service.origin))
  const closed = {
    ...flooding,
    origin: service.origin,
    connections: CALLERS,
    rampMs: 0,
    status: 200,
    chunks: 0,
  }
  await load({ ...closed, durationMs: 3_000 })
  const { done, wallMs, latency } = await load({ ...closed, durationMs: SECONDS * 500 })
  const capacity = (done * 1_000) / wallMs
  console.log(
    `capacity ${figure(capacity, 0)} calls a second: ${CALLERS} callers that wait, p50 ${figure(latency?.p50)} ms, p99 ${figure(latency?.p99)} ms`,
  )
  const rows = [HEAD]
  for (const times of TIMES) {
    await delay(PAUSE_MS)
    const health = watchHealth(service.origin)
    const [flood, quiet] = await Promise.all([
      openLoop({ ...flooding, port, rate: capacity * times, durationMs: SECONDS * 1_000 }),
      openLoop({ ...quietly, port, rate: QUIET_RATE, durationMs: SECONDS * 1_000 }),
    ])
    const { rssBytes } = await service.usage()
    rows.push(
      row(`${times} times`, capacity, flood, quiet, [
        figure(await health(), 0),
        figure(rssBytes / 1_048_576, 0),
      ]),
    )
  }
  console.log(table(rows))
} finally {
  await service.stop()
  await rm(folder, { recursive: true })
}
