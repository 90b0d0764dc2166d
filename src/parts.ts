import type { Config } from './config.ts'
import type { CallParts } from './domain/calls/call-parts.ts'
import type { Clock } from './domain/clock.ts'
import type { FeedContent } from './domain/feeds/feed-content.ts'
import type { KeyService } from './domain/keys/key-service.ts'
import type { Settlements } from './domain/ledger/settlements.ts'
import type { Store } from './domain/ledger/store.ts'
import type { Region } from './domain/models/models.ts'
import type { ReceiptSigner } from './domain/receipts/receipt-signer.ts'
import type { Replies } from './domain/replies/replies.ts'
import type { ControlSearch } from './domain/search/control-search.ts'
import type { WatchedUpstream } from './domain/upstream/watched-upstream.ts'
import type { PeopleParts } from './plugins/console/console-parts.ts'
import type { BodyRoom } from './plugins/json-surface/body-room.ts'
import type { Metrics } from './plugins/operations/metrics.ts'
import type { Readiness } from './plugins/operations/readiness.ts'
import type { RequestLog } from './request-log.ts'

/**
 * Everything that `build-parts.ts` builds and `app.ts` and `server.ts` wire together. No surface takes all of it: each names what it
 * needs.
 */
export interface Parts extends CallParts {
  config: Config
  /** How each path did when it was last asked. */
  pathStates: Record<Region, Pick<WatchedUpstream, 'available' | 'state'>>
  clock: Clock
  store: Store
  keys: KeyService
  settlements: Settlements
  controlSearch: ControlSearch
  feeds: FeedContent
  /** Answers that are read later than they were asked for. */
  replies: Replies
  /** Who may sign in to the console, and how. */
  people: PeopleParts
  metrics: Metrics
  /** The memory that large request bodies share. */
  bodyRoom: BodyRoom
  receipts: ReceiptSigner
  /** Whether the store takes writes, for every surface that says so. */
  readiness: Readiness
  log: RequestLog
}
