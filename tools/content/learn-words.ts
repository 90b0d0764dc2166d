import { alikeness, DIMENSIONS } from '../../src/domain/search/word-vectors.ts'
import { Chance } from '../chance.ts'

/** One thing that people ask for: the features of each question for it, and of each text that tells it. */
export interface Example {
  questions: readonly (readonly string[])[]
  texts: readonly (readonly string[])[]
}

/** Every feature that was learnt, with `DIMENSIONS` numbers each, one after the other. */
export interface LearntWords {
  features: string[]
  numbers: Float32Array
}

/** A feature of one text alone stands beside nothing. */
const SEEN_LEAST = 2

/** Frameworks are learnt two at a time: what must be told apart is mostly of the same one. */
const FRAMEWORKS_A_BATCH = 2
const PAIRS_A_BATCH = 400

/** Every thing is asked so often in a round. */
const PAIRS_A_ROUND = 2
const ROUNDS = 14

/** The same chances in each run. */
const SEED = 1

/** How sharply likeness decides while it is learnt. */
const SHARPNESS = 12

/** How far one step goes, and how much less far in each of the last rounds. */
const STEP = 0.06
const STEP_SHRINKS = 0.7
const LAST_ROUNDS = 5

/** How strongly a word counts by how rare it is, before anything is learnt. */
const RARITY_POWER = 0.8

/**
 * Learns directions for features so that two texts for the same thing point the same way, and two for other things of the same framework
 * do not: each question is held against one other text for its thing, and against those for all others (the softmax of their likeness).
 * The same examples give the same directions. Takes about a minute for all frameworks.
 */
export function learnWords(frameworks: readonly (readonly Example[])[]): LearntWords {
  const chance = new Chance(SEED)
  const { features, places, rarities } = featuresSeen(frameworks)
  const things = frameworks.map((examples) =>
    examples.map(({ questions, texts }) => ({
      questions: questions.map((one) => placesOf(one, places)).filter((one) => one.length > 0),
      texts: texts.map((one) => placesOf(one, places)).filter((one) => one.length > 0),
    })),
  )
  const space = new Space(rarities, chance)
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEP * STEP_SHRINKS ** Math.max(0, round - (ROUNDS - LAST_ROUNDS))
    const order = shuffled(things, chance)
    for (let from = 0; from < order.length; from += FRAMEWORKS_A_BATCH) {
      const together = order.slice(from, from + FRAMEWORKS_A_BATCH).flat()
      for (let time = 0; time < PAIRS_A_ROUND; time += 1)
        for (const batch of batchesOf(together, chance)) space.learn(batch, step)
    }
  }
  return { features, numbers: space.numbers }
}

/** A question and another text for the same thing, as the places of their features. */
type Pair = readonly [question: Int32Array, other: Int32Array]

interface Thing {
  questions: readonly Int32Array[]
  texts: readonly Int32Array[]
}

/** For each thing a question and another text; in pieces of which the work for each is bounded. */
function* batchesOf(things: readonly Thing[], chance: Chance): Generator<Pair[]> {
  const pairs = things.flatMap(({ questions, texts }): Pair[] => {
    if (questions.length === 0 || questions.length + texts.length < 2) return []
    const question = chance.one(questions)
    return [[question, chance.one([...questions, ...texts].filter((one) => one !== question))]]
  })
  for (let from = 0; from < pairs.length; from += PAIRS_A_BATCH) yield pairs.slice(from, from + PAIRS_A_BATCH)
}

/** The directions while they are learnt. */
class Space {
  readonly numbers: Float32Array
  /** Of each number, what pulled at it lately, and the squares of that; of each feature, how often it was moved. */
  readonly #pulls: Float32Array
  readonly #squares: Float32Array
  readonly #steps: Uint32Array
  readonly #gradient: Float32Array

  constructor(rarities: readonly number[], chance: Chance) {
    this.numbers = Float32Array.from(
      { length: rarities.length * DIMENSIONS },
      (_, at) => START * (chance.next() - 0.5) * (rarities[Math.floor(at / DIMENSIONS)] ?? 1) ** RARITY_POWER,
    )
    this.#pulls = new Float32Array(this.numbers.length)
    this.#squares = new Float32Array(this.numbers.length)
    this.#steps = new Uint32Array(rarities.length)
    this.#gradient = new Float32Array(this.numbers.length)
  }

  /** Moves the features of some pairs so that each question is more like its other text, and less like those of the others. */
  learn(pairs: readonly Pair[], step: number): void {
    const count = pairs.length
    const questions = pairs.map(([question]) => this.#read(question))
    const others = pairs.map(([, other]) => this.#read(other))
    const ofQuestions = questions.map(() => new Float32Array(DIMENSIONS))
    const ofOthers = others.map(() => new Float32Array(DIMENSIONS))
    for (const [at, question] of questions.entries()) {
      const shares = softmax(
        others.map((other) => SHARPNESS * alikeness(question.direction, other.direction)),
      )
      for (const [to, other] of others.entries()) {
        const pull = (SHARPNESS / count) * ((shares[to] ?? 0) - (to === at ? 1 : 0))
        addTo(ofQuestions[at], other.direction, pull)
        addTo(ofOthers[to], question.direction, pull)
      }
    }
    const touched = new Set<number>()
    const both = [...questions, ...others]
    for (const [at, pulled] of [...ofQuestions, ...ofOthers].entries()) {
      const text = both[at]
      if (text) this.#spread(text, pulled, touched)
    }
    this.#move(touched, step)
  }

  /** Where a text points, and how far its features reach together. */
  #read(places: Int32Array): { places: Int32Array; direction: Float32Array; length: number } {
    const direction = new Float32Array(DIMENSIONS)
    for (const place of places)
      for (let at = 0; at < DIMENSIONS; at += 1)
        direction[at] = (direction[at] ?? 0) + (this.numbers[place * DIMENSIONS + at] ?? 0)
    const length = Math.sqrt(alikeness(direction, direction) + TINY)
    for (let at = 0; at < DIMENSIONS; at += 1) direction[at] = (direction[at] ?? 0) / length
    return { places, direction, length }
  }

  /** What pulls a text pulls each of its features, but not along the text's own direction, whose length is always 1. */
  #spread(
    { places, direction, length }: { places: Int32Array; direction: Float32Array; length: number },
    pulled: Float32Array,
    touched: Set<number>,
  ): void {
    const along = alikeness(direction, pulled)
    for (const place of places) {
      touched.add(place)
      for (let at = 0; at < DIMENSIONS; at += 1) {
        const index = place * DIMENSIONS + at
        const pull = ((pulled[at] ?? 0) - along * (direction[at] ?? 0)) / length
        this.#gradient[index] = (this.#gradient[index] ?? 0) + pull
      }
    }
  }

  /** One step of Adam, for the features that were pulled. */
  #move(touched: ReadonlySet<number>, step: number): void {
    for (const place of touched) {
      const steps = (this.#steps[place] ?? 0) + 1
      this.#steps[place] = steps
      const far = (step * Math.sqrt(1 - SQUARES_KEPT ** steps)) / (1 - PULLS_KEPT ** steps)
      for (let index = place * DIMENSIONS; index < (place + 1) * DIMENSIONS; index += 1) {
        const pull = this.#gradient[index] ?? 0
        const pulls = PULLS_KEPT * (this.#pulls[index] ?? 0) + (1 - PULLS_KEPT) * pull
        const squares = SQUARES_KEPT * (this.#squares[index] ?? 0) + (1 - SQUARES_KEPT) * pull * pull
        this.#pulls[index] = pulls
        this.#squares[index] = squares
        this.numbers[index] = (this.numbers[index] ?? 0) - (far * pulls) / (Math.sqrt(squares) + TINY)
        this.#gradient[index] = 0
      }
    }
  }
}

/** How much of what pulled before still counts (Adam). */
const PULLS_KEPT = 0.9
const SQUARES_KEPT = 0.99

/** How far the first directions reach. */
const START = 0.35

/** No length is 0. */
const TINY = 1e-6

function addTo(sum: Float32Array | undefined, other: Float32Array, times: number): void {
  if (sum) for (let at = 0; at < DIMENSIONS; at += 1) sum[at] = (sum[at] ?? 0) + times * (other[at] ?? 0)
}

function softmax(likeness: readonly number[]): number[] {
  const most = likeness.reduce((best, one) => Math.max(best, one), -Infinity)
  const raised = likeness.map((one) => Math.exp(one - most))
  const sum = raised.reduce((all, one) => all + one, 0)
  return raised.map((one) => one / sum)
}

/** Every feature that stands in enough texts, its place, and how rare it is. */
function featuresSeen(frameworks: readonly (readonly Example[])[]): {
  features: string[]
  places: ReadonlyMap<string, number>
  rarities: number[]
} {
  const examples = frameworks.flat()
  const seen = new Map<string, number>()
  for (const { questions, texts } of examples)
    for (const feature of [...questions, ...texts].flatMap((one) => [...new Set(one)]))
      seen.set(feature, (seen.get(feature) ?? 0) + 1)
  const kept = [...seen]
    .filter(([, times]) => times >= SEEN_LEAST)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    features: kept.map(([feature]) => feature),
    places: new Map(kept.map(([feature], place) => [feature, place])),
    rarities: kept.map(([, times]) => Math.log(1 + examples.length / times)),
  }
}

function placesOf(features: readonly string[], places: ReadonlyMap<string, number>): Int32Array {
  return Int32Array.from(features.flatMap((feature) => places.get(feature) ?? []))
}

function shuffled<T>(all: readonly T[], chance: Chance): T[] {
  return all
    .map((one) => ({ one, by: chance.next() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one)
}
