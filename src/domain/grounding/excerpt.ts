import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ChatMessage } from '../chat-message.ts'
import { PhraseTrie } from '../text/phrase-trie.ts'
import { readReasons } from '../detection/read-reasons.ts'
import { inSlices } from '../text/slices.ts'
import { tokenize } from '../text/tokens.ts'
import type { CountedPart, Framework } from '../registry/framework.ts'
import { questionOf } from '../search/question.ts'
import type { Searches } from '../search/searches.ts'
import { injectedPart } from './assemble.ts'
import type { Grounding } from './grounding.ts'

/** The most that one framework's overview and parts may take of a prompt, in tokens. */
export const EXCERPT_TOKENS = 24_000

/** An id of a part says more of what is asked than a word does. */
const ID_WEIGHT = 5

/** So many controls that a search finds for the question speak for their parts, the first as much as a word does, each further one less. */
const SEARCHED = 8

/** Choices of parts that are kept ready, with whatever is remembered of them elsewhere. */
const KEPT_MOST = 64

/** Knows of each framework in parts which words speak of which part. */
export class Excerpts {
  readonly #words = new WeakMap<Framework, PhraseTrie<{ part: CountedPart; weight: number }>>()
  readonly #kept = new LRUCache<string, Framework>({ max: KEPT_MOST })
  readonly #searches: Searches

  constructor(searches: Searches) {
    this.#searches = searches
  }

  /** A grounding with every framework in parts cut to what the conversation speaks of. */
  async cut(grounding: Grounding, messages: readonly ChatMessage[]): Promise<Grounding> {
    if (!grounding.modules.some(({ framework }) => framework.parts.length > 0)) return grounding
    const modules = await Promise.all(
      grounding.modules.map(async (module) => ({
        ...module,
        framework: await this.of(module.framework, messages),
      })),
    )
    return { ...grounding, modules }
  }

  /**
   * What of a framework is injected: all of it, or its overview with the parts that the conversation's user messages and last
   * assistant turn speak of most, or that hold what the question asks for, as far as they fit together in `EXCERPT_TOKENS`; in the
   * framework's own order.
   */
  async of(framework: Framework, messages: readonly ChatMessage[]): Promise<Framework> {
    if (framework.parts.length === 0) return framework
    const scores = await this.#scores(framework, messages)
    const ranked = framework.parts
      .filter((part) => scores.has(part))
      .toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
    const chosen = new Set<CountedPart>()
    let tokens = framework.knowledgeTokens
    for (const part of ranked) {
      if (tokens + part.knowledgeTokens + 1 > EXCERPT_TOKENS) continue
      tokens += part.knowledgeTokens + 1
      chosen.add(part)
    }
    return this.#excerpt(
      framework,
      framework.parts.filter((part) => chosen.has(part)),
    )
  }

  #excerpt(framework: Framework, parts: readonly CountedPart[]): Framework {
    const key = [framework.id, framework.sha256, ...parts.map(({ id }) => id)].join(' ')
    const known = this.#kept.get(key)
    if (known) return known
    const made = excerpt(framework, parts)
    this.#kept.set(key, made)
    return made
  }

  async #scores(
    framework: Framework,
    messages: readonly ChatMessage[],
  ): Promise<ReadonlyMap<CountedPart, number>> {
    const words = this.#wordsOf(framework)
    const said = new Map<CountedPart, Map<string, number>>()
    const reasons = readReasons(messages)
    for (const { content } of messages.filter((_, index) => reasons[index] !== undefined)) {
      await inSlices(content, ({ own }) => {
        const tokens = tokenize(own)
        for (const { values, from, to } of words.findAll(tokens)) {
          const phrase = tokens
            .slice(from, to)
            .map((token) => token.text)
            .join(' ')
          for (const { part, weight } of values) {
            said.set(part, (said.get(part) ?? new Map<string, number>()).set(phrase, weight))
          }
        }
      })
    }
    const scores = new Map([...said].map(([part, weights]) => [part, sum(weights.values())]))
    for (const [part, weight] of await this.#found(framework, questionOf(messages)))
      scores.set(part, weight + (scores.get(part) ?? 0))
    return scores
  }

  /** The parts of the controls that answer the question best, one by one. */
  async #found(framework: Framework, question: string): Promise<[CountedPart, number][]> {
    const search = await this.#searches.prepared(framework)
    const { controls } = search.find(question, { controls: SEARCHED, notes: 0 })
    return controls.slice(0, SEARCHED).flatMap((control, index) => {
      const part = framework.parts.find(({ controls: own }) => own.includes(control))
      return part ? [[part, 1 - index / SEARCHED] as [CountedPart, number]] : []
    })
  }

  #wordsOf(framework: Framework): PhraseTrie<{ part: CountedPart; weight: number }> {
    let words = this.#words.get(framework)
    if (!words) {
      words = new PhraseTrie()
      for (const part of framework.parts) {
        for (const signal of [part.title, ...part.signals]) words.add(signal, { part, weight: 1 })
        for (const { id } of part.controls) words.add(id, { part, weight: ID_WEIGHT })
      }
      this.#words.set(framework, words)
    }
    return words
  }
}

function excerpt(framework: Framework, parts: readonly CountedPart[]): Framework {
  const others = new Set(
    framework.parts.filter((part) => !parts.includes(part)).flatMap((part) => part.controls),
  )
  const body = [framework.body, ...parts.map(injectedPart)].join('\n')
  const controls = framework.controls.filter((control) => !others.has(control))
  return {
    ...framework,
    body,
    sha256: createHash('sha256').update(body).digest('hex'),
    controlIds: controls.map(({ id }) => id),
    controls,
    knowledgeTokens:
      // One more token a part for the line break before it.
      framework.knowledgeTokens + sum(parts.map((part) => part.knowledgeTokens + 1)),
    parts,
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const one of numbers) total += one
  return total
}
