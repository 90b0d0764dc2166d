import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request as send, type Dispatcher } from 'undici'
import type {
  Upstream,
  UpstreamAnswer,
  UpstreamEvent,
  UpstreamRequest,
} from '../../domain/upstream/upstream.ts'
import { Refusal } from '../../domain/refusal.ts'
import { sseBatches } from './sse-batches.ts'
import { readUpstreamJson } from './upstream-json.ts'

/** Where an OpenAI-compatible server is, how it names the aliases, and how long each phase may take (milliseconds). */
export interface HttpUpstreamOptions {
  /** Ends in `/v1`. */
  baseUrl: string
  apiKey: string | undefined
  modelNames: { fast: string; thinking: string }
  connectTimeoutMs: number
  firstByteTimeoutMs: number
  idleTimeoutMs: number
  /** What a failure that is no timeout is called: the EU path has a code of its own. */
  unavailable: 'upstream_unavailable' | 'eu_path_unavailable'
}

const RETRIES_MAX = 2
const RETRY_DELAY_MS = 100
const CONNECTIONS_MAX = 512
/** A plain answer of the largest output is a few hundred kilobytes. */
const PLAIN_BYTES_MAX = 32 * 1024 * 1024

/** A model behind an OpenAI-compatible HTTP server. Nothing of its words, names or headers leaves this file. */
export class HttpUpstream implements Upstream {
  readonly available = true
  readonly #options: HttpUpstreamOptions
  readonly #agent: Agent

  constructor(options: HttpUpstreamOptions) {
    this.#options = options
    this.#agent = new Agent({
      connections: CONNECTIONS_MAX,
      pipelining: 1,
      connect: { timeout: options.connectTimeoutMs },
      headersTimeout: options.firstByteTimeoutMs,
      bodyTimeout: options.idleTimeoutMs,
    })
  }

  async open(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
    const slow = new AbortController()
    const timer = setTimeout(() => {
      slow.abort(new Refusal('upstream_timeout'))
    }, this.#options.firstByteTimeoutMs)
    const either = AbortSignal.any([signal, slow.signal])
    try {
      const response = await this.#send(request, either)
      const batches = this.#batches(response, () => clearTimeout(timer))
      const first = await batches.next()
      if (first.done === true) throw new BadAnswer('empty')
      return { fingerprint: undefined, events: this.#events(first.value, batches, signal) }
    } catch (cause) {
      throw this.#failure(cause, either)
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  /** Sends the call; again, at most twice, where the server failed before its first byte and not by our fault. */
  async #send(request: UpstreamRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { apiKey, baseUrl } = this.#options
    const body = JSON.stringify(this.#body(request))
    for (let attempt = 0; ; attempt += 1) {
      const last = attempt === RETRIES_MAX
      try {
        const response = await send(`${baseUrl}/chat/completions`, {
          dispatcher: this.#agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: request.stream ? 'text/event-stream' : 'application/json',
            ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
          },
          body,
          signal,
        })
        if (response.statusCode >= 200 && response.statusCode < 300) return response
        await response.body.dump()
        if (response.statusCode < 500 || last) throw new BadAnswer(`status_${response.statusCode}`)
      } catch (cause) {
        if (signal.aborted || last || cause instanceof BadAnswer || isTimeout(cause)) throw cause
      }
      await delay(RETRY_DELAY_MS * 2 ** attempt * (0.5 + Math.random()), undefined, { signal })
    }
  }

  #body(request: UpstreamRequest): Record<string, unknown> {
    return {
      ...request.sampling,
      model: this.#options.modelNames[request.model.kind],
      messages: request.prompt,
      max_tokens: request.maxTokens,
      stream: request.stream,
      ...(request.stream && { stream_options: { include_usage: true } }),
    }
  }

  /**
   * The answer's events, batch by batch, whether it came as a stream or, asked or not, as one plain body. `began` hears of a
   * plain body's first byte; of a stream its first event counts, since headers alone come early.
   */
  async *#batches(
    { headers, body }: Dispatcher.ResponseData,
    began: () => void,
  ): AsyncGenerator<UpstreamEvent[]> {
    if (!String(headers['content-type']).includes('text/event-stream')) {
      const events = readUpstreamJson(await boundedText(body, began))
      if (!events) throw new BadAnswer('not_an_answer')
      yield events
      return
    }
    for await (const batch of sseBatches(body)) {
      const end = batch.indexOf('[DONE]')
      const read = (end < 0 ? batch : batch.slice(0, end)).map(readUpstreamJson)
      const bad = read.indexOf(undefined)
      // What came before a broken event counts, however the bytes were split. An empty batch (half an event, a comment) says
      // nothing yet; a role-only chunk says that the answer has begun.
      if (batch.length > 0 && bad !== 0 && end !== 0) {
        yield read.slice(0, bad < 0 ? undefined : bad).flatMap((events) => events ?? [])
      }
      if (bad >= 0) throw new BadAnswer('not_an_answer')
      if (end >= 0) return
    }
  }

  async *#events(
    first: UpstreamEvent[],
    rest: AsyncGenerator<UpstreamEvent[]>,
    signal: AbortSignal,
  ): AsyncGenerator<UpstreamEvent[]> {
    let finished = false
    try {
      for (let batch: UpstreamEvent[] | undefined = first; batch;) {
        finished ||= batch.some(({ kind }) => kind === 'finish')
        yield batch
        const next: IteratorResult<UpstreamEvent[], void> = await rest.next()
        batch = next.done === true ? undefined : next.value
      }
      if (!finished) throw new BadAnswer('truncated')
    } catch (cause) {
      throw this.#failure(cause, signal)
    } finally {
      await rest.return(undefined)
    }
  }

  /** What went wrong, in the words of the table; never the upstream's. */
  #failure(cause: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason
    if (cause instanceof Refusal) return cause
    return new Refusal(isTimeout(cause) ? 'upstream_timeout' : this.#options.unavailable, {
      reason: reasonOf(cause),
    })
  }
}

/** The server answered, and it is no answer: asking again would not help. The message says how, in a word of ours. */
class BadAnswer extends Error {}

function reasonOf(cause: unknown): string {
  if (cause instanceof BadAnswer) return cause.message
  if (!(cause instanceof Error)) return typeof cause
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.constructor.name
}

const TIMEOUTS = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && TIMEOUTS.has(String(cause.code))
}

async function boundedText(body: AsyncIterable<Uint8Array>, began: () => void): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    began()
    bytes += chunk.length
    if (bytes > PLAIN_BYTES_MAX) throw new BadAnswer('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
