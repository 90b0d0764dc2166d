import type { ChatMessage } from '../chat-message.ts'

/** A call whose request was read and checked by a surface: what the service goes on. */
export interface ChatCall {
  /** The alias asked for; whether there is such a model is not known yet. */
  model: string
  messages: ChatMessage[]
  stream: boolean
  includeUsage: boolean
  /** The most output tokens, where the caller says it. */
  maxTokens: number | undefined
  pins: readonly string[]
  requireGrounding: boolean
  /** Whether the answer is to carry a signed receipt. */
  receipt: boolean
  sampling: Readonly<Record<string, unknown>>
  /** Names of request fields that are neither used nor refused. */
  ignored: readonly string[]
}
