import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { killAll, NODE, start, startServer, type SpawnedProcess } from '../../test/smoke/spawned-process.ts'
import { ADMIN_TOKEN } from '../../test/support/start-service.ts'
import { freePort } from '../processes/start-process.ts'

const LEDGER_CHECK = fileURLToPath(new URL('../../tools/ledger/check.ts', import.meta.url))

/** A hold of a process that died is swept a minute after this at the latest, and the sweep comes every half minute. */
const TOTAL_TIMEOUT_MS = 10_000
export const SWEPT_WITHIN_MS = TOTAL_TIMEOUT_MS + 60_000 + 30_000 + 5_000

const IDLE_MOST_MS = 60_000

/** How a process of the service came to its end. */
export type EndOfProcess = 'SIGTERM' | 'SIGKILL'

/** The real process on one database and port, through its restarts. */
export class SoakService {
  readonly url: string
  readonly #port: string
  readonly #environment: Record<string, string>
  #process: (SpawnedProcess & { url: string }) | undefined
  #down = true
  /** Grows at the beginning and the end of each time in which it was not there. */
  #changes = 0
  #kills = 0
  /** Fault lines of all its processes, by their name. */
  readonly faultLines: string[] = []

  private constructor(port: number, environment: Record<string, string>) {
    this.#port = String(port)
    this.url = `http://127.0.0.1:${port}`
    this.#environment = environment
  }

  static async start(databaseUrl: string, upstreamUrl: string): Promise<SoakService> {
    const service = new SoakService(await freePort(), {
      DATABASE_URL: databaseUrl,
      UPSTREAM_BASE_URL: upstreamUrl,
      ADMIN_TOKEN,
      LOG_LEVEL: 'warn',
      SIGN_UP_CREDIT_USD: '1',
      UPSTREAM_FIRST_BYTE_TIMEOUT_MS: '2000',
      UPSTREAM_IDLE_TIMEOUT_MS: '2000',
      UPSTREAM_TOTAL_TIMEOUT_MS: String(TOTAL_TIMEOUT_MS),
      KEEPALIVE_INTERVAL_MS: '1000',
      SHUTDOWN_GRACE_MS: '20000',
    })
    await service.#up()
    return service
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Undefined while it is not there. */
  get process(): SpawnedProcess | undefined {
    return this.#down ? undefined : this.#process
  }

  /** Something to compare with later: whether the service was there all the time. */
  moment(): number {
    return this.#down ? NaN : this.#changes
  }

  thereSince(moment: number): boolean {
    return !this.#down && moment === this.#changes
  }

  /** How often its process was killed: what had begun before has no end to expect. */
  get kills(): number {
    return this.#kills
  }

  /** @throws where it does not end as it should */
  async end(by: EndOfProcess): Promise<void> {
    this.#down = true
    this.#changes += 1
    if (by === 'SIGKILL') this.#kills += 1
    const ending = this.#process
    ending?.signal(by)
    const ended = await ending?.ended
    this.#collectFaults()
    if (by === 'SIGTERM' && ended?.code !== 0) {
      throw new Error(`it ended with ${String(ended?.code)} at SIGTERM: ${ending?.stderr() ?? ''}`)
    }
  }

  async restart(by: EndOfProcess): Promise<void> {
    await this.end(by)
    await this.#up()
  }

  /** Waits until no call runs and no charge waits: those that callers left end a moment later. */
  async idle(): Promise<void> {
    for (const deadline = performance.now() + IDLE_MOST_MS; performance.now() < deadline; await delay(100)) {
      const text = await (await fetch(`${this.url}/metrics`)).text()
      const figures = ['svc_running_calls', 'svc_waiting_settlements'].map((name) =>
        Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]),
      )
      if (figures.every((one) => one === 0)) return
    }
    throw new Error(`calls still run ${IDLE_MOST_MS} ms after the load`)
  }

  /** What `npm run ledger:check` says of the database. */
  async checkLedger(): Promise<{ code: number | null; words: string }> {
    const { DATABASE_URL = '' } = this.#environment
    const check = start([NODE, '--disable-warning=ExperimentalWarning', LEDGER_CHECK], { DATABASE_URL })
    const { code } = await check.ended
    return { code, words: (check.stdout() + check.stderr()).trim() }
  }

  /** Whatever still runs ends, by its id. */
  killRest(): void {
    killAll()
  }

  async #up(): Promise<void> {
    this.#process = await startServer(this.#environment, { port: this.#port })
    this.#changes += 1
    this.#down = false
  }

  /** Levels 50 and 60 are faults. A line of a request has its error's level, and the upstream's errors are none of the service. */
  #collectFaults(): void {
    for (const line of this.#process?.stdout().split('\n') ?? []) {
      if (!/^\{"level":[56]0/.test(line)) continue
      const { msg, errorCode, errorClass } = JSON.parse(line) as Record<string, string | undefined>
      if (msg === 'request' && errorCode !== 'internal_error') continue
      this.faultLines.push([msg, errorCode, errorClass].filter(Boolean).join(' '))
    }
  }
}
