import type { Model } from './models.ts'

/** The range a call's output may take, in tokens. */
export interface OutputLimit {
  /** What the caller asked for, or else the server default. */
  requested: number
  /** The most the call may produce before window and credit are looked at. */
  wanted: number
  /** The least it may be shortened to: the model's floor, or what was asked if that is less. */
  floor: number
}

/**
 * `max_tokens` as the model takes it: the default where it is omitted, raised to the thinking floor
 * (description 7.6, 8), lowered to the model's most.
 */
export function outputLimit(model: Model, asked: number | undefined): OutputLimit {
  const requested = asked ?? model.defaultMaxTokens
  const least = model.kind === 'thinking' ? model.floorTokens : 1
  const wanted = Math.min(Math.max(requested, least), model.maxOutputTokens)
  return { requested, wanted, floor: Math.min(wanted, model.floorTokens) }
}
