import type { GroundedModule } from '../grounding/grounding.ts'
import type { Reference } from '../references/reference-scanner.ts'

/** A whole answer, and what it stands on. */
export interface ReplyAnswer {
  text: string
  modules: readonly { id: string; version: string; reason: GroundedModule['reason'] }[]
  references: readonly Reference[]
  warnings: readonly string[]
  costUsd: number
}

/**
 * Why there is no answer, in words for whoever asked. Words, and no error: an error holds the frames that it came through, and they hold the
 * question.
 */
export interface ReplyFailure {
  why: string
}

/** How far a reply is. */
export type ReplyState =
  | { status: 'running' }
  | { status: 'done'; answer: ReplyAnswer }
  | ({ status: 'failed' } & ReplyFailure)

export const RUNNING: ReplyState = { status: 'running' }

/** What a reply takes of memory, roughly: texts have two bytes a character, and the rest is small. */
export function bytesOf(answer: ReplyAnswer): number {
  return 2 * JSON.stringify(answer).length
}
