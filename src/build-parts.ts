import { buildPeople } from './build-people.ts'
import { BuiltinUpstream } from './domain/builtin/builtin-upstream.ts'
import { ClosedPath } from './adapters/closed-path.ts'
import { HttpUpstream, type HttpUpstreamOptions } from './adapters/http-upstream/http-upstream.ts'
import { Ed25519Signer } from './adapters/receipts/ed25519-signer.ts'
import { TokenizerOnDemand } from './adapters/tokenizer-on-demand.ts'
import { ConfigError, modelSettings, type Config } from './config.ts'
import { CallGate } from './domain/calls/call-gate.ts'
import type { Clock } from './domain/clock.ts'
import { Excerpts } from './domain/grounding/excerpt.ts'
import { PromptBudget } from './domain/grounding/prompt-budget.ts'
import { KeyService } from './domain/keys/key-service.ts'
import { differenceLine } from './domain/ledger/books.ts'
import { Ledger } from './domain/ledger/ledger.ts'
import { Settlements } from './domain/ledger/settlements.ts'
import { SpendAlerts } from './domain/ledger/spend-alerts.ts'
import type { Store } from './domain/ledger/store.ts'
import { Replies } from './domain/replies/replies.ts'
import { buildModels } from './domain/models/models.ts'
import type { Upstream } from './domain/upstream/upstream.ts'
import { WatchedUpstream } from './domain/upstream/watched-upstream.ts'
import { loadKnowledge, type Knowledge } from './knowledge.ts'
import { isShared, openStore } from './open-store.ts'
import { MemoryWatch } from './memory-watch.ts'
import type { Parts } from './parts.ts'
import { BodyRoom } from './plugins/json-surface/body-room.ts'
import { Metrics } from './plugins/operations/metrics.ts'
import { Readiness } from './plugins/operations/readiness.ts'
import { RunningCalls } from './domain/calls/running-calls.ts'
import type { RequestLog } from './request-log.ts'

/** How long an instance may trust a key that another one may have revoked (design 7). */
const REMEMBER_KEYS_MS = 1_000

/** A hold outlives the longest call by this much before the sweeper takes it for a dead process's. */
const HOLD_SLACK_MS = 60_000

/** Builds what the app works with: reads the content unless it is given, opens the store, prepares the upstreams. */
export async function buildParts(
  config: Config,
  {
    clock,
    log,
    terminal,
    knowledge,
  }: { clock: Clock; log: RequestLog; terminal: (text: string) => void; knowledge?: Knowledge },
): Promise<Parts & { close: () => Promise<void> }> {
  const store = await serviceStore(config)
  const tokenizer = new TokenizerOnDemand()
  try {
    const { registry, detector, searches, controlSearch, feeds } = knowledge ?? (await loadKnowledge())
    const budget = new PromptBudget(tokenizer)
    const upstreams = {
      global: new WatchedUpstream(
        globalUpstream(config) ?? new BuiltinUpstream(registry, searches, tokenizer, budget),
        clock,
        'upstream_unavailable',
      ),
      eu: new WatchedUpstream(euUpstream(config) ?? new ClosedPath(), clock, 'eu_path_unavailable'),
    }
    const people = await buildPeople(config, { store, clock, log, terminal })
    const replies = new Replies(clock)
    const running = new RunningCalls(replies)
    const memory = new MemoryWatch()
    const gate = new CallGate({
      runningMax: config.RUNNING_CALLS_MAX,
      runningPerKeyMax: config.RUNNING_CALLS_PER_KEY_MAX,
      memoryIsShort: () => memory.isShort(),
    })
    const metrics = new Metrics()
    const alerts = new SpendAlerts((alert) => {
      metrics.spendAlert(alert)
      log.warn('spend_alert', { ...alert })
      void people.alertMails?.send(alert)
    })
    const settlements = new Settlements(store, clock, {
      settled: (outcome) => {
        alerts.charged(outcome)
        if (!outcome.late) return
        metrics.lateSettlement(outcome.late.uncollectedMicros)
        log.warn('settlement_late', { costMicros: outcome.costMicros, ...outcome.late })
      },
      delayed: (reason) => log.warn('settlement_delayed', { reason }),
      lost: (cause) => log.fault('settlement_failed', cause),
    })
    const bodyRoom = new BodyRoom(config.BODY_LIMIT_BYTES)
    metrics.upstreams(upstreams)
    metrics.gauge('svc_body_bytes', 'Bytes of large request bodies in memory.', () => bodyRoom.bytes)
    metrics.gauge('svc_running_calls', 'Calls that hold credit right now.', () => running.size)
    metrics.gauge('svc_reply_bytes', 'Bytes of kept replies in memory.', () => replies.bytes)
    metrics.gauge('svc_waiting_calls', 'Calls that wait for their beginning.', () => gate.waiting)
    metrics.counter(
      'svc_calls_turned_away_total',
      'Calls that were refused because too many were under way.',
      () => gate.refused,
    )
    metrics.gauge(
      'svc_waiting_settlements',
      'Settlements that wait for the store to come back.',
      () => settlements.waiting,
    )
    return {
      config,
      clock,
      log,
      registry,
      detector,
      excerpts: new Excerpts(searches),
      models: buildModels(modelSettings(config)),
      tokenizer,
      budget,
      store,
      keys: new KeyService(store, clock, {
        chosenKey: config.BOOTSTRAP_API_KEY,
        rememberMs: isShared(config) ? REMEMBER_KEYS_MS : 0,
        // The other half of the pool is for whoever has a key.
        strangersAtOnce: Math.ceil(config.DATABASE_POOL_SIZE / 2),
      }),
      ledger: new Ledger({
        store,
        clock,
        settlements,
        alerts,
        holdMs: config.UPSTREAM_TOTAL_TIMEOUT_MS + HOLD_SLACK_MS,
        freeEmptyPerDay: config.FREE_EMPTY_ANSWERS_PER_DAY,
      }),
      settlements,
      upstreams,
      pathStates: upstreams,
      running,
      replies,
      gate,
      bodyRoom,
      receipts: new Ed25519Signer(config.RECEIPT_SIGNING_KEY, config.RECEIPT_RETIRED_KEYS),
      controlSearch,
      feeds,
      people: people.people,
      metrics,
      readiness: new Readiness(store, clock),
      settings: { streaming: config.STREAMING_ENABLED, totalMs: config.UPSTREAM_TOTAL_TIMEOUT_MS },
      settlementLost: (cause) => log.fault('settlement_failed', cause),
      close: async () => {
        await Promise.all([upstreams.global.close(), upstreams.eu.close(), tokenizer.close(), people.close()])
        await store.close()
      },
    }
  } catch (cause) {
    await Promise.all([tokenizer.close(), store.close()])
    throw cause
  }
}

/**
 * Opens the store for service. The books of a file are checked first; those of a database while it is in use, by `npm run ledger:check`.
 * @throws {ConfigError} where it cannot be opened, is none, is a newer service's, or its books are wrong
 */
async function serviceStore(config: Config): Promise<Store> {
  const store = await openStore(config)
  if (!config.DATABASE_URL?.startsWith('sqlite:')) return store
  const [first] = await store.checkBooks()
  if (!first) return store
  await store.close()
  throw new ConfigError(
    `DATABASE_URL: the books of the file are wrong (${differenceLine(first)}); npm run ledger:check shows everything that is`,
  )
}

/** The configured global path, if there is one. */
function globalUpstream(config: Config): Upstream | undefined {
  return httpUpstream(config, config.UPSTREAM_BASE_URL, {
    apiKey: config.UPSTREAM_API_KEY,
    modelNames: { fast: config.UPSTREAM_FAST_MODEL, thinking: config.UPSTREAM_THINKING_MODEL },
    maxTokensField: config.UPSTREAM_MAX_TOKENS_FIELD,
    unavailable: 'upstream_unavailable',
  })
}

/** The configured EU path, if there is one: an upstream of its own, with its own key and names. */
function euUpstream(config: Config): Upstream | undefined {
  return httpUpstream(config, config.UPSTREAM_EU_BASE_URL, {
    apiKey: config.UPSTREAM_EU_API_KEY,
    modelNames: { fast: config.UPSTREAM_EU_FAST_MODEL, thinking: config.UPSTREAM_EU_THINKING_MODEL },
    maxTokensField: config.UPSTREAM_EU_MAX_TOKENS_FIELD,
    unavailable: 'eu_path_unavailable',
  })
}

function httpUpstream(
  config: Config,
  baseUrl: string | undefined,
  path: Pick<HttpUpstreamOptions, 'apiKey' | 'modelNames' | 'maxTokensField' | 'unavailable'>,
): Upstream | undefined {
  if (baseUrl === undefined) return undefined
  return new HttpUpstream({
    ...path,
    baseUrl,
    connectionsMax: config.UPSTREAM_CONNECTIONS_MAX,
    connectTimeoutMs: config.UPSTREAM_CONNECT_TIMEOUT_MS,
    firstByteTimeoutMs: config.UPSTREAM_FIRST_BYTE_TIMEOUT_MS,
    idleTimeoutMs: config.UPSTREAM_IDLE_TIMEOUT_MS,
  })
}
