import type { Caller } from '../keys/key-service.ts'
import type { EarlyEnd, EarlyEndSignal } from '../early-end.ts'
import type { Hold } from '../ledger/ledger.ts'
import type { CallStatus } from '../ledger/store.ts'
import type { Model } from '../models/models.ts'
import type { FinishReason, ReportedUsage, UpstreamEvent, Usage } from '../upstream/upstream.ts'
import { Refusal } from '../refusal.ts'
import type { RunningParts } from './call-parts.ts'
import { ProducedText } from './produced-text.ts'
import { Stopwatch } from './stopwatch.ts'
import type { Interruptible, Interruption } from './running-calls.ts'

/** What the log, the metrics and the answer say of a call once its hold has ended. */
export interface CallResult {
  status: CallStatus
  usage: Usage
  costMicros: number
}

/** What was admitted. */
export interface AdmittedCall {
  hold: Hold
  model: Model
  /** Whether the caller set sequences that end an answer. */
  stops: boolean
  /** The prompt's exact tokens; asked only where the upstream gives none. */
  countPrompt: () => Promise<number>
}

/** The upstream is told to stop with this as its reason where nobody is left to read an error. */
export class ClientLeft extends Error {}

/**
 * One admitted call, from its hold to its one settlement. Whoever ends it first decides how: the answer that is complete,
 * the failure, the client that left, the key that was revoked, the shutdown. Every later end is a no-op that sees the
 * first one's result.
 */
export class RunningCall implements Interruptible {
  readonly keyId: string
  /** Aborts the upstream; its reason is what a reader of the answer should be told. */
  readonly signal: EarlyEndSignal
  readonly #early: EarlyEnd
  readonly #parts: RunningParts
  readonly #admitted: AdmittedCall
  readonly #produced: ProducedText
  readonly #timer: NodeJS.Timeout
  readonly #leaveRunning: () => void
  readonly #upstreamTime = new Stopwatch()
  readonly #callTime = new Stopwatch()
  #reported: ReportedUsage = {}
  #finish: FinishReason | undefined
  #spoke = false
  #produces = false
  #asked = false
  #ended = false
  readonly #result = Promise.withResolvers<CallResult>()

  /** `early` is aborted when the call ends early, by the call itself or before it by whoever saw its client leave. */
  constructor(parts: RunningParts, caller: Caller, early: EarlyEnd, admitted: AdmittedCall) {
    this.keyId = caller.id
    this.#early = early
    this.signal = early
    this.#parts = parts
    this.#admitted = admitted
    this.#produced = new ProducedText(parts.tokenizer, admitted.hold.maxTokens)
    this.#timer = setTimeout(() => this.end('total_timeout'), parts.settings.totalMs)
    this.#leaveRunning = parts.running.add(this)
    // Nobody may be waiting for the end; a failure to settle is told here, once.
    this.result.catch(parts.settlementLost)
  }

  /** How the call ended; settles when its hold has. */
  get result(): Promise<CallResult> {
    return this.#result.promise
  }

  get finishReason(): FinishReason | undefined {
    return this.#finish
  }

  /** Whether the upstream works for this call: while it does, leaving early is not free. */
  asked(working: boolean): void {
    this.#asked = working
  }

  /** The call waits for its client until there is room for more; the rest of its time goes by while it waits for its upstream. */
  async whileClientReads(room: Promise<void>): Promise<void> {
    this.#upstreamTime.stop()
    await room
    this.#upstreamTime.start()
  }

  /** Takes note of what the upstream said: its usage, its finish, and its text for a count of our own. */
  note(events: readonly UpstreamEvent[]): void {
    for (const event of events) {
      if (event.kind === 'usage') this.#reported = event.usage
      else if (event.kind === 'finish') this.#finish ??= event.reason
      else {
        this.#produces = true
        this.#spoke ||= event.kind === 'text'
        this.#produced.add(event.text)
      }
    }
  }

  /**
   * Settles a whole answer by the upstream's usage, or ours where it gave none. An empty answer is free so often a day; one that the
   * caller's own `stop` emptied is what the caller asked for, and its prompt is paid.
   */
  complete(): Promise<CallResult> {
    if (!this.#spoke) return this.#endOnce(() => this.#empty())
    const status = this.#finish === undefined || this.#finish === 'stop' ? 'completed' : this.#finish
    return this.#endOnce(() => this.#paid(status))
  }

  /**
   * Releases the hold: the answer failed by the upstream's fault or ours. Never rejects: whatever becomes of the hold, the caller is
   * told why the call failed.
   */
  async fail(cause: unknown): Promise<void> {
    const ours = !(cause instanceof Refusal) || cause.code === 'server_draining'
    await this.#endOnce(() => this.#free(ours ? 'server_error' : 'upstream_error')).catch(() => undefined)
  }

  /** Ends the call from outside and stops the upstream at once. */
  end(why: Interruption): void {
    if (this.#ended) return
    switch (why) {
      case 'client_closed':
        void this.#endOnce(() => (this.#asked ? this.#paid('client_closed') : this.#free('client_closed')))
        return this.#early.abort(new ClientLeft())
      case 'key_revoked':
        void this.#endOnce(() => (this.#spoke ? this.#paid('key_revoked') : this.#free('key_revoked')))
        return this.#early.abort(new Refusal('invalid_api_key'))
      case 'server_stopping':
        void this.fail(new Refusal('server_draining'))
        return this.#early.abort(new Refusal('server_draining'))
      case 'total_timeout':
        return this.#timeIsOver()
    }
  }

  /** Whoever kept the call waiting for most of its time answers for it: what a slow client got is paid, what a slow upstream said is not. */
  #timeIsOver(): void {
    const slowClient = this.#produces && this.#upstreamTime.milliseconds < this.#callTime.milliseconds / 2
    if (slowClient) void this.#endOnce(() => this.#paid('client_timeout'))
    else void this.fail(new Refusal('upstream_timeout'))
    this.#early.abort(new Refusal(slowClient ? 'client_timeout' : 'upstream_timeout'))
  }

  #endOnce(how: () => Promise<CallResult>): Promise<CallResult> {
    if (!this.#ended) {
      this.#ended = true
      clearTimeout(this.#timer)
      void this.#conclude(how)
    }
    return this.result
  }

  async #conclude(how: () => Promise<CallResult>): Promise<void> {
    try {
      const result = await how()
      this.#leaveRunning()
      this.#result.resolve(result)
    } catch (cause) {
      this.#leaveRunning()
      this.#result.reject(cause)
    }
  }

  async #paid(status: CallStatus): Promise<CallResult> {
    const usage = await this.#usage()
    const { hold, model } = this.#admitted
    const costMicros = await this.#parts.ledger.settle(hold, model, usage, status)
    return { status, usage, costMicros }
  }

  async #empty(): Promise<CallResult> {
    const { hold, model, stops } = this.#admitted
    const usage = await this.#usage()
    const wanted = stops && this.#finish === 'stop'
    const costMicros = await this.#parts.ledger.settleEmpty(hold, model, usage, wanted)
    return { status: 'empty', usage, costMicros }
  }

  async #free(status: CallStatus): Promise<CallResult> {
    await this.#parts.ledger.release(this.#admitted.hold, status)
    return { status, usage: { promptTokens: 0, completionTokens: 0, ...this.#reported }, costMicros: 0 }
  }

  /**
   * The upstream's figures, and our own count for each that it left out or that cannot be: there is no call without a prompt, and
   * no text or thought without a token.
   */
  async #usage(): Promise<Usage> {
    const { promptTokens, completionTokens, ...details } = this.#reported
    const told = completionTokens !== undefined && (completionTokens > 0 || !this.#produces)
    // Counted as it stands now: what still comes while the prompt is counted is not part of it.
    const completion = told ? completionTokens : this.#produced.tokens()
    return {
      promptTokens: promptTokens || (await this.#admitted.countPrompt()),
      completionTokens: await completion,
      ...details,
    }
  }
}
