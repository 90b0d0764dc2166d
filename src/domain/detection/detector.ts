import type { ChatMessage } from '../chat-message.ts'
import type { Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import { PhraseTrie, type PhraseMatch } from './phrase-trie.ts'
import { isNumber, tokenize, type TextToken } from './tokens.ts'

/** The version of the detection rules; it changes when the same text may find other frameworks. */
export const DETECTION_VERSION = 1

/** A framework the conversation names, with where its best evidence stands. */
export interface Detection {
  framework: Framework
  reason: 'user_message' | 'assistant_message'
}

/** What a phrase of the registry says: a clear name, a name that needs a signal, or something else that only looks like one. */
interface Meaning {
  kind: 'name' | 'ambiguous' | 'decoy'
  framework: Framework
}

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
      const decoy: Meaning = { kind: 'decoy', framework }
      const unclear = new Set(framework.ambiguousAliases.map(fold))
      for (const alias of [
        framework.name,
        framework.fullName,
        ...framework.aliases,
        ...framework.ambiguousAliases,
      ]) {
        this.#names.add(alias, unclear.has(fold(alias)) ? ambiguous : name)
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
    for (const match of this.#names.find(tokens).flatMap((found) => this.#underDecoy(found, tokens))) {
      if (isPartOfNumber(match, tokens)) continue
      for (const { kind, framework } of match.values) {
        if (kind === 'decoy' || named.has(framework)) continue
        if (kind === 'ambiguous') {
          signals ??= new SignalPlaces(this.#signals.findAll(tokens))
          if (!signals.near(match, framework)) continue
        }
        named.add(framework)
      }
    }
    return named
  }

  /** A decoy hides the names of its own framework only; another framework's name within it still counts. */
  #underDecoy(match: PhraseMatch<Meaning>, tokens: readonly TextToken[]): PhraseMatch<Meaning>[] {
    const hidden = match.values.filter(({ kind }) => kind === 'decoy').map(({ framework }) => framework)
    if (hidden.length === 0) return [match]
    const { from, to } = match
    const inner = this.#names
      .findAll(tokens.slice(from, to))
      .filter((found) => found.to - found.from < to - from)
      .map((found) => ({
        values: found.values.filter(({ kind, framework }) => kind !== 'decoy' && !hidden.includes(framework)),
        from: found.from + from,
        to: found.to + from,
      }))
    return [match, ...inner]
  }
}

/** Whether a name made of numbers only ("800-171") is a piece of a longer number ("1-800-171-2000"). */
function isPartOfNumber({ from, to }: PhraseMatch<unknown>, tokens: readonly TextToken[]): boolean {
  if (!tokens.slice(from, to).every(isNumber)) return false
  const continues = (at: number): boolean => {
    const [before, token] = [tokens[at - 1], tokens[at]]
    return before !== undefined && token?.gap === 'tight' && isNumber(before) && isNumber(token)
  }
  return continues(from) || continues(to)
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
