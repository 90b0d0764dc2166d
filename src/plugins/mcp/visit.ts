import type { FastifyRequest } from 'fastify'
import type { Scope } from '../../domain/keys/scopes.ts'
import type { TokenCaller } from '../../domain/keys/key-service.ts'

/** One request to /mcp: whose token it carries, and how it learns that its client has left. */
export interface Visit {
  token: TokenCaller
  request: FastifyRequest
  /** Aborts when the client goes before it is answered. */
  left: AbortSignal
  /** Tells the client that its call goes on; undefined where it did not ask to be told. */
  progress: ((message: string) => void) | undefined
}

/** Whether the token of a visit may do what the scope stands for. */
export function may({ token }: Pick<Visit, 'token'>, scope: Scope): boolean {
  return token.scopes.includes(scope)
}
