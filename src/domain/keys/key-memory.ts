import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { FoundKey } from '../ledger/store.ts'
import { StrangerTurns } from './stranger-turns.ts'

/** Keys remembered at one time, and as many that are none; the least used go first. */
const REMEMBERED_MOST = 10_000

export interface KeyMemoryParts {
  /** The key with this hash, looked up. */
  find: (hash: Buffer) => Promise<FoundKey | undefined>
  clock: Clock
  /** How long an answer is remembered, in milliseconds. */
  rememberMs: number
  /** Look-ups at one time of keys that were not met before. */
  strangersAtOnce: number
}

/**
 * What an instance that shares its store with others remembers of keys: those that there are, and, in a place of their own, those
 * that there are not. Calls that ask for one key at once share one look-up.
 */
export class KeyMemory {
  readonly #find: KeyMemoryParts['find']
  readonly #known: LRUCache<string, FoundKey>
  readonly #unknown: LRUCache<string, true>
  /** Secrets that opened a key when they were last looked up: their look-ups wait behind no stranger's. */
  readonly #met = new LRUCache<string, true>({ max: REMEMBERED_MOST })
  readonly #turns: StrangerTurns
  /** Only a look-up that is still in here when it ends is remembered. */
  readonly #underWay = new Map<string, Promise<FoundKey | undefined>>()

  constructor({ find, clock, rememberMs, strangersAtOnce }: KeyMemoryParts) {
    this.#find = find
    this.#turns = new StrangerTurns(strangersAtOnce)
    const options = {
      max: REMEMBERED_MOST,
      ttl: rememberMs,
      // The cache's own clock is read again only after this long: every time.
      ttlResolution: 0,
      perf: { now: () => clock.now() },
    }
    this.#known = new LRUCache(options)
    this.#unknown = new LRUCache(options)
  }

  /** The key with this hash, or undefined where there is none. Throws what the look-up throws, and remembers nothing of it. */
  async get(hash: Buffer): Promise<FoundKey | undefined> {
    const name = hash.toString('hex')
    const known = this.#known.get(name)
    if (known || this.#unknown.has(name)) return known
    return this.#underWay.get(name) ?? this.#lookUp(name, hash)
  }

  /** A key was made here: look-ups that did not see it yet no longer count. */
  made(hash: Buffer): void {
    const name = hash.toString('hex')
    this.#met.set(name, true)
    this.#unknown.delete(name)
    this.#underWay.delete(name)
  }

  /**
   * A key was changed here. It alone is forgotten, by every secret it has; which key a look-up under way is for is not known before it
   * ends, so none of those is remembered, and whoever asks from now on asks anew.
   */
  forget(keyId: string): void {
    this.#underWay.clear()
    const remembered = [...this.#known.entries()].filter(([, { id }]) => id === keyId)
    for (const [name] of remembered) this.#known.delete(name)
  }

  async #lookUp(name: string, hash: Buffer): Promise<FoundKey | undefined> {
    const find = (): Promise<FoundKey | undefined> => this.#find(hash)
    const found = this.#met.has(name) ? find() : this.#turns.take(find)
    this.#underWay.set(name, found)
    try {
      const key = await found
      if (key) this.#met.set(name, true)
      else this.#met.delete(name)
      if (this.#underWay.get(name) !== found) return key
      if (key) this.#known.set(name, key)
      else this.#unknown.set(name, true)
      return key
    } finally {
      if (this.#underWay.get(name) === found) this.#underWay.delete(name)
    }
  }
}
