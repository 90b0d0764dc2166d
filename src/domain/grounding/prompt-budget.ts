import type { ChatMessage } from '../chat-message.ts'
import type { Model } from '../models/models.ts'
import type { OutputLimit } from '../models/output-limit.ts'
import { Refusal } from '../refusal.ts'
import type { Framework } from '../registry/framework.ts'
import type { Tokenizer } from '../tokens/tokenizer.ts'
import { PREAMBLE_TOKENS } from './assemble.ts'
import type { GroundedModule, Grounding } from './grounding.ts'

/** Tokens a chat template adds around one message, and once around a prompt. */
const TOKENS_PER_MESSAGE = 4
const TOKENS_PER_PROMPT = 8

/** What of a call fits its model's window. */
export interface FittedPrompt {
  grounding: Grounding
  /** Tokens of the prompt: exact where `exact` says so, else a proven upper bound. */
  promptTokens: number
  exact: boolean
  /** The output limit after the window, in tokens. */
  maxTokens: number
}

/** What the caller's own messages take: their exact tokens, or their bytes, which tokens never exceed. */
export interface CallerTokens {
  tokens: number
  exact: boolean
}

/**
 * Decides what fits a model's context window. The caller's text is bounded by its bytes, which costs nothing; it is
 * counted, off the event loop, only where that bound does not decide. Modules and preamble are counted before any start.
 */
export class PromptBudget {
  readonly #tokenizer: Tokenizer

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer
  }

  /**
   * Measures the caller's own text before anything reads it: what cannot fit with the pinned modules alone is refused for the price of a count that
   * stops at the window.
   * @throws {Refusal} `context_length_exceeded`; `server_overloaded` where too many counts wait; the signal's reason once aborted
   */
  async measure(
    model: Model,
    limit: OutputLimit,
    pinned: readonly GroundedModule[],
    messages: readonly ChatMessage[],
    left?: AbortSignal,
  ): Promise<CallerTokens> {
    const window = model.contextWindowTokens
    const needed = (callerTokens: number): number =>
      this.#promptTokens(pinned.map(frameworkOf), callerTokens, messages.length) + limit.floor
    const bytes = callerBytes(messages)
    if (needed(bytes) <= window) return { tokens: bytes, exact: false }
    const tokens = await this.#tokenizer.count(callerTexts(messages), window, left)
    if (needed(tokens) > window) throw overflow(model, pinned, tokens, needed(tokens))
    return { tokens, exact: true }
  }

  /**
   * Fits a call whose text was measured. Pinned modules are never dropped; detected ones are, weakest evidence first, until the prompt leaves
   * room for the output's floor.
   * @throws {Refusal} as `measure`
   */
  async fit(
    model: Model,
    limit: OutputLimit,
    grounding: Grounding,
    messages: readonly ChatMessage[],
    measured: CallerTokens,
    left?: AbortSignal,
  ): Promise<FittedPrompt> {
    const window = model.contextWindowTokens
    const bound = this.#promptTokens(grounding.modules.map(frameworkOf), measured.tokens, messages.length)
    if (bound + limit.wanted <= window) {
      return { grounding, promptTokens: bound, exact: measured.exact, maxTokens: limit.wanted }
    }
    const callerTokens = measured.exact
      ? measured.tokens
      : await this.#tokenizer.count(callerTexts(messages), window, left)
    const kept = [...grounding.modules]
    const dropped: Framework[] = []
    const promptTokens = (): number =>
      this.#promptTokens(kept.map(frameworkOf), callerTokens, messages.length)
    while (promptTokens() + limit.floor > window) {
      const weakest = kept.at(-1)
      if (!weakest || weakest.reason === 'pinned') {
        throw overflow(model, grounding.modules, callerTokens, promptTokens() + limit.floor)
      }
      kept.pop()
      dropped.unshift(weakest.framework)
    }
    return {
      grounding: {
        ...grounding,
        detection: kept.length > 0 ? grounding.detection : 'none',
        modules: kept,
        leftOut: [...dropped, ...grounding.leftOut],
      },
      promptTokens: promptTokens(),
      exact: true,
      maxTokens: Math.min(limit.wanted, window - promptTokens()),
    }
  }

  /** The exact tokens of a prompt that `fit` only bounded. */
  async exactPromptTokens(
    frameworks: readonly Framework[],
    messages: readonly ChatMessage[],
  ): Promise<number> {
    const callerTokens = await this.#tokenizer.count(callerTexts(messages))
    return this.#promptTokens(frameworks, callerTokens, messages.length)
  }

  #promptTokens(frameworks: readonly Framework[], callerTokens: number, messageCount: number): number {
    // One more token a module for the blank line between two of them.
    const knowledge = frameworks.reduce((sum, { knowledgeTokens }) => sum + knowledgeTokens + 1, 0)
    return (
      PREAMBLE_TOKENS + TOKENS_PER_PROMPT + knowledge + callerTokens + (messageCount + 1) * TOKENS_PER_MESSAGE
    )
  }
}

function frameworkOf({ framework }: GroundedModule): Framework {
  return framework
}

function callerTexts(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap(({ content, name }) => (name === undefined ? [content] : [content, name]))
}

/** Tokens never exceed UTF-8 bytes, so the bytes bound the caller's part. */
function callerBytes(messages: readonly ChatMessage[]): number {
  return callerTexts(messages).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

function overflow(
  model: Model,
  modules: readonly GroundedModule[],
  callerTokens: number,
  needed: number,
): Refusal {
  const window = model.contextWindowTokens
  return new Refusal('context_length_exceeded', {
    window,
    messages: callerTokens > window ? undefined : callerTokens,
    needed,
    modules: modules.map(({ framework }) => ({ id: framework.id, tokens: framework.knowledgeTokens })),
  })
}
