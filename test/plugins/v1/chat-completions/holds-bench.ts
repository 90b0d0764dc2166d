import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { priceMicros, toUsd } from '../../../../src/domain/ledger/price.ts'
import { FakeClock } from '../../../support/fake-clock.ts'
import { TestPostgres } from '../../../support/postgres.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { newCustomer, type Customer } from '../../admin/operator.ts'

const MESSAGES = [{ role: 'user' as const, content: 'Good morning, what can you do for me?' }]
export const PLAIN = { model: 'svc-fast', messages: MESSAGES }
export const STREAM = { ...PLAIN, stream: true }

/** A call ends alike whatever keeps the books. */
export const LEDGERS: { store: string; database: (postgres: () => Promise<string>) => Promise<string> }[] = [
  { store: 'memory', database: async () => '' },
  { store: 'PostgreSQL', database: (postgres) => postgres() },
]

/** A service with an upstream, and before each test a customer with one dollar: what became of the dollar is looked at. */
export class HoldsBench {
  readonly clock = new FakeClock()
  upstream!: UpstreamServer
  service!: Service
  customer!: Customer

  constructor(database: (typeof LEDGERS)[number]['database']) {
    let postgres: TestPostgres | undefined
    beforeAll(async () => {
      const url = await database(async () => (postgres = await TestPostgres.start()).database())
      this.upstream = await startUpstream()
      this.service = await startService(
        { UPSTREAM_BASE_URL: this.upstream.url, DATABASE_URL: url },
        { clock: this.clock },
      )
    })
    beforeEach(async () => {
      this.customer = await newCustomer(this.service, 1)
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      // A test that failed in mid-call must not hold up the next.
      this.service.parts.running.stop()
      await this.service.parts.running.idle()
    })
    afterAll(async () => {
      await this.service.close()
      await this.upstream.close()
      await postgres?.stop()
    })
  }

  ask(body: object, signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...this.customer.auth, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
  }

  revoke({ accountId, keyId }: Customer = this.customer): Promise<unknown> {
    return this.service.admin('DELETE', `/accounts/${accountId}/keys/${keyId}`)
  }

  /** From here on every end that a hold is given, and how many of them count. */
  watchEnds(): () => Promise<{ counted: number; ignored: number }> {
    const settle = vi.spyOn(this.service.parts.store, 'settle')
    return async () => {
      await this.service.parts.running.idle()
      const ends = await Promise.all(settle.mock.results.map(({ value }) => value))
      const counted = ends.filter((end) => end?.after !== undefined).length
      return { counted, ignored: ends.length - counted }
    }
  }

  /** What is left of a call once it is over: its line in the history, and the money. */
  async afterwards(): Promise<unknown> {
    const [{ balance_usd, held_usd }, { spend_limits }, records] = await Promise.all([
      this.customer.account(),
      this.customer.key(),
      this.customer.usage(),
    ])
    const { spent_usd, held_usd: heldInMonth } = spend_limits.month
    return {
      records: records.map(({ status, ...used }) => [
        status,
        used.prompt_tokens,
        used.completion_tokens,
        used.cost_usd,
      ]),
      money: [Math.round((1 - balance_usd) * 1e6) / 1e6, held_usd],
      month: [spent_usd, heldInMonth],
    }
  }

  /** Prompt, output and price of a call by the service's own count. */
  async ownCount(text: string): Promise<[promptTokens: number, completionTokens: number, usd: number]> {
    const { budget, tokenizer, models } = this.service.parts
    const [prompt, output] = [await budget.exactPromptTokens([], MESSAGES), await tokenizer.count([text])]
    const fast = models.find(({ alias }) => alias === PLAIN.model)
    if (!fast) throw new Error('the model is gone')
    return [prompt, output, toUsd(priceMicros(fast, prompt, output))]
  }
}

/** What `afterwards` says of a call that ended so. */
export function left(status: string, promptTokens: number, completionTokens: number, usd: number): unknown {
  return { records: [[status, promptTokens, completionTokens, usd]], money: [usd, 0], month: [usd, 0] }
}
