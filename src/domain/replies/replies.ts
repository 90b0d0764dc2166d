import type { Clock } from '../clock.ts'
import type { Interruptible, KeyFollower } from '../calls/running-calls.ts'
import { randomText } from '../random-text.ts'
import { KeptReply } from './kept-reply.ts'
import type { ReplyAnswer, ReplyFailure, ReplyState } from './reply-answer.ts'

/** How long a whole reply can be read, in milliseconds. */
export const KEPT_MS = 600_000

/** Replies of one token that may be running at one time, and that are kept, running ones included. */
export const RUNNING_MAX = 4
export const KEPT_MAX = 16

/** What the replies of a process may take together. */
const BYTES_MAX = 64 * 1024 * 1024

/** 22 letters and digits are 131 bits. */
const ID_LENGTH = 22
const INSTANCE_LENGTH = 6

/** A clock may be one that is moved by hand, so the end of a wait is looked for. */
const LOOK_MS = 50

export interface Question {
  tokenId: string
  ref: string | undefined
  /** A hash of the question with its options. */
  asked: string
}

/** A reply that was begun or is the one asked for before; or why there is none. */
export type Begun =
  | { kind: 'kept'; reply: KeptReply; isNew: boolean }
  | { kind: 'running_max'; replies: readonly KeptReply[] }
  | { kind: 'other_question' }
  | { kind: 'full' }

/** Makes the call of a question, and never rejects; `admitted` hears of it as soon as it holds credit. */
export type Answering = (admitted: (call: Interruptible) => void) => Promise<ReplyAnswer | ReplyFailure>

/**
 * Answers that are read later than they were asked for. They live in this process' memory and nowhere else: a token's own for ten minutes
 * after they are whole, and no longer than the token or the process does. A call that was begun goes on when its asker leaves.
 */
export class Replies implements KeyFollower {
  readonly #clock: Clock
  readonly #bytesMax: number
  /** What the ids of this process begin with. */
  readonly #instance = randomText(INSTANCE_LENGTH)
  /** By token, each with its replies by id, oldest first. */
  readonly #kept = new Map<string, Map<string, KeptReply>>()
  #bytes = 0
  #stopped = false

  constructor(clock: Clock, { bytesMax = BYTES_MAX }: { bytesMax?: number } = {}) {
    this.#clock = clock
    this.#bytesMax = bytesMax
  }

  /** What the whole replies take, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Begins a reply, or gives the one that was begun by the same name. */
  begin({ tokenId, ref, asked }: Question, answering: Answering): Begun {
    this.sweep()
    const own = this.#kept.get(tokenId) ?? new Map<string, KeptReply>()
    const same = ref === undefined ? undefined : [...own.values()].find((one) => one.facts.ref === ref)
    // What failed was not charged: asking again is another try.
    if (same && same.state.status !== 'failed') {
      return same.facts.asked === asked
        ? { kind: 'kept', reply: same, isNew: false }
        : { kind: 'other_question' }
    }
    const running = [...own.values()].filter((one) => one.running)
    if (running.length >= RUNNING_MAX) return { kind: 'running_max', replies: running }
    if (this.#stopped || !this.#makeRoom()) return { kind: 'full' }
    if (same) this.#drop(same)
    while (own.size >= KEPT_MAX) this.#drop(firstToGo([...own.values()]))
    const id = `reply_${this.#instance}_${randomText(ID_LENGTH)}`
    const reply = new KeptReply({ id, tokenId, ref, asked, begunAt: this.#clock.now() })
    own.set(id, reply)
    this.#kept.set(tokenId, own)
    void this.#answer(reply, answering)
    return { kind: 'kept', reply, isNew: true }
  }

  /** The token's reply with this id; undefined where it has none, whatever the reason. */
  find(tokenId: string, id: string): KeptReply | undefined {
    this.sweep()
    return this.#kept.get(tokenId)?.get(id)
  }

  /** Whether an id was made by another process than this one. */
  isElsewhere(id: string): boolean {
    const instance = /^reply_([0-9A-Za-z]{6})_[0-9A-Za-z]{22}$/.exec(id)?.[1]
    return instance !== undefined && instance !== this.#instance
  }

  /** The replies that are kept for a token, oldest first. */
  of(tokenId: string): KeptReply[] {
    this.sweep()
    return [...(this.#kept.get(tokenId)?.values() ?? [])]
  }

  /** Waits until a reply is whole, for so many milliseconds at most, or until `left` aborts. */
  async wait(reply: KeptReply, mostMs: number, left: AbortSignal): Promise<ReplyState> {
    const until = this.#clock.now() + mostMs
    const over = Promise.withResolvers<void>()
    const look = setInterval(() => {
      if (left.aborted || this.#clock.now() >= until) over.resolve()
    }, LOOK_MS)
    reply.waiting += 1
    try {
      if (reply.running) await Promise.race([reply.ended, over.promise])
      if (reply.state.status === 'done' && !left.aborted) reply.delivered = true
      return reply.state
    } finally {
      clearInterval(look)
      reply.waiting -= 1
      if (this.#stopped) this.#drop(reply)
    }
  }

  keyIds(): string[] {
    return [...this.#kept.keys()]
  }

  /** Forgets what is kept for a token. Its running calls are ended by whoever revokes it. */
  revoke(tokenId: string): void {
    for (const reply of this.#kept.get(tokenId)?.values() ?? []) this.#drop(reply)
  }

  /** The process is about to stop: only what somebody waits for still goes on, and the rest ends free of charge. */
  stop(): void {
    this.#stopped = true
    for (const own of this.#kept.values()) {
      for (const reply of own.values()) {
        if (reply.waiting > 0) continue
        reply.stop()
        this.#drop(reply)
      }
    }
  }

  /** Forgets what has been whole for its time. */
  sweep(): void {
    const before = this.#clock.now() - KEPT_MS
    for (const own of this.#kept.values()) {
      for (const reply of own.values()) {
        if (reply.endedAt !== undefined && reply.endedAt <= before) this.#drop(reply)
      }
    }
  }

  async #answer(reply: KeptReply, answering: Answering): Promise<void> {
    const answer = await answering((call) => reply.admitted(call))
    const now = this.#clock.now()
    if ('why' in answer) reply.failed(answer, now)
    else reply.done(answer, now)
    // It may have been forgotten meanwhile.
    if (this.#kept.get(reply.facts.tokenId)?.get(reply.facts.id) !== reply) return
    this.#bytes += reply.bytes
    this.#makeRoom()
  }

  /** Forgets replies until all take no more than they may; those that nobody has read yet stay longest. */
  #makeRoom(): boolean {
    while (this.#bytes >= this.#bytesMax) {
      const whole = [...this.#kept.values()].flatMap((own) => [...own.values()].filter((one) => !one.running))
      if (whole.length === 0) return false
      this.#drop(firstToGo(whole))
    }
    return true
  }

  #drop({ facts: { tokenId, id } }: KeptReply): void {
    const own = this.#kept.get(tokenId)
    const reply = own?.get(id)
    if (!own || !reply) return
    own.delete(id)
    this.#bytes -= reply.bytes
    if (own.size === 0) this.#kept.delete(tokenId)
  }
}

/** Of replies that are not all running: what failed or was read, or else what has been whole for longest. */
function firstToGo(replies: readonly KeptReply[]): KeptReply {
  const whole = replies.filter((one) => !one.running)
  const rank = (one: KeptReply): number => (one.delivered || one.state.status === 'failed' ? 0 : 1)
  return whole.reduce((first, one) => {
    const sooner = rank(one) - rank(first) || (one.endedAt ?? 0) - (first.endedAt ?? 0)
    return sooner < 0 ? one : first
  })
}
