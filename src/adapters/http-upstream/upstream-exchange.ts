import type { EarlyEndSignal } from '../../domain/early-end.ts'
import type { Dispatcher } from 'undici'

export type AnswerHeaders = Dispatcher.ResponseData['headers']

/** Of an answer that nobody reads, more than this is held back by making the server wait; bytes. */
const UNREAD_MAX = 64 * 1024

/** How much of an answer is still read, in bytes and milliseconds, only to have its connection back. */
const DRAIN_BYTES_MAX = 8 * 1024
const DRAIN_MS = 1_000

/**
 * One request to the upstream and its answer, straight on undici's dispatcher: that tells when the request is sent, and costs half
 * of what `request()` does. Read it as the bytes of the answer's body, as they come; a slow reader makes the server wait.
 */
export class UpstreamExchange implements Dispatcher.DispatchHandler {
  /** Settles with status and headers; rejects where the connection fails before them. */
  readonly head: Promise<{ status: number; headers: AnswerHeaders }>
  readonly #head = Promise.withResolvers<{ status: number; headers: AnswerHeaders }>()
  readonly #signal: EarlyEndSignal
  readonly #sent: (exchange: UpstreamExchange) => void
  #controller: Dispatcher.DispatchController | undefined
  #unread: Buffer[] = []
  #unreadBytes = 0
  #wake: (() => void) | undefined
  #whenOver: (() => void) | undefined
  #end: { failure?: unknown } | undefined

  /**
   * Sends the request as soon as there is a connection; `sent` hears of that moment. An abort ends the exchange at once, whatever
   * stage it is in, and its reason is what the reader gets.
   */
  constructor(
    dispatcher: Dispatcher,
    request: Dispatcher.DispatchOptions,
    signal: EarlyEndSignal,
    sent: (exchange: UpstreamExchange) => void,
  ) {
    signal.throwIfAborted()
    this.head = this.#head.promise
    this.#signal = signal
    this.#sent = sent
    signal.addEventListener('abort', this.#leave, { once: true })
    dispatcher.dispatch(request, this)
  }

  /** The one listener hears once that the connection is back in its pool or closed. */
  whenOver(listener: () => void): void {
    if (this.#end) listener()
    else this.#whenOver = listener
  }

  /** Ends the exchange and closes its connection; nothing happens where it is over. */
  abort(reason: unknown): void {
    if (this.#end) return
    this.#unread = []
    this.#finish({ failure: reason })
    this.#controller?.abort(reason as Error)
  }

  /**
   * Reads what is left of the answer, so that its connection can serve again, and gives it. Where that would take long the connection
   * is closed. Never rejects.
   */
  async drain(): Promise<Buffer> {
    const tooLong = (): void => this.abort(new Error('drained for too long'))
    const timer = this.#end ? undefined : setTimeout(tooLong, DRAIN_MS)
    const chunks: Buffer[] = []
    let bytes = 0
    try {
      do {
        await this.readable()
        const chunk = this.take()
        if (!chunk) break
        chunks.push(chunk)
        bytes += chunk.length
      } while (bytes <= DRAIN_BYTES_MAX)
    } catch {
      // What is left cannot be read: the connection is closed already.
    }
    clearTimeout(timer)
    if (!this.#end) this.abort(new Error('too much to drain'))
    return Buffer.concat(chunks)
  }

  /** Settles when there is something to `take`, or nothing more will come. One reader at a time. */
  readable(): Promise<void> | undefined {
    if (this.#unread.length > 0 || this.#end) return undefined
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /**
   * What of the body is there and was not taken yet, in one piece: with one read of the socket may come many. Undefined at its end.
   * @throws whatever broke the connection, or the abort's reason
   */
  take(): Buffer | undefined {
    const chunks = this.#unread
    if (chunks.length === 0) {
      if (this.#end && 'failure' in this.#end) throw this.#end.failure
      return undefined
    }
    this.#unread = []
    this.#unreadBytes = 0
    this.#controller?.resume()
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Left while the connection was made: thrown here, the connection stays good for another call.
    if (this.#end) throw new Error('left before it was sent')
    this.#controller = controller
  }

  onRequestSent(): void {
    this.#sent(this)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    if (status >= 200) this.#head.resolve({ status, headers })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#unread.push(chunk)
    this.#unreadBytes += chunk.length
    if (this.#unreadBytes > UNREAD_MAX) controller.pause()
    this.#wakeReader()
  }

  onResponseEnd(): void {
    this.#finish({})
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#end) this.#finish({ failure: error })
  }

  readonly #leave = (): void => this.abort(this.#signal.reason)

  #finish(end: { failure?: unknown }): void {
    this.#end = end
    this.#signal.removeEventListener('abort', this.#leave)
    if ('failure' in end) this.#head.reject(end.failure)
    this.#whenOver?.()
    this.#wakeReader()
  }

  #wakeReader(): void {
    this.#wake?.()
    this.#wake = undefined
  }
}
