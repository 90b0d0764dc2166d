import type { RunningCall } from './running-call.ts'

/** The calls of this process that hold credit right now: whom a revocation ends, and what a shutdown waits for. */
export class RunningCalls {
  readonly #calls = new Set<RunningCall>()
  #idle: (() => void)[] = []

  get size(): number {
    return this.#calls.size
  }

  add(call: RunningCall): void {
    this.#calls.add(call)
  }

  remove(call: RunningCall): void {
    this.#calls.delete(call)
    if (this.#calls.size > 0) return
    for (const wake of this.#idle) wake()
    this.#idle = []
  }

  /** Ends the running calls of a key at once; what they produced is paid. */
  revoke(keyId: string): void {
    for (const call of this.#calls) if (call.keyId === keyId) call.end('key_revoked')
  }

  /** Ends every call: the process is about to stop. It costs their callers nothing. */
  stop(): void {
    for (const call of this.#calls) call.end('server_stopping')
  }

  /** Resolves once no call is running. */
  idle(): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#idle.push(resolve)
    })
  }
}
