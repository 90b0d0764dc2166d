import { ADMIN_EXITS } from './admin-exits.ts'
import { CONSOLE_EXITS } from './console-exits.ts'
import { MCP_EXITS } from './mcp-exits.ts'
import { EXITS } from './exits.ts'
import type { Exit } from './marked.ts'
import { PLAYGROUND_EXITS } from './playground-exits.ts'
import { PREFLIGHT_EXITS } from './preflight-exits.ts'
import { SIGN_IN_EXITS } from './sign-in-exits.ts'
import { SITE_EXITS } from './site-exits.ts'

/**
 * The ways out of every surface that takes a text. A new surface joins here: its exits are then taken on every store, in this process and
 * in a real one, and what is written is searched.
 */
export const SURFACES: Readonly<Record<string, readonly Exit[]>> = {
  calls: EXITS,
  preflight: PREFLIGHT_EXITS,
  'operator API': ADMIN_EXITS,
  site: SITE_EXITS,
  'sign-in': SIGN_IN_EXITS,
  console: CONSOLE_EXITS,
  playground: PLAYGROUND_EXITS,
  mcp: MCP_EXITS,
}

/** All of them, in their order: the console's need who signed in. */
export const ALL_EXITS: readonly Exit[] = Object.values(SURFACES).flat()
