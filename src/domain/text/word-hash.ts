/*
 * Words as numbers of 32 bits: equal words have equal hashes, and different ones nearly always different ones. So a hash can say for
 * certain that a word is none of those looked for, never that it is one.
 */

/** Odd, so that no unit of a word is ever multiplied away. */
const FACTOR = 0x2c1b_3c6d

/** The hash of a word with one more unit (UTF-16, lower case) at its end; the empty word's is 0. */
export function extended(hash: number, unit: number): number {
  return (Math.imul(hash, FACTOR) + (unit | 0)) | 0
}

/** The hash of a word in lower case. */
export function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at += 1) hash = extended(hash, word.charCodeAt(at))
  return hash
}

/** The hash of two words one after the other. */
export function pairHash(first: number, second: number): number {
  return (Math.imul(first, 0x85eb_ca6b) ^ second) | 0
}

/** Longest word whose hash without one of its units can be told. */
export const LONGEST_LACKING = 32

const POWERS = Int32Array.from({ length: LONGEST_LACKING }, powerOf)

function powerOf(_: unknown, exponent: number): number {
  let power = 1
  for (let at = 0; at < exponent; at += 1) power = Math.imul(power, FACTOR)
  return power
}

/**
 * The hash of a word that lacks one of its units, of the hashes of the `whole` word, of what stands before the unit, and of that with the
 * unit; so many units are left `behind` it.
 */
export function lacking(whole: number, before: number, through: number, behind: number): number {
  return ((whole | 0) + Math.imul((before | 0) - (through | 0), POWERS[behind] ?? 0)) | 0
}
