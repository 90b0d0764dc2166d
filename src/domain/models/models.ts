import type { Config } from '../../config.ts'

export type Region = 'global' | 'eu'

/** The least `max_tokens` a thinking model is asked with: less could go into reasoning whole (description 7.6, 8). */
export const THINKING_FLOOR_TOKENS = 1024

/** The least output a call of the fast model is shortened to where credit or the window is short. */
export const FAST_FLOOR_TOKENS = 256

/** An alias callers may name, with everything the service enforces and publishes about it. */
export interface Model {
  alias: string
  kind: 'fast' | 'thinking'
  region: Region
  contextWindowTokens: number
  defaultMaxTokens: number
  maxOutputTokens: number
  /** Micro-dollars per million tokens. */
  inputRate: number
  outputRate: number
  /** The least the output may be shortened to. */
  floorTokens: number
}

/** The four aliases (description 2.5), in the order of the list. */
export function buildModels(config: Config): readonly Model[] {
  const fast = {
    kind: 'fast',
    contextWindowTokens: config.FAST_CONTEXT_WINDOW,
    defaultMaxTokens: config.FAST_DEFAULT_MAX_TOKENS,
    maxOutputTokens: config.FAST_MAX_OUTPUT_TOKENS,
    inputRate: config.FAST_INPUT_USD_PER_MTOK,
    outputRate: config.FAST_OUTPUT_USD_PER_MTOK,
    floorTokens: FAST_FLOOR_TOKENS,
  } as const
  const thinking = {
    kind: 'thinking',
    contextWindowTokens: config.THINKING_CONTEXT_WINDOW,
    defaultMaxTokens: config.THINKING_DEFAULT_MAX_TOKENS,
    maxOutputTokens: config.THINKING_MAX_OUTPUT_TOKENS,
    inputRate: config.THINKING_INPUT_USD_PER_MTOK,
    outputRate: config.THINKING_OUTPUT_USD_PER_MTOK,
    floorTokens: THINKING_FLOOR_TOKENS,
  } as const
  return [
    { alias: 'svc-fast', region: 'global', ...fast },
    { alias: 'svc-thinking', region: 'global', ...thinking },
    { alias: 'svc-fast-eu', region: 'eu', ...fast },
    { alias: 'svc-thinking-eu', region: 'eu', ...thinking },
  ]
}
