import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import type { HoldRequest, SettleRequest } from '../../src/domain/ledger/store.ts'
import { TestPostgres } from '../support/postgres.ts'
import { holdRequest, HOUR, newKey, NOON } from './store-contract/bench.ts'

/** Steps that are taken at once end as they would one after the other: settlements first, those at a plain price before the rest. */

let postgres: TestPostgres
let atOnce: PostgresStore
let inTurn: PostgresStore
beforeAll(async () => {
  postgres = await TestPostgres.start()
  atOnce = await PostgresStore.open(await postgres.schema(), 1)
  inTurn = await PostgresStore.open(await postgres.schema(), 1)
})
afterAll(async () => {
  await Promise.all([atOnce.close(), inTurn.close()])
  await postgres.stop()
})

/** How many holds there are before the steps. */
const OPEN = 6

const amount = fc.oneof(fc.constant(0), fc.nat(120))
const cap = fc.option(fc.oneof(fc.constant(0), fc.nat(400)))
const hold = fc
  .record({ key: fc.nat(2), floor: amount, more: amount })
  .map(({ key, floor, more }) => ({ key, floor, ceiling: floor + more }))
const end = fc.record({
  call: fc.nat(OPEN),
  cost: amount,
  free: fc.option(fc.nat(2), { nil: undefined, freq: 2 }),
})
const books = fc.record({
  credits: fc.tuple(fc.nat(700), fc.nat(700)),
  caps: fc.tuple(cap, cap, cap),
  open: fc.array(hold, { minLength: OPEN, maxLength: OPEN }),
  ended: fc.uniqueArray(fc.nat(OPEN - 1), { maxLength: 1 }),
  swept: fc.boolean(),
  ends: fc.uniqueArray(end, { maxLength: OPEN, selector: ({ call }) => call }),
  holds: fc.array(hold, { maxLength: 8 }),
})

type Books = typeof books extends fc.Arbitrary<infer T> ? T : never

/** The accounts, keys and calls of one run: two keys of the first account, and one of the second. */
class Case {
  readonly #run: number
  readonly accounts: readonly string[]
  readonly keys: readonly string[]

  constructor(run: number) {
    this.#run = run
    this.accounts = [`acct_a_${run}`, `acct_b_${run}`]
    this.keys = [`key_a_${run}`, `key_b_${run}`, `key_c_${run}`]
  }

  /** Books as they stand before the steps. Caps come after the first holds, and may lie under what these hold. */
  async prepare(store: PostgresStore, { credits, caps, open, ended, swept }: Books): Promise<void> {
    for (const [index, id] of this.accounts.entries()) {
      await store.createAccount({ id, name: id, creditMicros: credits[index] ?? 0, now: NOON })
    }
    for (const [index, id] of this.keys.entries())
      await store.createKey(newKey(id, this.#accountOf(index)), 20)
    for (const [index, one] of open.entries()) {
      await store.hold({
        ...this.hold(`open-${index}`, one),
        expiresAt: index % 2 === 0 ? NOON + 1 : NOON + HOUR,
      })
    }
    for (const [index, id] of this.keys.entries()) {
      await store.updateKey(this.#accountOf(index), id, { limits: { day: caps[index] ?? null } })
    }
    for (const call of ended) await store.settle(this.end({ call, cost: 5, free: undefined }))
    if (swept) await store.sweep(NOON + 1)
  }

  hold(name: string, { key, floor, ceiling }: Books['holds'][number]): HoldRequest {
    const whose = { accountId: this.#accountOf(key), keyId: this.keys[key] ?? '' }
    return holdRequest(`${name}-${this.#run}`, floor, ceiling, whose)
  }

  end({ call, cost, free }: Books['ends'][number]): SettleRequest {
    const id = `open-${call}-${this.#run}`
    const freePerDay = free !== undefined && { freePerDay: free }
    const tokens = { promptTokens: 1, completionTokens: 1 }
    return { id, costMicros: cost, ...tokens, status: 'completed', ...freePerDay, now: NOON + 2 }
  }

  /** What there is after the steps. */
  async left(store: PostgresStore): Promise<unknown> {
    const accounts = await Promise.all(this.accounts.map((id) => store.getAccount(id)))
    const calls = await Promise.all(
      this.accounts.map((accountId) => store.listUsage({ accountId, limit: 100 })),
    )
    const byId = calls.flat().toSorted((one, other) => one.id.localeCompare(other.id))
    return { accounts, calls: byId, windows: await store.windowSpendsOf(this.keys, NOON) }
  }

  async isPlain(store: PostgresStore, { id, freePerDay }: SettleRequest): Promise<boolean> {
    const calls = await Promise.all(this.accounts.map((account) => store.getUsage(account, id)))
    return freePerDay === undefined && calls.some((call) => call?.status === 'running')
  }

  #accountOf(key: number): string {
    return this.accounts[key === 2 ? 1 : 0] ?? ''
  }
}

test(
  'at once or one after the other: the same outcomes, and the same books',
  { timeout: 120_000 },
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(books, async (given) => {
        const its = new Case((run += 1))
        await its.prepare(atOnce, given)
        await its.prepare(inTurn, given)
        const holds = given.holds.map((one, index) => its.hold(`new-${index}`, one))
        const plain: SettleRequest[] = []
        const others: SettleRequest[] = []
        for (const one of given.ends.map((each) => its.end(each))) {
          ;((await its.isPlain(inTurn, one)) ? plain : others).push(one)
        }
        const ends = [...plain, ...others]

        const apart: unknown[] = []
        for (const one of ends) apart.push(await inTurn.settle(one))
        for (const one of holds) apart.push(await inTurn.hold(one))
        const together = await Promise.all([
          ...ends.map((one) => atOnce.settle(one)),
          ...holds.map((one) => atOnce.hold(one)),
        ])
        expect(together).toEqual(apart)
        expect(await its.left(atOnce)).toEqual(await its.left(inTurn))
      }),
      { numRuns: 100 },
    )
    expect(await atOnce.checkBooks()).toEqual([])
  },
)
