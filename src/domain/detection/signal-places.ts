import type { Framework } from '../registry/framework.ts'
import type { PhraseMatch } from './phrase-trie.ts'

/** How far, in words, a second signal may stand from an ambiguous name. */
export const NEAR = 30

/** Where the signals of each framework stand in a text, so that each look-up costs no more than its neighbourhood. */
export class SignalPlaces {
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
