/** What those who work for a call see of its early end. An `AbortSignal` is one too. */
export interface EarlyEndSignal {
  readonly aborted: boolean
  /** Why; undefined before. */
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Ends a call early and says so to whoever works for it. An `AbortController` would do the same with an event target and its maps for
 * each call. The listeners are called once, in their order.
 */
export class EarlyEnd implements EarlyEndSignal {
  #aborted = false
  #reason: unknown
  #listeners: (() => void)[] = []

  get aborted(): boolean {
    return this.#aborted
  }

  get reason(): unknown {
    return this.#reason
  }

  /** Only the first end counts. */
  abort(reason: Error): void {
    if (this.#aborted) return
    this.#aborted = true
    this.#reason = reason
    for (const listener of this.#listeners.splice(0)) listener()
  }

  /** @throws the reason, once aborted */
  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#aborted) this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener)
  }
}
