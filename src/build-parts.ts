import { fileURLToPath } from 'node:url'
import { BuiltinUpstream } from './adapters/builtin/builtin-upstream.ts'
import { ClosedPath } from './adapters/closed-path.ts'
import { loadFeedContent, loadRegistry } from './adapters/content-files.ts'
import { HttpUpstream, type HttpUpstreamOptions } from './adapters/http-upstream/http-upstream.ts'
import { SqliteStore } from './adapters/sqlite/sqlite-store.ts'
import { TiktokenTokenizer } from './adapters/tiktoken-tokenizer.ts'
import { ConfigError, type Config } from './config.ts'
import type { Clock } from './domain/clock.ts'
import { Detector } from './domain/detection/detector.ts'
import { PromptBudget } from './domain/grounding/prompt-budget.ts'
import { KeyService } from './domain/keys/key-service.ts'
import { Ledger } from './domain/ledger/ledger.ts'
import type { Store } from './domain/ledger/store.ts'
import { buildModels } from './domain/models/models.ts'
import type { Upstream } from './domain/upstream/upstream.ts'
import type { Parts } from './parts.ts'
import { Metrics } from './plugins/operations/metrics.ts'
import { RunningCalls } from './plugins/v1/chat-completions/running-calls.ts'
import type { RequestLog } from './request-log.ts'

const CONTENT = fileURLToPath(new URL('../fixtures/content', import.meta.url))

/** A hold outlives the longest call by this much before the sweeper takes it for a dead process's. */
const HOLD_SLACK_MS = 60_000

/** Builds what the app works with: reads the content, opens the store, prepares the upstreams. */
export async function buildParts(
  config: Config,
  { clock, log, content = CONTENT }: { clock: Clock; log: RequestLog; content?: string },
): Promise<Parts & { close: () => Promise<void> }> {
  const tokenizer = new TiktokenTokenizer()
  const store = openStore(config)
  try {
    const [registry, feeds, budget] = await Promise.all([
      loadRegistry(content, tokenizer),
      loadFeedContent(content),
      PromptBudget.create(tokenizer),
    ])
    const upstreams = {
      global: globalUpstream(config) ?? new BuiltinUpstream(registry.frameworks, tokenizer, budget),
      eu: euUpstream(config) ?? new ClosedPath(),
    }
    const running = new RunningCalls()
    return {
      config,
      clock,
      log,
      registry,
      detector: new Detector(registry),
      models: buildModels(config),
      tokenizer,
      budget,
      store,
      keys: new KeyService(store, clock, config.BOOTSTRAP_API_KEY),
      ledger: new Ledger(store, clock, config.UPSTREAM_TOTAL_TIMEOUT_MS + HOLD_SLACK_MS),
      upstreams,
      running,
      feeds,
      metrics: new Metrics(() => running.size),
      close: async () => {
        await Promise.all([upstreams.global.close(), upstreams.eu.close(), tokenizer.close(), store.close()])
      },
    }
  } catch (cause) {
    await Promise.all([tokenizer.close(), store.close()])
    throw cause
  }
}

/** @throws {ConfigError} where the file cannot be opened, is no database, or is a newer service's */
function openStore({ DATABASE_URL: url }: Config): Store {
  if (url === undefined) return new SqliteStore(':memory:')
  try {
    return new SqliteStore(url.slice('sqlite:'.length))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`DATABASE_URL: the file cannot be used: ${reason}`)
  }
}

/** The configured global path, if there is one. */
function globalUpstream(config: Config): Upstream | undefined {
  return httpUpstream(config, config.UPSTREAM_BASE_URL, {
    apiKey: config.UPSTREAM_API_KEY,
    modelNames: { fast: config.UPSTREAM_FAST_MODEL, thinking: config.UPSTREAM_THINKING_MODEL },
    unavailable: 'upstream_unavailable',
  })
}

/** The configured EU path, if there is one: an upstream of its own, with its own key and names. */
function euUpstream(config: Config): Upstream | undefined {
  return httpUpstream(config, config.UPSTREAM_EU_BASE_URL, {
    apiKey: config.UPSTREAM_EU_API_KEY,
    modelNames: { fast: config.UPSTREAM_EU_FAST_MODEL, thinking: config.UPSTREAM_EU_THINKING_MODEL },
    unavailable: 'eu_path_unavailable',
  })
}

function httpUpstream(
  config: Config,
  baseUrl: string | undefined,
  path: Pick<HttpUpstreamOptions, 'apiKey' | 'modelNames' | 'unavailable'>,
): Upstream | undefined {
  if (baseUrl === undefined) return undefined
  return new HttpUpstream({
    ...path,
    baseUrl,
    connectTimeoutMs: config.UPSTREAM_CONNECT_TIMEOUT_MS,
    firstByteTimeoutMs: config.UPSTREAM_FIRST_BYTE_TIMEOUT_MS,
    idleTimeoutMs: config.UPSTREAM_IDLE_TIMEOUT_MS,
  })
}
