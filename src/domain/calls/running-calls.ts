/** Why a call is ended from outside while it runs. */
export type Interruption = 'client_closed' | 'key_revoked' | 'server_stopping' | 'total_timeout'

/** What a call has to offer to be ended from outside. */
export interface Interruptible {
  readonly keyId: string
  end(why: Interruption): void
}

/** What is kept for keys beside their running calls, and goes with them. */
export interface KeyFollower {
  /** The keys that something is kept for. */
  keyIds(): string[]
  revoke(keyId: string): void
  stop(): void
}

/**
 * Where a running call stands; emptied when it ends. A set that is added to and deleted from for ever leaves tables behind, each with what was
 * deleted and a pointer to the next. Once one of them is old, all later ones live until a major collection, and the calls with them.
 */
interface Place {
  call: Interruptible | undefined
}

/** The calls of this process that hold credit right now: whom a revocation ends, and what a shutdown waits for. */
export class RunningCalls {
  readonly #places = new Set<Place>()
  readonly #follower: KeyFollower | undefined
  #idle: (() => void)[] = []

  constructor(follower?: KeyFollower) {
    this.#follower = follower
  }

  get size(): number {
    return this.#places.size
  }

  /** Takes a call in, and gives what takes it out again once it has ended. */
  add(call: Interruptible): () => void {
    const place: Place = { call }
    this.#places.add(place)
    return () => {
      place.call = undefined
      this.#places.delete(place)
      if (this.#places.size > 0) return
      for (const wake of this.#idle) wake()
      this.#idle = []
    }
  }

  /** The keys that calls are running with or something is kept for, each once. */
  keyIds(): string[] {
    const kept = this.#follower?.keyIds() ?? []
    return [...new Set([...this.#places].flatMap(({ call }) => call?.keyId ?? []).concat(kept))]
  }

  /** Ends the running calls of a key at once; what they produced is paid. */
  revoke(keyId: string): void {
    for (const { call } of this.#places) if (call?.keyId === keyId) call.end('key_revoked')
    this.#follower?.revoke(keyId)
  }

  /** Ends every call: the process is about to stop. It costs their callers nothing. */
  stop(): void {
    for (const { call } of this.#places) call?.end('server_stopping')
    this.#follower?.stop()
  }

  /** Resolves once no call is running. */
  idle(): Promise<void> {
    if (this.#places.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#idle.push(resolve)
    })
  }
}
