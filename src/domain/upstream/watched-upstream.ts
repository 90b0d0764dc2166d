import type { Clock } from '../clock.ts'
import type { EarlyEndSignal } from '../early-end.ts'
import { Refusal } from '../refusal.ts'
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts'

/** How an upstream did when it was last asked. In milliseconds since the epoch. */
export interface UpstreamState {
  /** When it last began an answer; undefined: it has not since the start. */
  answeredAt: number | undefined
  /** When and how it last failed before an answer; gone with the next answer. */
  failed: { at: number; code: Refusal['code'] } | undefined
}

/** What says that an upstream failed, and not that a request was wrong. */
const FAILURES: ReadonlySet<Refusal['code']> = new Set([
  'upstream_unavailable',
  'upstream_timeout',
  'eu_path_unavailable',
  'server_overloaded',
])

/** An upstream that remembers how it last did, for those who operate the service. */
export class WatchedUpstream implements Upstream {
  readonly #upstream: Upstream
  readonly #clock: Clock
  readonly #state: UpstreamState = { answeredAt: undefined, failed: undefined }

  constructor(upstream: Upstream, clock: Clock) {
    this.#upstream = upstream
    this.#clock = clock
  }

  get available(): boolean {
    return this.#upstream.available
  }

  get local(): boolean {
    return this.#upstream.local ?? false
  }

  get state(): Readonly<UpstreamState> {
    return this.#state
  }

  async open(
    request: UpstreamRequest,
    signal: EarlyEndSignal,
    asked: (working: boolean) => void,
  ): Promise<UpstreamAnswer> {
    try {
      const answer = await this.#upstream.open(request, signal, asked)
      this.#state.answeredAt = this.#clock.now()
      this.#state.failed = undefined
      return answer
    } catch (cause) {
      if (cause instanceof Refusal && FAILURES.has(cause.code)) {
        this.#state.failed = { at: this.#clock.now(), code: cause.code }
      }
      throw cause
    }
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }
}
