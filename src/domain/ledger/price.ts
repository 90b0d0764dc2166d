import type { Model } from '../models/models.ts'

const MICROS = 1_000_000

/**
 * The price of a call in whole micro-dollars, rounded up once over both parts. Monotone in both counts, so a price for
 * fewer tokens is never above the price held for more. Exact: the product is taken in `bigint`.
 */
export function priceMicros(
  model: Pick<Model, 'inputRate' | 'outputRate'>,
  promptTokens: number,
  completionTokens: number,
): number {
  const total =
    BigInt(promptTokens) * BigInt(model.inputRate) + BigInt(completionTokens) * BigInt(model.outputRate)
  return Number((total + 999_999n) / 1_000_000n)
}

/** The most output tokens that `micros` covers beside the prompt; Infinity where output is free. */
export function affordableOutputTokens(
  model: Pick<Model, 'inputRate' | 'outputRate'>,
  promptTokens: number,
  micros: number,
): number {
  if (model.outputRate === 0) return Infinity
  const left = BigInt(micros) * 1_000_000n - BigInt(promptTokens) * BigInt(model.inputRate)
  return left < 0n ? 0 : Number(left / BigInt(model.outputRate))
}

/** Micro-dollars as the USD number of JSON: at most six decimals. */
export function toUsd(micros: number): number {
  return micros / MICROS
}

/** A USD number of JSON as micro-dollars; undefined where it has more than six decimals or leaves the safe range. */
export function fromUsd(usd: number): number | undefined {
  const micros = Math.round(usd * MICROS)
  // The dust of decimal sums (0.1 + 0.2) is forgiven, a seventh decimal is not.
  const dust = 4 * Number.EPSILON * Math.abs(usd)
  return Number.isSafeInteger(micros) && Math.abs(micros / MICROS - usd) <= dust ? micros : undefined
}
