import type { EarlyEndSignal } from '../../domain/early-end.ts'
import { Pool } from 'undici'
import type {
  PromptPiece,
  Unavailable,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from '../../domain/upstream/upstream.ts'
import { Refusal } from '../../domain/refusal.ts'
import { ConnectionTurns } from './connection-turns.ts'
import { FirstByteTimer } from './first-byte-timer.ts'
import { pause } from './pause.ts'
import { readAnswer } from './read-answer.ts'
import { refusedAnswer } from './refused-answer.ts'
import { UpstreamExchange, type AnswerHeaders } from './upstream-exchange.ts'
import { isTimeout, refusalOf } from './upstream-failure.ts'

/** Where an OpenAI-compatible server is, how it names things, and how long each phase may take (milliseconds). */
export interface HttpUpstreamOptions {
  /** Ends in `/v1`. */
  baseUrl: string
  apiKey: string | undefined
  modelNames: { fast: string; thinking: string }
  /** How it calls the output limit: some take the newer name alone, some the older. */
  maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** Calls beyond it wait for their turn, as long as a connection may take. */
  connectionsMax: number
  connectTimeoutMs: number
  firstByteTimeoutMs: number
  idleTimeoutMs: number
  /** What a failure that is no timeout is called. */
  unavailable: Unavailable
}

/** Who hears of a call on its way. */
interface Progress {
  firstByte: FirstByteTimer
  asked: (working: boolean) => void
}

const RETRIES_MAX = 2
const RETRY_DELAY_MS = 100

/** A model behind an OpenAI-compatible HTTP server. Nothing of its words, names or headers leaves this folder. */
export class HttpUpstream implements Upstream {
  readonly available = true
  readonly #options: HttpUpstreamOptions
  readonly #path: string
  readonly #pool: Pool
  readonly #turns: ConnectionTurns

  constructor(options: HttpUpstreamOptions) {
    this.#options = options
    const { origin, pathname, search } = new URL(`${options.baseUrl}/chat/completions`)
    this.#path = pathname + search
    this.#pool = new Pool(origin, {
      connections: options.connectionsMax,
      pipelining: 1,
      connect: { timeout: options.connectTimeoutMs },
      // The first byte has a clock of our own, which headers alone do not stop.
      headersTimeout: 0,
      bodyTimeout: options.idleTimeoutMs,
    })
    this.#turns = new ConnectionTurns(options.connectionsMax, options.connectTimeoutMs)
  }

  async open(
    request: UpstreamRequest,
    signal: EarlyEndSignal,
    asked: (working: boolean) => void,
  ): Promise<UpstreamAnswer> {
    const firstByte = new FirstByteTimer(this.#options.firstByteTimeoutMs)
    const failed = (cause: unknown): unknown =>
      signal.aborted ? signal.reason : refusalOf(cause, this.#options.unavailable)
    try {
      const { exchange, headers } = await this.#inTurn(request, signal, { firstByte, asked })
      const events = readAnswer(exchange, headers, { began: () => firstByte.stop(), failed })
      await events.next()
      return { fingerprint: undefined, events }
    } catch (cause) {
      throw failed(cause)
    } finally {
      firstByte.stop()
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }

  /** Waits for a turn, and keeps it until the answer's connection is free again. */
  async #inTurn(
    request: UpstreamRequest,
    signal: EarlyEndSignal,
    progress: Progress,
  ): Promise<{ exchange: UpstreamExchange; headers: AnswerHeaders }> {
    await this.#turns.take(signal)
    try {
      const answered = await this.#ask(request, signal, progress)
      answered.exchange.whenOver(() => this.#turns.giveBack())
      return answered
    } catch (cause) {
      this.#turns.giveBack()
      throw cause
    }
  }

  /**
   * Sends the call; again, at most twice, where the server failed before its first byte and not by our fault. A server that failed is
   * not believed to work for the call again before it has said so with a 2xx.
   */
  async #ask(
    request: UpstreamRequest,
    signal: EarlyEndSignal,
    { firstByte, asked }: Progress,
  ): Promise<{ exchange: UpstreamExchange; headers: AnswerHeaders }> {
    const message = this.#message(request)
    for (let attempt = 0; ; attempt += 1) {
      try {
        const exchange = new UpstreamExchange(this.#pool, message, signal, (sent) => {
          firstByte.start(sent)
          if (attempt === 0) asked(true)
        })
        const { status, headers } = await exchange.head
        const good = status >= 200 && status < 300
        asked(good)
        if (good) return { exchange, headers }
        const answer = { status, headers, body: await exchange.drain() }
        const refusal = refusedAnswer(answer, request, this.#options.unavailable)
        const passing = status >= 500 && refusal.code === this.#options.unavailable
        if (!passing || attempt === RETRIES_MAX) throw refusal
      } catch (cause) {
        asked(false)
        const last = attempt === RETRIES_MAX || signal.aborted
        if (last || cause instanceof Refusal || isTimeout(cause)) throw cause
      }
      await pause(RETRY_DELAY_MS * 2 ** attempt * (0.5 + Math.random()), signal)
    }
  }

  #message(request: UpstreamRequest) {
    const { apiKey, modelNames, maxTokensField } = this.#options
    return {
      path: this.#path,
      method: 'POST' as const,
      headers: {
        'content-type': 'application/json',
        accept: request.stream ? 'text/event-stream' : 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: withMessages(request.prompt, {
        ...request.sampling,
        model: modelNames[request.model.kind],
        [maxTokensField]: request.maxTokens,
        stream: request.stream,
        ...(request.stream && { stream_options: { include_usage: true } }),
      }),
    }
  }
}

/** The request's JSON: the messages are JSON already. */
function withMessages(messages: readonly PromptPiece[], rest: object): Buffer {
  return joined(['{"messages":', ...messages, `,${JSON.stringify(rest).slice(1)}`])
}

/** The bytes of all pieces, each copied once. */
function joined(pieces: readonly PromptPiece[]): Buffer {
  let length = 0
  for (const piece of pieces) length += Buffer.byteLength(piece)
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of pieces) {
    at += typeof piece === 'string' ? bytes.write(piece, at) : piece.copy(bytes, at)
  }
  return bytes
}
