import type { FuzzKind } from './fuzz-kind.ts'
import { adminKind } from './kinds/admin.ts'
import { builtinChatKind, chatKind } from './kinds/chat.ts'
import { consoleKind } from './kinds/console.ts'
import { publicKind } from './kinds/public.ts'
import { upstreamKind } from './kinds/upstream.ts'
import { wireKind } from './kinds/wire.ts'

/** Every kind of cases; their shares make a thousand. */
export const KINDS: readonly FuzzKind[] = [
  chatKind,
  builtinChatKind,
  wireKind,
  upstreamKind,
  adminKind,
  consoleKind,
  publicKind,
]
