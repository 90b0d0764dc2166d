import type { EarlyEndSignal } from '../early-end.ts'
import type { PromptBudget } from '../grounding/prompt-budget.ts'
import type { Registry } from '../registry/registry.ts'
import { ABBREVIATION } from '../search/statements.ts'
import type { Searches } from '../search/searches.ts'
import type { Tokenizer } from '../tokens/tokenizer.ts'
import type { Upstream, UpstreamAnswer, UpstreamEvent, UpstreamRequest } from '../upstream/upstream.ts'
import { AnswerComposer } from './compose-answer.ts'

/** What a built-in answer says in `system_fingerprint`. */
export const BUILTIN_FINGERPRINT = 'builtin-extractive'

/** What goes out in one event: some words, none beyond the end of a sentence or line. */
const PIECE = /\s*(?:\S*[^\s.!?。]\s+){0,3}\S+\s*/g

/** A piece that ends a sentence, or a line that announces nothing. */
const SENTENCE_END = /[.!?。][*_)"”]*\s*$|[^:\s]\s*\n\s*$/

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

  constructor(registry: Registry, searches: Searches, tokenizer: Tokenizer, budget: PromptBudget) {
    this.#composer = new AnswerComposer(registry, searches)
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
    const pieces = text.match(PIECE) ?? []
    const [sizes, promptTokens] = await Promise.all([
      this.#tokenizer.countEach(pieces),
      this.#budget.exactPromptTokens(request.frameworks, request.messages),
    ])
    return {
      fingerprint: BUILTIN_FINGERPRINT,
      events: speak(upTo(request.maxTokens, pieces, sizes), promptTokens, signal),
    }
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

/** What is said of an answer. */
interface Said {
  pieces: readonly string[]
  completionTokens: number
  reason: 'stop' | 'length'
}

/** As many pieces as there are tokens for, up to the end of the last sentence that is whole; if none is, what there is of the first. */
function upTo(maxTokens: number, pieces: readonly string[], sizes: readonly number[]): Said {
  let tokens = 0
  let whole = { end: 0, tokens: 0 }
  for (const [index, piece] of pieces.entries()) {
    const size = sizes[index] ?? 0
    if (tokens + size > maxTokens) {
      const { end, tokens: said } = whole.end > 0 ? whole : { end: index, tokens }
      return { pieces: pieces.slice(0, end), completionTokens: said, reason: 'length' }
    }
    tokens += size
    if (SENTENCE_END.test(piece) && !ABBREVIATION.test(piece.trimEnd())) whole = { end: index + 1, tokens }
  }
  return { pieces, completionTokens: tokens, reason: 'stop' }
}

async function* speak(
  { pieces, completionTokens, reason }: Said,
  promptTokens: number,
  signal: EarlyEndSignal,
): AsyncGenerator<UpstreamEvent[]> {
  for (const text of pieces) {
    signal.throwIfAborted()
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
