import type { Config } from './config.ts'
import type { Clock } from './domain/clock.ts'
import type { Detector } from './domain/detection/detector.ts'
import type { Excerpts } from './domain/grounding/excerpt.ts'
import type { PromptBudget } from './domain/grounding/prompt-budget.ts'
import type { KeyService } from './domain/keys/key-service.ts'
import type { Ledger } from './domain/ledger/ledger.ts'
import type { Settlements } from './domain/ledger/settlements.ts'
import type { Store } from './domain/ledger/store.ts'
import type { Model, Region } from './domain/models/models.ts'
import type { Registry } from './domain/registry/registry.ts'
import type { Tokenizer } from './domain/tokens/tokenizer.ts'
import type { Upstream } from './domain/upstream/upstream.ts'
import type { FeedContent } from './domain/feeds/feed-content.ts'
import type { Metrics } from './plugins/operations/metrics.ts'
import type { RunningCalls } from './domain/calls/running-calls.ts'
import type { RequestLog } from './request-log.ts'

/** Everything the app works with, built in `server.ts` and handed down as an argument: no module reaches for a global. */
export interface Parts {
  config: Config
  clock: Clock
  registry: Registry
  detector: Detector
  excerpts: Excerpts
  models: readonly Model[]
  tokenizer: Tokenizer
  budget: PromptBudget
  store: Store
  keys: KeyService
  ledger: Ledger
  settlements: Settlements
  /** Global and EU path. A call of one never goes to the other. */
  upstreams: Record<Region, Upstream>
  running: RunningCalls
  feeds: FeedContent
  metrics: Metrics
  log: RequestLog
}
