import { Refusal } from '../../domain/refusal.ts'
import type { UpstreamExchange } from './upstream-exchange.ts'

/**
 * How long an answer may take to begin, from the moment its request was first sent: asking again does not start the time again.
 * An exchange that waits for longer ends with `upstream_timeout`.
 */
export class FirstByteTimer {
  readonly #ms: number
  #since: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  /** The request was sent by this exchange, which is the only one by now. */
  start(exchange: UpstreamExchange): void {
    this.stop()
    const left = this.#since === undefined ? this.#ms : this.#ms - (performance.now() - this.#since)
    this.#since ??= performance.now()
    this.#timer = setTimeout(() => exchange.abort(new Refusal('upstream_timeout')), left)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
