import type { Interruptible } from '../calls/running-calls.ts'
import { bytesOf, RUNNING, type ReplyAnswer, type ReplyFailure, type ReplyState } from './reply-answer.ts'

/** Who a reply belongs to, and which question it answers. */
export interface KeptReplyFacts {
  id: string
  /** The token that asked. Its id, and no other's, finds the reply. */
  tokenId: string
  /** The asker's own name of the question, by which asking again is the same reply. */
  ref: string | undefined
  /** A hash of the question with its options: a name stands for one question. */
  asked: string
  /** In milliseconds since the epoch. */
  begunAt: number
}

/** One question that is being answered or was, in memory alone. */
export class KeptReply {
  readonly facts: KeptReplyFacts
  state: ReplyState = RUNNING
  /** When it was whole; undefined while it is running. */
  endedAt: number | undefined
  /** Whether it was read whole: such a one gives way first. */
  delivered = false
  /** What it takes of memory once it is whole. */
  bytes = 0
  /** Who waits for it right now. */
  waiting = 0
  #call: Interruptible | undefined
  #stopped = false
  readonly #end = Promise.withResolvers<void>()

  constructor(facts: KeptReplyFacts) {
    this.facts = facts
  }

  get running(): boolean {
    return this.state.status === 'running'
  }

  /** Resolves once it is whole or has failed. */
  get ended(): Promise<void> {
    return this.#end.promise
  }

  /** Its call holds credit from now on. */
  admitted(call: Interruptible): void {
    this.#call = call
    if (this.#stopped) call.end('server_stopping')
  }

  /** Ends its call free of charge: nobody will read the answer. */
  stop(): void {
    this.#stopped = true
    if (this.running) this.#call?.end('server_stopping')
  }

  done(answer: ReplyAnswer, now: number): void {
    this.state = { status: 'done', answer }
    this.bytes = bytesOf(answer)
    this.#ended(now)
  }

  failed({ why }: ReplyFailure, now: number): void {
    this.state = { status: 'failed', why }
    this.#ended(now)
  }

  #ended(now: number): void {
    this.endedAt = now
    this.#call = undefined
    this.#end.resolve()
  }
}
