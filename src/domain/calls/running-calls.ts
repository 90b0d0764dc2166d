/** Why a call is ended from outside while it runs. */
export type Interruption = 'client_closed' | 'key_revoked' | 'server_stopping' | 'total_timeout'

/** What a call has to offer to be ended from outside. */
export interface Interruptible {
  readonly keyId: string
  end(why: Interruption): void
}

/** The calls of this process that hold credit right now: whom a revocation ends, and what a shutdown waits for. */
export class RunningCalls {
  readonly #calls = new Set<Interruptible>()
  #idle: (() => void)[] = []

  get size(): number {
    return this.#calls.size
  }

  add(call: Interruptible): void {
    this.#calls.add(call)
  }

  remove(call: Interruptible): void {
    this.#calls.delete(call)
    if (this.#calls.size > 0) return
    for (const wake of this.#idle) wake()
    this.#idle = []
  }

  /** The keys that calls are running with, each once. */
  keyIds(): string[] {
    return [...new Set([...this.#calls].map(({ keyId }) => keyId))]
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
