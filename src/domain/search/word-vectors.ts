import { beginnings, stemOf } from './stems.ts'

/** Of how many numbers a direction is made. */
export const DIMENSIONS = 64

/** The largest number of a byte with a sign. */
const BYTE_MOST = 127

/**
 * What words mean, as directions: words that people use for the same thing point nearly the same way. Learnt from the questions of the
 * data by `npm run content:learn` (decision 16).
 */
export class WordVectors {
  readonly #places: ReadonlyMap<string, number>
  /** Of each word, what its numbers are multiplied with. */
  readonly #scales: Float32Array
  readonly #numbers: Int8Array

  /** `bytes` as `encodeWordVectors` makes them. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [count, wordsEnd] = [view.getUint32(0, true), HEAD_BYTES + view.getUint32(4, true)]
    const words = new TextDecoder().decode(bytes.subarray(HEAD_BYTES, wordsEnd)).split('\n')
    this.#places = new Map(words.map((word, place) => [word, place]))
    this.#scales = Float32Array.from({ length: count }, (_, at) => view.getFloat32(wordsEnd + 4 * at, true))
    const numbersFrom = wordsEnd + 4 * count
    this.#numbers = new Int8Array(bytes.buffer, bytes.byteOffset + numbersFrom, count * DIMENSIONS)
  }

  knows(feature: string): boolean {
    return this.#places.has(feature)
  }

  /** Where a text points, as `DIMENSIONS` numbers of length 1; undefined where none of its words is known. Linear in the words. */
  directionOf(words: readonly string[]): Float32Array | undefined {
    const sum = new Float32Array(DIMENSIONS)
    let known = false
    for (const feature of featuresOf(words)) {
      const place = this.#places.get(feature)
      if (place === undefined) continue
      known = true
      const scale = this.#scales[place] ?? 0
      for (let at = 0; at < DIMENSIONS; at += 1)
        sum[at] = (sum[at] ?? 0) + scale * (this.#numbers[place * DIMENSIONS + at] ?? 0)
    }
    return known ? ofLengthOne(sum) : undefined
  }
}

/** What is learnt of the words of a text, each once: their stems and, for other endings and languages, how they begin. */
export function featuresOf(words: readonly string[]): string[] {
  const stems = new Set(words.map((word) => stemOf(word)))
  return [...stems, ...beginnings(stems)]
}

/** How alike two directions are, from -1 to 1. */
export function alikeness(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** The counts of words and of their bytes. */
const HEAD_BYTES = 8

/**
 * Features with `DIMENSIONS` numbers each, one after the other, as bytes, little end first: how many features, how many bytes they take,
 * the features by lines, a scale of four bytes for each, and its numbers as a byte each.
 */
export function encodeWordVectors(features: readonly string[], numbers: Float32Array): Uint8Array {
  const words = new TextEncoder().encode(features.join('\n'))
  const wordsEnd = HEAD_BYTES + words.length
  const numbersFrom = wordsEnd + 4 * features.length
  const bytes = new Uint8Array(numbersFrom + features.length * DIMENSIONS)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, features.length, true)
  view.setUint32(4, words.length, true)
  bytes.set(words, HEAD_BYTES)
  for (let place = 0; place < features.length; place += 1) {
    const own = numbers.subarray(place * DIMENSIONS, (place + 1) * DIMENSIONS)
    const scale = own.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / BYTE_MOST
    view.setFloat32(wordsEnd + 4 * place, scale, true)
    for (const [at, number] of own.entries())
      view.setInt8(numbersFrom + place * DIMENSIONS + at, scale === 0 ? 0 : Math.round(number / scale))
  }
  return bytes
}

function ofLengthOne(numbers: Float32Array): Float32Array {
  const length = Math.sqrt(alikeness(numbers, numbers))
  return length === 0 ? numbers : numbers.map((number) => number / length)
}
