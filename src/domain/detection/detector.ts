import type { ChatMessage } from '../chat-message.ts'
import type { Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import { PhraseTrie, type PhraseMatch } from './phrase-trie.ts'
import { tokenize } from './tokens.ts'

/** The version of the detection rules; it changes when the same text may find other frameworks. */
export const DETECTION_VERSION = 1

/** A framework the conversation names, with where its best evidence stands. */
export interface Detection {
  framework: Framework
  reason: 'user_message' | 'assistant_message'
}

type Meaning =
  | { kind: 'name'; framework: Framework }
  | { kind: 'ambiguous'; framework: Framework }
  | { kind: 'decoy' }

/** How far, in words, a second signal may stand from an ambiguous name. */
const NEAR = 30

/**
 * Finds the frameworks that a conversation names (description 2.7): user messages and the last assistant turn are read,
 * system and developer messages are not, and a bare control id names nothing. An ambiguous name ("DORA", "CSF") counts
 * only with one of its framework's signals near it.
 */
export class Detector {
  readonly #names = new PhraseTrie<Meaning>()
  readonly #signals = new PhraseTrie<Framework>()

  constructor(registry: Registry) {
    for (const framework of registry.frameworks) {
      const ambiguous: Meaning = { kind: 'ambiguous', framework }
      const name: Meaning = { kind: 'name', framework }
      const decoy: Meaning = { kind: 'decoy' }
      const unclear = new Set(framework.ambiguousAliases.map(fold))
      for (const alias of framework.ambiguousAliases) this.#names.add(alias, ambiguous)
      for (const alias of [framework.name, framework.fullName, ...framework.aliases]) {
        if (!unclear.has(fold(alias))) this.#names.add(alias, name)
      }
      for (const phrase of framework.decoys) this.#names.add(phrase, decoy)
      for (const phrase of framework.signals) this.#signals.add(phrase, framework)
      for (const { id } of framework.controls) if (/^\p{L}/u.test(id)) this.#signals.add(id, framework)
    }
  }

  /** The frameworks named, best evidence first: the latest message counts most, then the earliest place in it. */
  detect(messages: readonly ChatMessage[]): Detection[] {
    const lastAssistant = messages.findLastIndex(({ role }) => role === 'assistant')
    const found = new Map<Framework, Detection>()
    for (const [index, message] of [...messages.entries()].reverse()) {
      const reason =
        message.role === 'user' ? 'user_message' : index === lastAssistant ? 'assistant_message' : undefined
      if (!reason) continue
      for (const framework of this.#namedIn(message.content)) {
        if (!found.has(framework)) found.set(framework, { framework, reason })
      }
    }
    return [...found.values()]
  }

  #namedIn(text: string): Set<Framework> {
    const tokens = tokenize(text)
    let signals: SignalPlaces | undefined
    const named = new Set<Framework>()
    for (const match of this.#names.find(tokens)) {
      for (const meaning of match.values) {
        if (meaning.kind === 'decoy' || named.has(meaning.framework)) continue
        if (meaning.kind === 'ambiguous') {
          signals ??= new SignalPlaces(this.#signals.findAll(tokens))
          if (!signals.near(match, meaning.framework)) continue
        }
        named.add(meaning.framework)
      }
    }
    return named
  }
}

/** Where the signals of each framework stand in a text, so that each look-up costs no more than its neighbourhood. */
class SignalPlaces {
  readonly #places = new Map<Framework, { from: number; to: number }[]>()

  constructor(matches: readonly PhraseMatch<Framework>[]) {
    for (const { values, from, to } of matches) {
      for (const framework of values) {
        const places = this.#places.get(framework)
        if (places) places.push({ from, to })
        else this.#places.set(framework, [{ from, to }])
      }
    }
  }

  /** Whether a signal of the framework stands near a match without being part of it. */
  near(match: PhraseMatch<unknown>, framework: Framework): boolean {
    const places = this.#places.get(framework) ?? []
    for (let at = firstFrom(places, match.from - NEAR); at < places.length; at += 1) {
      const place = places[at]
      if (!place || place.from > match.to + NEAR) return false
      if (place.to <= match.from || place.from >= match.to) return true
    }
    return false
  }
}

/** Index of the first place that begins at or after `from`; places are in the order of the text. */
function firstFrom(places: readonly { from: number }[], from: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.from ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

function fold(alias: string): string {
  return tokenize(alias)
    .map(({ text }) => text)
    .join(' ')
}
