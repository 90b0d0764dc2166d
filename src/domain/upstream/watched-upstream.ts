import type { Clock } from '../clock.ts'
import type { EarlyEndSignal } from '../early-end.ts'
import { Refusal } from '../refusal.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { Unavailable, Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts'

/** How an upstream does. Times in milliseconds since the epoch. */
export interface UpstreamState {
  /** When it last began an answer; undefined: it has not since the start. */
  answeredAt: number | undefined
  /** When and how it last failed before an answer; gone with the next answer. */
  failed: { at: number; code: Refusal['code'] } | undefined
  /** How often it failed before an answer since the start. */
  failures: number
  /** Whether it is taken for broken: calls are refused at once, but for a probe. */
  circuitOpen: boolean
}

/** What says that an upstream failed, and not that a request was wrong or that it has too much to do. */
const FAILURES: ReadonlySet<Refusal['code']> = new Set<Refusal['code']>([
  'upstream_unavailable',
  'upstream_timeout',
  'eu_path_unavailable',
])

/** What an upstream says of a request: it is alive. */
const ANSWERS: ReadonlySet<Refusal['code']> = new Set<Refusal['code']>([
  'invalid_value',
  'context_length_exceeded',
])

/** An upstream that is not asked while it is known to fail, and that remembers how it last did for those who operate the service. */
export class WatchedUpstream implements Upstream {
  readonly #upstream: Upstream
  readonly #clock: Clock
  readonly #unavailable: Unavailable
  readonly #circuit = new CircuitBreaker()
  #answeredAt: number | undefined
  #failed: UpstreamState['failed']
  #failures = 0

  constructor(upstream: Upstream, clock: Clock, unavailable: Unavailable) {
    this.#upstream = upstream
    this.#clock = clock
    this.#unavailable = unavailable
  }

  get available(): boolean {
    return this.#upstream.available
  }

  get local(): boolean {
    return this.#upstream.local === true
  }

  get state(): UpstreamState {
    return {
      answeredAt: this.#answeredAt,
      failed: this.#failed,
      failures: this.#failures,
      circuitOpen: this.#circuit.open,
    }
  }

  /** @throws {Refusal} as the upstream does, and that the path is unavailable while its circuit is open */
  async open(
    request: UpstreamRequest,
    signal: EarlyEndSignal,
    asked: (working: boolean) => void,
  ): Promise<UpstreamAnswer> {
    if (!this.#circuit.admits(this.#clock.now())) {
      throw new Refusal(this.#unavailable, { reason: 'circuit_open' })
    }
    try {
      const answer = await this.#upstream.open(request, signal, asked)
      this.#circuit.answered()
      this.#answeredAt = this.#clock.now()
      this.#failed = undefined
      return answer
    } catch (cause) {
      this.#note(cause)
      throw cause
    }
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }

  #note(cause: unknown): void {
    const code = cause instanceof Refusal ? cause.code : undefined
    if (code !== undefined && FAILURES.has(code)) {
      this.#circuit.failed()
      this.#failures += 1
    } else if (code !== undefined && ANSWERS.has(code)) this.#circuit.answered()
    else this.#circuit.undecided()
    if (code !== undefined && (FAILURES.has(code) || code === 'server_overloaded')) {
      this.#failed = { at: this.#clock.now(), code }
    }
  }
}
