import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry as MetricsRegistry } from 'prom-client'
import type { WatchedUpstream } from '../../domain/upstream/watched-upstream.ts'
import { ALERT_KINDS, PERCENTS, type SpendAlert } from '../../domain/ledger/spend-alerts.ts'
import type { RequestFacts } from '../../request-log.ts'
import { ERRORS } from '../json-surface/errors.ts'

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** What `/metrics` shows. Labels are route patterns, aliases and codes of the service's own, so their number is bounded. */
export class Metrics {
  readonly #registry = new MetricsRegistry()
  readonly #requests = new Counter({
    name: 'svc_requests_total',
    help: 'Requests answered, by route pattern, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [this.#registry],
  })
  readonly #seconds = new Histogram({
    name: 'svc_request_duration_seconds',
    help: 'From the first byte of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #errors = new Counter({
    name: 'svc_errors_total',
    help: 'Refusals and failures, by code of the error table.',
    labelNames: ['code'],
    registers: [this.#registry],
  })
  readonly #calls = new Counter({
    name: 'svc_calls_total',
    help: 'Calls that held credit, by model alias and how they ended.',
    labelNames: ['model', 'outcome'],
    registers: [this.#registry],
  })
  readonly #tokens = new Counter({
    name: 'svc_tokens_total',
    help: 'Tokens of settled calls.',
    labelNames: ['model', 'direction'],
    registers: [this.#registry],
  })
  readonly #cost = new Counter({
    name: 'svc_cost_micro_usd_total',
    help: 'Charges in micro-dollars.',
    labelNames: ['model'],
    registers: [this.#registry],
  })
  readonly #swept = new Counter({
    name: 'svc_swept_holds_total',
    help: 'Holds released because their process died.',
    registers: [this.#registry],
  })

  readonly #lateSettlements = new Counter({
    name: 'svc_late_settlements_total',
    help: 'Settlements that came after the sweep had ended their hold.',
    registers: [this.#registry],
  })
  readonly #uncollected = new Counter({
    name: 'svc_uncollected_micro_usd_total',
    help: 'What late settlements could not charge any more, in micro-dollars.',
    registers: [this.#registry],
  })

  readonly #alerts = new Counter({
    name: 'svc_spend_alerts_total',
    help: 'Accounts and keys that went over 50, 80 or 100 % of their credit or of a spend limit.',
    labelNames: ['kind', 'percent'],
    registers: [this.#registry],
  })

  /** What is rare and known by name begins at zero: Prometheus sees no rise in a series that begins with its first event. */
  constructor() {
    collectDefaultMetrics({ register: this.#registry })
    for (const code of Object.keys(ERRORS)) this.#errors.inc({ code }, 0)
    for (const kind of ALERT_KINDS) for (const percent of PERCENTS) this.#alerts.inc({ kind, percent }, 0)
  }

  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect: () => gauge.set(read()),
    })
  }

  /** A total that another part counts, read when it is asked for. */
  counter(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.#registry],
      collect: () => {
        counter.reset()
        counter.inc(read())
      },
    })
  }

  /** How each configured path does. */
  upstreams(paths: Readonly<Record<string, Pick<WatchedUpstream, 'available' | 'state'>>>): void {
    const configured = Object.entries(paths).filter(([, { available }]) => available)
    const circuits: Gauge<'path'> = new Gauge({
      name: 'svc_upstream_circuit_open',
      help: '1 while a path is taken for broken: calls are refused at once, but for one probe at a time.',
      labelNames: ['path'],
      registers: [this.#registry],
      collect: () => {
        for (const [path, { state }] of configured) circuits.set({ path }, Number(state.circuitOpen))
      },
    })
    const failures: Counter<'path'> = new Counter({
      name: 'svc_upstream_failures_total',
      help: 'Calls that a path failed at before their answer began.',
      labelNames: ['path'],
      registers: [this.#registry],
      collect: () => {
        failures.reset()
        for (const [path, { state }] of configured) failures.inc({ path }, state.failures)
      },
    })
  }

  request(facts: RequestFacts): void {
    const { route, method, status, durationMs, errorCode, model, outcome } = facts
    this.#requests.inc({ route, method, status })
    this.#seconds.observe({ route }, durationMs / 1_000)
    if (errorCode) this.#errors.inc({ code: errorCode })
    if (model === undefined || outcome === undefined) return
    this.#calls.inc({ model, outcome })
    this.#tokens.inc({ model, direction: 'prompt' }, facts.promptTokens ?? 0)
    this.#tokens.inc({ model, direction: 'completion' }, facts.completionTokens ?? 0)
    this.#cost.inc({ model }, facts.costMicros ?? 0)
  }

  swept(holds: number): void {
    this.#swept.inc(holds)
  }

  lateSettlement(uncollectedMicros: number): void {
    this.#lateSettlements.inc()
    this.#uncollected.inc(uncollectedMicros)
  }

  spendAlert({ kind, percent }: SpendAlert): void {
    this.#alerts.inc({ kind, percent })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}
