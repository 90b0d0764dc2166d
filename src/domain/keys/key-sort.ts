import type { Scope } from './scopes.ts'

/** What a row among the keys is: a key of the model API, or a personal access token. Neither opens what the other does. */
export const KEY_SORTS = ['key', 'token'] as const

export type KeySort = (typeof KEY_SORTS)[number]

/** Which of the two it is: a token has scopes, a key has none. It is made as one and stays it. */
export function sortOf({ scopes }: { scopes: readonly Scope[] | null }): KeySort {
  return scopes === null ? 'key' : 'token'
}
