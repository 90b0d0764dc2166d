import type { EarlyEndSignal } from '../early-end.ts'
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

/**
 * What the caller's own messages take: their UTF-8 bytes, which tokens never exceed, a bound near the count, or the count. Each is
 * closer than the one before and costs more.
 */
export interface CallerTokens {
  tokens: number
  by: 'bytes' | 'bound' | 'count'
}

/**
 * Decides what fits a model's context window. The caller's text is bounded by its bytes, which costs nothing; where they do not
 * decide, by the tokenizer; and where that does not decide either, it is counted, off the event loop. Modules and preamble are counted
 * before any start.
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
    left?: EarlyEndSignal,
  ): Promise<CallerTokens> {
    const window = model.contextWindowTokens
    const needed = (callerTokens: number): number =>
      this.#promptTokens(pinned.map(frameworkOf), callerTokens, messages.length) + limit.floor
    let caller: CallerTokens = { tokens: callerBytes(messages), by: 'bytes' }
    while (needed(caller.tokens) > window) {
      if (caller.by === 'count') throw overflow(model, pinned, caller.tokens, needed(caller.tokens))
      caller = await this.#closer(caller, messages, window, left)
    }
    return caller
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
    left?: EarlyEndSignal,
  ): Promise<FittedPrompt> {
    const window = model.contextWindowTokens
    const frameworks = grounding.modules.map(frameworkOf)
    let caller = measured
    for (;;) {
      const bound = this.#promptTokens(frameworks, caller.tokens, messages.length)
      if (bound + limit.wanted <= window) {
        return { grounding, promptTokens: bound, exact: caller.by === 'count', maxTokens: limit.wanted }
      }
      if (caller.by === 'count') break
      caller = await this.#closer(caller, messages, window, left)
    }
    const kept = [...grounding.modules]
    const dropped: Framework[] = []
    const promptTokens = (): number =>
      this.#promptTokens(kept.map(frameworkOf), caller.tokens, messages.length)
    while (promptTokens() + limit.floor > window) {
      const weakest = kept.at(-1)
      if (!weakest || weakest.reason === 'pinned') {
        throw overflow(model, grounding.modules, caller.tokens, promptTokens() + limit.floor)
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

  /** A bound near the exact tokens, of a prompt that `fit` may have bounded by its bytes. */
  async boundPromptTokens(
    frameworks: readonly Framework[],
    messages: readonly ChatMessage[],
  ): Promise<number> {
    const callerTokens = await this.#tokenizer.bound(callerTexts(messages))
    return this.#promptTokens(frameworks, callerTokens, messages.length)
  }

  /** The exact tokens of a prompt that `fit` only bounded. */
  async exactPromptTokens(
    frameworks: readonly Framework[],
    messages: readonly ChatMessage[],
  ): Promise<number> {
    const callerTokens = await this.#tokenizer.count(callerTexts(messages))
    return this.#promptTokens(frameworks, callerTokens, messages.length)
  }

  /** The next measure after `caller`; it stops above the window, where it decides. */
  async #closer(
    { by }: CallerTokens,
    messages: readonly ChatMessage[],
    window: number,
    left: EarlyEndSignal | undefined,
  ): Promise<CallerTokens> {
    const texts = callerTexts(messages)
    return by === 'bytes'
      ? { tokens: await this.#tokenizer.bound(texts, window, left), by: 'bound' }
      : { tokens: await this.#tokenizer.count(texts, window, left), by: 'count' }
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
