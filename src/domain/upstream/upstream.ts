import type { EarlyEndSignal } from '../early-end.ts'
import type { ChatMessage } from '../chat-message.ts'
import type { Model } from '../models/models.ts'
import type { Framework } from '../registry/framework.ts'

export type FinishReason = 'stop' | 'length' | 'content_filter'

/** Token counts of a call. */
export interface Usage {
  promptTokens: number
  completionTokens: number
  reasoningTokens?: number
  cachedTokens?: number
}

/** Token counts as an upstream reports them, of which it may leave out any. */
export type ReportedUsage = Partial<Usage>

/** One thing an upstream says. `reasoning` is paid for but not shown. */
export type UpstreamEvent =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'finish'; reason: FinishReason }
  | { kind: 'usage'; usage: ReportedUsage }

/** Part of a JSON text, in UTF-8 or to be written so. */
export type PromptPiece = Buffer | string

/** A call as an upstream gets it: the alias, the assembled prompt and the sampling fields; nothing of the caller's identity. */
export interface UpstreamRequest {
  model: Model
  /** The messages in OpenAI's shape, as JSON: pieces of one text in order. */
  prompt: readonly PromptPiece[]
  maxTokens: number
  stream: boolean
  /** Sampling fields of the request body that go upstream as they are. */
  sampling: Readonly<Record<string, unknown>>
  /** The injected frameworks in canonical order, and the caller's own messages: what the built-in responder reads. */
  frameworks: readonly Framework[]
  messages: readonly ChatMessage[]
}

export interface UpstreamAnswer {
  /** Said to the caller as `system_fingerprint`; undefined: nothing is said. */
  fingerprint: string | undefined
  /**
   * What the upstream says, in batches as it arrives; ends normally only after a `finish`.
   * @throws {Refusal} `upstream_unavailable`, `upstream_timeout`, `eu_path_unavailable`; the signal's reason once aborted
   */
  events: AsyncIterable<readonly UpstreamEvent[]>
}

/** What a path that is down is called: the EU path has a code of its own. */
export type Unavailable = 'upstream_unavailable' | 'eu_path_unavailable'

/** A model behind the service: the built-in responder or an OpenAI-compatible server. */
export interface Upstream {
  /** False where the path is not configured: every call on it is refused. */
  readonly available: boolean
  /** True where the answer is made in this process, and takes its time. */
  readonly local?: boolean
  /**
   * Opens an answer; resolves when its first event is there, so that a failure before it still has a status of its own. `asked`
   * hears whether the upstream works for the call: not while a connection is waited for, nor after it failed or refused.
   * @throws {Refusal} as above, and `server_overloaded`, `invalid_value`, `context_length_exceeded`
   */
  open(
    request: UpstreamRequest,
    signal: EarlyEndSignal,
    asked: (working: boolean) => void,
  ): Promise<UpstreamAnswer>
  close(): Promise<void>
}
