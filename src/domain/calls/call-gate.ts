import { Refusal } from '../refusal.ts'

/** Calls that are prepared at one time, and of one key: more would only make each of them slower. */
const PREPARED_MOST = 64
const PREPARED_OF_KEY_MOST = 48

/** How long a call may wait for its beginning where more come than can be served, in milliseconds. */
const WAIT_MS = 100

/** Before any is refused, waits may be longer for so long: a burst is served whole, a standing queue is not. */
const PATIENCE_MS = 1_500

/** For so long after the last refusal the queue counts as standing, in milliseconds. */
const REFUSING_MS = 5_000

/** Calls that may wait at one time, whatever the pace. */
const WAITING_MOST = 10_000

/** How often the pace is looked at while calls come, in milliseconds, and what is left of the one before. */
const LOOK_MS = 20
const FADING = 0.9

export interface CallGateLimits {
  /** Calls under way at one time, of all keys and of one. */
  runningMax: number
  runningPerKeyMax: number
  /** Whether memory is so short that no call may begin. */
  memoryIsShort: () => boolean
}

interface WaitingCall {
  begin: () => void
  refuse: (refusal: Refusal) => void
}

/** The calls of one key: under way, of them being prepared, and waiting. */
interface KeyCalls {
  running: number
  preparing: number
  readonly waiting: WaitingCall[]
}

/**
 * Lets calls begin at the pace that the process keeps up with. So many are prepared at one time: planned, admitted, and by a local upstream
 * answered. What is more waits in a line for each key, and the lines take turns, so a flood of one caller's leaves the others their share.
 * Where the queue stands, new calls are refused at once, before anything was done for them. A call that its upstream works for costs
 * little, and is not waited for.
 */
export class CallGate {
  readonly #limits: CallGateLimits
  readonly #keys = new Map<string, KeyCalls>()
  /** Keys with calls that wait, in the order of their turns. */
  readonly #lines = new Set<KeyCalls>()
  #running = 0
  #waiting = 0
  #preparing = 0
  #refused = 0
  #looking = false
  #begun = 0
  /** Calls that began in one look, fading. */
  #pace = 0
  /** Since when waits are too long. */
  #longSince: number | undefined
  #refusingUntil = -Infinity

  constructor(limits: CallGateLimits) {
    this.#limits = limits
  }

  /** Calls that wait for their beginning. */
  get waiting(): number {
    return this.#waiting
  }

  /** How many were refused so far. */
  get refused(): number {
    return this.#refused
  }

  /**
   * Counts a call in, until `leave`. Undefined: it may begin at once; else it may once this settles.
   * @throws {Refusal} `server_overloaded`
   */
  enter(keyId: string): Promise<void> | undefined {
    const key = this.#keys.get(keyId) ?? { running: 0, preparing: 0, waiting: [] }
    if (this.#isFullOf(key)) throw this.#refusal('running_calls_of_key')
    if (this.#isFull()) throw this.#refusal('running_calls')
    if (this.#limits.memoryIsShort()) throw this.#refusal('memory')
    this.#look()
    const mustWait = key.waiting.length > 0 || !this.#hasRoom(key)
    if (mustWait && this.#isTooMuch(key)) throw this.#refusal('waiting_calls')
    this.#keys.set(keyId, key)
    if (mustWait) return this.#wait(key)
    this.#begin(key)
    return undefined
  }

  /** Whether `enter` would refuse a call of this key now, so that nothing need be done for it. It counts as refused. */
  refusesAtOnce(keyId: string): boolean {
    const key = this.#keys.get(keyId)
    if (!key || !(this.#isFullOf(key) || this.#isFull() || this.#standsFor(key))) return false
    this.#refused += 1
    return true
  }

  #isFullOf(key: KeyCalls): boolean {
    return key.running + key.waiting.length >= this.#limits.runningPerKeyMax
  }

  #isFull(): boolean {
    return this.#running + this.#waiting >= this.#limits.runningMax
  }

  /** Whether calls are being refused, and a new one of this key would be. */
  #standsFor(key: KeyCalls): boolean {
    if (this.#waiting === 0 || performance.now() >= this.#refusingUntil) return false
    return (key.waiting.length > 0 || !this.#hasRoom(key)) && this.#isTooMuch(key)
  }

  /** The call is prepared: what it waits for from here on is not this process. Once for each call. */
  prepared(keyId: string): void {
    const key = this.#keys.get(keyId)
    if (key) key.preparing -= 1
    this.#preparing -= 1
    this.#beginNext()
  }

  /** The call has ended, however it did. */
  leave(keyId: string): void {
    const key = this.#keys.get(keyId)
    if (!key) return
    key.running -= 1
    this.#running -= 1
    if (key.running === 0 && key.waiting.length === 0) this.#keys.delete(keyId)
  }

  #refusal(reason: string): Refusal {
    this.#refused += 1
    return new Refusal('server_overloaded', { reason })
  }

  #hasRoom(key: KeyCalls): boolean {
    return this.#preparing < PREPARED_MOST && key.preparing < PREPARED_OF_KEY_MOST
  }

  #begin(key: KeyCalls): void {
    key.running += 1
    key.preparing += 1
    this.#running += 1
    this.#preparing += 1
    this.#begun += 1
  }

  #wait(key: KeyCalls): Promise<void> {
    this.#waiting += 1
    this.#lines.add(key)
    return new Promise((begin, refuse) => {
      key.waiting.push({ begin, refuse })
    })
  }

  /** The first of the line whose turn it is begins, and the line goes to the end. */
  #beginNext(): void {
    for (const key of this.#lines) {
      if (!this.#hasRoom(key)) continue
      const next = key.waiting.shift()
      this.#lines.delete(key)
      if (key.waiting.length > 0) this.#lines.add(key)
      if (!next) continue
      this.#waiting -= 1
      this.#begin(key)
      return next.begin()
    }
  }

  /** Whether a new call of this key would wait for too long, where others have for a while. */
  #isTooMuch(key: KeyCalls): boolean {
    if (this.#waiting >= WAITING_MOST) return true
    // The lines take turns: ahead of it are those of its own line, and as many of each other one.
    const ahead = Math.min(this.#waiting, (key.waiting.length + 1) * (this.#lines.size || 1))
    const servedInTime = (WAIT_MS * this.#pace * (1 - FADING)) / LOOK_MS
    if (ahead <= servedInTime) return false
    const now = performance.now()
    this.#longSince ??= now
    const refusing = now < this.#refusingUntil
    if (!refusing && now - this.#longSince <= PATIENCE_MS) return false
    this.#refusingUntil = now + REFUSING_MS
    if (!refusing) this.#shorten(Math.ceil(servedInTime / (this.#lines.size || 1)))
    return true
  }

  /** The queue stands: of each line so many keep their place, the others are told to come again. */
  #shorten(keep: number): void {
    for (const key of this.#lines) {
      for (const { refuse } of key.waiting.splice(keep)) {
        this.#waiting -= 1
        refuse(this.#refusal('waiting_calls'))
      }
    }
  }

  /** Looks at the pace from now on, until no call comes and none waits. */
  #look(): void {
    if (this.#looking) return
    this.#looking = true
    this.#lookAgain(performance.now())
  }

  #lookAgain(before: number): void {
    const timer = setTimeout(() => {
      const now = performance.now()
      this.#pace = this.#pace * FADING ** Math.max(1, (now - before) / LOOK_MS) + this.#begun
      const quiet = this.#begun === 0 && this.#waiting === 0
      this.#begun = 0
      if (this.#waiting === 0) this.#longSince = undefined
      if (quiet) this.#looking = false
      else this.#lookAgain(now)
    }, LOOK_MS)
    timer.unref()
  }
}
