import type { Detector } from '../detection/detector.ts'
import type { Excerpts } from '../grounding/excerpt.ts'
import type { PromptBudget } from '../grounding/prompt-budget.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Model, Region } from '../models/models.ts'
import type { Registry } from '../registry/registry.ts'
import type { Tokenizer } from '../tokens/tokenizer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { CallGate } from './call-gate.ts'
import type { RunningCalls } from './running-calls.ts'

/** What an operator decides about calls. */
export interface CallSettings {
  /** Whether answers may be streamed at all (description 7.3). */
  streaming: boolean
  /** The longest that a call may run, in milliseconds. */
  totalMs: number
}

/** What planning a call needs. */
export interface PlanParts {
  models: readonly Model[]
  registry: Registry
  detector: Detector
  excerpts: Excerpts
  budget: PromptBudget
  settings: CallSettings
}

/** What admitting a planned call needs. */
export interface AdmitParts {
  ledger: Ledger
  budget: PromptBudget
}

/** What a call that holds credit needs until its end. */
export interface RunningParts {
  ledger: Ledger
  tokenizer: Tokenizer
  running: RunningCalls
  settings: CallSettings
  /** Hears of a hold that could not be ended: the sweeper will release it. */
  settlementLost: (cause: unknown) => void
}

/** What a whole call works with, whichever surface makes it. */
export interface CallParts extends PlanParts, AdmitParts, RunningParts {
  /** When a call may begin. */
  gate: CallGate
  /** Global and EU path. A call of one never goes to the other. */
  upstreams: Record<Region, Upstream>
}
