import type { KeySort } from './keys/key-sort.ts'
import type { WindowSpend } from './ledger/store.ts'

/** The tokens of one injected module, told where a prompt does not fit. */
export interface ModuleSize {
  id: string
  tokens: number
}

/** Why, in a status or code of the machinery (`status_503`, `UND_ERR_SOCKET`): for the log alone, never a text. */
interface Failure {
  reason?: string
}

/** In tokens. `messages` is undefined where counting stopped at the window; `needed` is the least that the call needs. */
export interface Overflow {
  window: number
  messages: number | undefined
  needed: number
  modules: readonly ModuleSize[]
}

/**
 * Everything that the domain refuses or fails at, by code, with the facts that tell why. No status, no words, no headers: each
 * surface says it in its own way. Facts hold what the service knows, and of a caller's text at most an id that was asked for.
 */
export interface RefusalFacts {
  invalid_api_key: undefined
  invalid_token: undefined
  key_limit_reached: { sort: KeySort }
  streaming_not_enabled: undefined
  model_not_found: { model: string; models: readonly string[] }
  unknown_framework: { id: string; near: readonly string[] }
  too_many_frameworks: { most: number; pinned: number }
  grounding_required: undefined
  /** By our own count, or because the upstream says so, which does not tell by how much. */
  context_length_exceeded: Overflow | Failure
  /** The upstream refuses a request that these fields of the caller's were passed on with. */
  invalid_value: Failure & { fields: readonly string[] }
  account_suspended: undefined
  credit_balance_exhausted: undefined
  /** The ledger does not know what it is a cap of; the surface that took the credential may say so. A key where nobody does. */
  key_spend_limit_exceeded: { spend: WindowSpend & { limitMicros: number }; sort?: KeySort }
  credit_held: undefined
  upstream_unavailable: Failure | undefined
  upstream_timeout: Failure | undefined
  /** The client read so slowly that the call's time was over before its answer was. */
  client_timeout: undefined
  eu_path_unavailable: Failure | undefined
  /** Too much for us or for the upstream, which may have said when to come back. */
  server_overloaded: (Failure & { retryAfterSeconds?: number }) | undefined
  server_draining: undefined
}

export type RefusalCode = keyof RefusalFacts

/** The facts of a code, left out where it has none, or where they may be missing. */
type Facts<Code extends RefusalCode> = RefusalFacts[Code] extends undefined
  ? []
  : undefined extends RefusalFacts[Code]
    ? [facts?: RefusalFacts[Code]]
    : [facts: RefusalFacts[Code]]

/** A call or request that is not carried out, and why; thrown anywhere in the domain and below, answered by the surface above. */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: Code
  readonly facts: RefusalFacts[Code]

  constructor(code: Code, ...[facts]: Facts<Code>) {
    super(code)
    this.code = code
    this.facts = facts as RefusalFacts[Code]
  }
}
