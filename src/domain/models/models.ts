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

/** What an operator decides about a kind of model: its window, its output and its rates. */
export type ModelSettings = Pick<
  Model,
  'contextWindowTokens' | 'defaultMaxTokens' | 'maxOutputTokens' | 'inputRate' | 'outputRate'
>

/** The four aliases (description 2.5), in the order of the list. */
export function buildModels(settings: Record<Model['kind'], ModelSettings>): readonly Model[] {
  const fast = { kind: 'fast', floorTokens: FAST_FLOOR_TOKENS, ...settings.fast } as const
  const thinking = { kind: 'thinking', floorTokens: THINKING_FLOOR_TOKENS, ...settings.thinking } as const
  return [
    { alias: 'svc-fast', region: 'global', ...fast },
    { alias: 'svc-thinking', region: 'global', ...thinking },
    { alias: 'svc-fast-eu', region: 'eu', ...fast },
    { alias: 'svc-thinking-eu', region: 'eu', ...thinking },
  ]
}
