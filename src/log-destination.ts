import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import sonicBoom from 'sonic-boom'

// A CommonJS package whose named exports Node does not see.
const { SonicBoom } = sonicBoom

/** Lines that wait for a slow reader: about fifteen thousand. What comes on top of them is dropped and counted. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024

/** Lines are handed on together, so long at most after the first of them: each hand-over wakes a thread. */
const TOGETHER_MS = 20

/** A pipe that was full may have room again soon, a disk or a reader that is gone takes longer to come back. */
const FULL_PIPE_RETRY_MS = 10
const FAULT_RETRY_MS = 1_000

/** Whether everything was written: `refused` says why not, `stuck` that a write has not even come back. */
export type Flushed = 'written' | 'refused' | 'stuck'

/**
 * Where log lines go. Writing never waits and never throws: lines are handed to a thread, and while the file descriptor takes none
 * they wait in a buffer of bounded size.
 */
export class LogDestination {
  readonly #sink: InstanceType<typeof SonicBoom>
  readonly #waitingBytesMax: number
  /** Lines that were not handed on yet. */
  #lines: string[] = []
  #together: NodeJS.Timeout | undefined
  /** Bytes of them, and of those that were and are not written. */
  #waitingBytes = 0
  #dropped = 0
  #faults = 0
  #retry: NodeJS.Timeout | undefined

  constructor(fd: number, { waitingBytesMax = WAITING_BYTES_MAX, faultRetryMs = FAULT_RETRY_MS } = {}) {
    this.#waitingBytesMax = waitingBytesMax
    // With a `minLength` of zero a flush would do nothing. Left to itself the sink would pause a tenth of a second at each full pipe.
    this.#sink = new SonicBoom({ fd, sync: false, minLength: 1, retryEAGAIN: () => false })
    this.#sink.on('write', (bytes: number) => {
      this.#waitingBytes -= bytes
    })
    this.#sink.on('error', (cause: NodeJS.ErrnoException) => {
      const full = cause.code === 'EAGAIN' || cause.code === 'EBUSY'
      if (!full) this.#faults += 1
      this.#tryAgainIn(full ? FULL_PIPE_RETRY_MS : faultRetryMs)
    })
  }

  /** Lines that found no room in the buffer. */
  get dropped(): number {
    return this.#dropped
  }

  /** Writes that failed; a full pipe is none. The lines themselves still wait. */
  get faults(): number {
    return this.#faults
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#waitingBytes + bytes > this.#waitingBytesMax) {
      this.#dropped += 1
      return
    }
    this.#waitingBytes += bytes
    this.#lines.push(line)
    this.#together ??= setTimeout(() => this.#handOn(), TOGETHER_MS)
  }

  /** Waits until every line is out: so long at most for room, and so long for a write that is under way. */
  async flush(withinMs: number): Promise<Flushed> {
    const deadline = performance.now() + withinMs
    this.#handOn()
    for (;;) {
      const outcome = await this.#attempt(withinMs)
      if (outcome !== 'refused' || performance.now() > deadline) return outcome
      await delay(FULL_PIPE_RETRY_MS)
    }
  }

  #handOn(): void {
    clearTimeout(this.#together)
    this.#together = undefined
    if (this.#lines.length > 0) this.#sink.write(this.#lines.join(''))
    this.#lines = []
  }

  async #attempt(withinMs: number): Promise<Flushed> {
    const over = new AbortController()
    const { signal } = over
    // An error event rejects it.
    const drained = once(this.#sink, 'drain', { signal }).then(
      () => 'written' as const,
      () => 'refused' as const,
    )
    const late = delay(withinMs, 'stuck' as const, { signal }).catch(() => 'stuck' as const)
    this.#sink.flush()
    const outcome = await Promise.race([drained, late])
    over.abort()
    return outcome
  }

  #tryAgainIn(ms: number): void {
    if (this.#retry) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#sink.flush()
    }, ms).unref()
  }
}
