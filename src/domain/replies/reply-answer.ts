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

/** How far a reply is. `cause` is what the call was refused with or failed at. */
export type ReplyState =
  | { status: 'running' }
  | { status: 'done'; answer: ReplyAnswer }
  | { status: 'failed'; cause: unknown }

export const RUNNING: ReplyState = { status: 'running' }

/** What a reply takes of memory, roughly: texts have two bytes a character, and the rest is small. */
export function bytesOf(answer: ReplyAnswer): number {
  return 2 * JSON.stringify(answer).length
}
