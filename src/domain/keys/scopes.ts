/** What a personal access token may be allowed: to read the registry of frameworks, and to ask at the cost of its account. */
export const SCOPES = ['registry:read', 'ask'] as const

export type Scope = (typeof SCOPES)[number]
