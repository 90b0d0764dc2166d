import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Client, type Dispatcher } from 'undici'
import type { Job, Spread, Tally } from './load.ts'
import { StreamReader } from './stream-reader.ts'

/** Longer than a right answer is ever silent, or a connection takes, however much is asked at one time; in milliseconds. */
const SILENCE_MS = 60_000

const job = workerData as Job
const body = job.body === undefined ? null : Buffer.from(job.body)
const headers = Object.entries(job.headers).flat()

const latencies: number[] = []
const latenesses: number[] = []
let done = 0
let failed = 0
let firstFailure: string | undefined

const began = performance.now()

/** One caller with one connection. */
async function connection(index: number): Promise<void> {
  await delay((index * job.rampMs) / job.connections)
  const client = new Client(job.origin, {
    bodyTimeout: SILENCE_MS,
    headersTimeout: SILENCE_MS,
    connect: { timeout: SILENCE_MS },
    keepAliveTimeout: 60_000,
  })
  do await ask(client)
  while (performance.now() - began < job.rampMs + job.durationMs)
  await client.destroy()
}

function ask(client: Client): Promise<void> {
  const { method, path } = job
  return new Promise((resolve) => {
    client.dispatch({ method, path, headers, body }, new Asked(resolve))
  })
}

/** Reads one answer and judges it. */
class Asked implements Dispatcher.DispatchHandler {
  readonly #began = performance.now()
  readonly #over: () => void
  readonly #stream = job.chunks > 0 ? new StreamReader(latenesses) : undefined
  #status = 0
  #timed = false

  constructor(over: () => void) {
    this.#over = over
  }

  onRequestStart(): void {
    // Nothing to prepare; undici wants the method.
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    if (!this.#stream) return
    this.#time()
    this.#stream.read(part)
  }

  onResponseEnd(): void {
    this.#time()
    if (this.#status !== job.status) this.#fail(`it answered ${this.#status}`)
    else if (this.#stream && !this.#stream.isWhole(job.chunks)) this.#fail('a stream was not whole')
    else done += 1
    this.#over()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error.message)
    this.#over()
  }

  /** Once: at the first event of a stream, else at the answer's end. */
  #time(): void {
    if (!this.#timed) latencies.push(performance.now() - this.#began)
    this.#timed = true
  }

  #fail(reason: string): void {
    failed += 1
    firstFailure ??= reason
  }
}

function spread(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined
  const sorted = Float64Array.from(values).sort()
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

await Promise.all(Array.from({ length: job.connections }, (_, index) => connection(index)))
const wallMs = performance.now() - began
const latency = spread(latencies)
const lateness = spread(latenesses)
const tally: Tally = {
  done,
  failed,
  wallMs,
  ...(firstFailure !== undefined && { firstFailure }),
  ...(latency && { latency }),
  ...(lateness && { lateness }),
}
parentPort?.postMessage(tally)
