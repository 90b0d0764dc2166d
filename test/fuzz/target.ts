import { FakeClock } from '../support/fake-clock.ts'
import { startService, type Service } from '../support/start-service.ts'
import { startUpstream, type UpstreamServer } from '../support/upstream-server.ts'
import { DAY_MS } from '../../src/domain/ledger/usage-sums.ts'
import { fieldsOf } from './answers.ts'
import { Client } from './exchange.ts'
import { hold } from './violation.ts'

export interface TargetOptions {
  environment: Readonly<Record<string, string>>
  /** Whether a server of the test answers, or the built-in responder. */
  upstream: boolean
  /** `DATABASE_URL`; in memory where it is left out. */
  database: string | undefined
}

/** The whole service with its upstream, and a look at what every case must leave behind. */
export class Target {
  readonly clock: FakeClock
  readonly service: Service
  readonly upstream: UpstreamServer
  readonly client: Client

  private constructor(clock: FakeClock, service: Service, upstream: UpstreamServer) {
    this.clock = clock
    this.service = service
    this.upstream = upstream
    this.client = new Client(service.url)
  }

  static async start({ environment, upstream: asked, database }: TargetOptions): Promise<Target> {
    const clock = new FakeClock()
    const upstream = await startUpstream()
    const settings = {
      BOOTSTRAP_API_KEY: 'sk-svc-fuzz-demo-key',
      BOOTSTRAP_CREDIT_USD: '1000000',
      BODY_LIMIT_BYTES: String(1024 * 1024),
      ...(asked && { UPSTREAM_BASE_URL: upstream.url, UPSTREAM_EU_BASE_URL: upstream.url }),
      ...(database !== undefined && { DATABASE_URL: database }),
      ...environment,
    }
    return new Target(clock, await startService(settings, { clock }), upstream)
  }

  /** A balance in micro-dollars. */
  async balance(accountId: string): Promise<number> {
    const account = await this.service.parts.store.getAccount(accountId)
    hold(account !== undefined, `the account ${accountId} is gone`)
    return account.balanceMicros
  }

  /** What holds behind every case: no call runs, nothing is held, and no fault was logged. `explained` are codes of failures with a reason. */
  async settled(explained: readonly string[] = []): Promise<void> {
    const { parts } = this.service
    await parts.running.idle()
    for (const line of this.service.logs.splice(0)) this.#checkLine(line, explained)
    this.upstream.calls.length = 0
    hold(parts.settlements.waiting === 0, 'a settlement waits')
    hold(parts.running.size === 0, 'a call runs on')
  }

  /** What holds of all accounts: nothing is held, no balance is below zero, the books are right, and can be read. */
  async books(): Promise<void> {
    const { store, gate } = this.service.parts
    hold(gate.waiting === 0, 'a call waits for its beginning')
    const wrong = await store.checkBooks()
    hold(wrong.length === 0, `the books are wrong: ${JSON.stringify(wrong)}`)
    const to = this.clock.now() - (this.clock.now() % DAY_MS) + DAY_MS
    for (let after: string | undefined; ;) {
      const page = await store.listAccounts({ limit: 1_000, ...(after !== undefined && { after }) })
      for (const { id, heldMicros, balanceMicros } of page) {
        hold(heldMicros === 0, `account ${id} holds ${heldMicros}`)
        hold(balanceMicros >= 0 && Number.isSafeInteger(balanceMicros), `account ${id} has ${balanceMicros}`)
        await store.usageSums({ accountId: id, from: to - DAY_MS, to, by: 'model' })
        await store.listUsage({ accountId: id, limit: 1_000 })
      }
      after = page.at(-1)?.id
      if (after === undefined) return
    }
  }

  async close(): Promise<void> {
    this.client.close()
    await this.service.close()
    await this.upstream.close()
  }

  #checkLine(line: string, explained: readonly string[]): void {
    const { level, msg, errorCode } = fieldsOf(JSON.parse(line))
    if (typeof level !== 'number' || level < 50) return
    // A failure of the upstream is logged as loud as a fault of ours: where the case wanted it, it is none.
    hold(msg === 'request' && explained.includes(String(errorCode)), `a fault in the log: ${line}`)
  }
}
