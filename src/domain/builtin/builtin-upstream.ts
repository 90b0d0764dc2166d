import type { EarlyEndSignal } from '../early-end.ts'
import type { PromptBudget } from '../grounding/prompt-budget.ts'
import type { Framework } from '../registry/framework.ts'
import type { Searches } from '../search/searches.ts'
import type { Tokenizer } from '../tokens/tokenizer.ts'
import type { Upstream, UpstreamAnswer, UpstreamEvent, UpstreamRequest } from '../upstream/upstream.ts'
import { AnswerComposer } from './compose-answer.ts'

/** What a built-in answer says in `system_fingerprint`. */
export const BUILTIN_FINGERPRINT = 'builtin-extractive'

/** Words of an answer that go out in one event. */
const WORDS_PER_PIECE = 4

/**
 * The built-in extractive responder: answers from the injected modules without any model. It is plainly named in every
 * answer, honours `max_tokens` and `stop`, and reports its usage. Same input, same answer.
 */
export class BuiltinUpstream implements Upstream {
  readonly available = true
  readonly local = true
  readonly #composer: AnswerComposer
  readonly #tokenizer: Tokenizer
  readonly #budget: PromptBudget

  constructor(
    frameworks: readonly Framework[],
    searches: Searches,
    tokenizer: Tokenizer,
    budget: PromptBudget,
  ) {
    this.#composer = new AnswerComposer(frameworks, searches)
    this.#tokenizer = tokenizer
    this.#budget = budget
  }

  async open(
    request: UpstreamRequest,
    signal: EarlyEndSignal,
    asked: (working: boolean) => void,
  ): Promise<UpstreamAnswer> {
    asked(true)
    const text = untilStop(
      await this.#composer.compose(request.frameworks, request.messages),
      request.sampling['stop'],
    )
    const pieces = text.match(new RegExp(`(?:\\s*\\S+){1,${WORDS_PER_PIECE}}\\s*`, 'g')) ?? []
    const [sizes, promptTokens] = await Promise.all([
      this.#tokenizer.countEach(pieces),
      this.#budget.exactPromptTokens(request.frameworks, request.messages),
    ])
    return {
      fingerprint: BUILTIN_FINGERPRINT,
      events: speak(pieces, sizes, request.maxTokens, promptTokens, signal),
    }
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

async function* speak(
  pieces: readonly string[],
  sizes: readonly number[],
  maxTokens: number,
  promptTokens: number,
  signal: EarlyEndSignal,
): AsyncGenerator<UpstreamEvent[]> {
  let completionTokens = 0
  let reason: 'stop' | 'length' = 'stop'
  for (const [index, text] of pieces.entries()) {
    signal.throwIfAborted()
    const size = sizes[index] ?? 0
    if (completionTokens + size > maxTokens) {
      reason = 'length'
      break
    }
    completionTokens += size
    yield [{ kind: 'text', text }]
  }
  yield [
    { kind: 'finish', reason },
    { kind: 'usage', usage: { promptTokens, completionTokens } },
  ]
}

/** The text up to the first of the caller's stop sequences. */
function untilStop(text: string, stop: unknown): string {
  const sequences = (Array.isArray(stop) ? stop : [stop]).filter(
    (sequence): sequence is string => typeof sequence === 'string' && sequence !== '',
  )
  const ends = sequences.map((sequence) => text.indexOf(sequence)).filter((at) => at >= 0)
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text
}
