import type { Framework } from '../registry/framework.ts'
import type { Meter, PhraseMatch, PhraseTrie } from '../text/phrase-trie.ts'
import type { TextToken } from '../text/tokens.ts'

/** How far, in words, a second signal may stand from an ambiguous name. */
export const NEAR = 30

/** Signals of more words than this are not looked for right before a name. */
const LONGEST_SIGNAL = 8

/** Where the signals of each framework stand in a text, so that each look-up costs no more than its neighbourhood. */
export class SignalPlaces {
  readonly #places = new Map<Framework, Place[]>()

  /** `wanted` are the frameworks that will be asked for: what speaks of others is not kept, nor what does not count where it stands. */
  constructor(
    signals: PhraseTrie<Framework>,
    tokens: readonly TextToken[],
    wanted: ReadonlySet<Framework>,
    counts: (from: number) => boolean,
    meter?: Meter,
  ) {
    const visit = (values: readonly Framework[], from: number, to: number): void => {
      let place: Place | undefined
      for (const framework of values) {
        if (!wanted.has(framework)) continue
        if (!place && !counts(from)) return
        place ??= { from, to, word: tokens[from]?.text ?? '' }
        const places = this.#places.get(framework)
        if (places) places.push(place)
        else this.#places.set(framework, [place])
      }
    }
    signals.visitAll(tokens, visit, meter)
  }

  /** Whether a signal of the framework stands right before or behind a match. */
  beside(match: PhraseMatch<unknown>, framework: Framework): boolean {
    const places = this.#places.get(framework) ?? []
    const start = firstFrom(places, match.from - LONGEST_SIGNAL)
    for (let at = start; (places[at]?.from ?? Infinity) <= match.to; at += 1) {
      if (places[at]?.to === match.from || places[at]?.from === match.to) return true
    }
    return false
  }

  /** How many different signals of the framework, up to `most`, stand near a match without being part of it, or of what is left out. */
  near(
    match: PhraseMatch<unknown>,
    framework: Framework,
    most: number,
    leftOut?: ReadonlySet<number>,
  ): number {
    const places = this.#places.get(framework)
    if (!places || most === 0) return 0
    const words: string[] = []
    let counted = 0
    for (let at = firstFrom(places, match.from - NEAR); at < places.length && words.length < most; at += 1) {
      const place = places[at]
      if (!place || place.from > match.to + NEAR) break
      const apart = place.to <= match.from || place.from >= match.to
      if (!apart || leftOut?.has(place.from)) continue
      const isNew = !words.includes(place.word)
      if (isNew && place.from < counted) continue
      if (isNew) words.push(place.word)
      counted = Math.max(counted, place.to)
    }
    return words.length
  }
}

interface Place {
  from: number
  to: number
  /** The first word of the signal: two forms of one signal count once. */
  word: string
}

/** Index of the first place that begins at or after `from`; places are in the order of the text. */
export function firstFrom(places: readonly { from: number }[], from: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.from ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}
