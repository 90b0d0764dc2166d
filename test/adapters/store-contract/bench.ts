import { createHash } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import { NO_LIMITS, type SpendLimits } from '../../../src/domain/ledger/spend-windows.ts'
import type {
  Account,
  ApiKey,
  CallStatus,
  HoldOutcome,
  HoldRequest,
  NewKey,
  Store,
} from '../../../src/domain/ledger/store.ts'

/** Saturday noon: the hour ends at 13:00, the day at midnight, the week on Monday, the month in December. */
export const NOON = Date.parse('2026-11-21T12:00:00Z')
export const HOUR = 3_600_000

export type OpenStore = () => Promise<Store>

/** One store a test, with the one account and key most promises need. */
export class Bench {
  #store: Store | undefined

  constructor(open: OpenStore) {
    beforeEach(async () => {
      this.#store = await open()
    })
    afterEach(async () => {
      await this.#store?.close()
    })
  }

  get store(): Store {
    if (!this.#store) throw new Error('the store is there within a test only')
    return this.#store
  }

  account(creditMicros = 1_000_000, id = 'acct_a'): Promise<Account> {
    return this.store.createAccount({ id, name: `Name of ${id}`, creditMicros, now: NOON })
  }

  async key(limits: Partial<SpendLimits> = {}, id = 'key_a', accountId = 'acct_a'): Promise<ApiKey> {
    const key = await this.store.createKey(newKey(id, accountId, limits), 20)
    if (key === 'limit') throw new Error('the account is full')
    return key
  }

  hold(id: string, floorMicros: number, ceilingMicros: number, more: Partial<HoldRequest> = {}) {
    return this.store.hold(holdRequest(id, floorMicros, ceilingMicros, more))
  }

  /** What the call was charged, and whether this settlement was the one that charged it. */
  async settle(
    id: string,
    costMicros: number,
    more: { now?: number; status?: CallStatus } = {},
  ): Promise<{ costMicros: number; first: boolean } | undefined> {
    const { now = NOON + 1_000, status = 'completed' } = more
    const tokens = { promptTokens: 100, completionTokens: 20 }
    const settled = await this.store.settle({ id, costMicros, ...tokens, status, now })
    return settled && { costMicros: settled.costMicros, first: settled.after !== undefined }
  }

  /** The account's keys, all on one page. */
  keys(accountId = 'acct_a'): Promise<ApiKey[]> {
    return this.store.listKeys({ accountId, limit: 100 })
  }

  /** Balance and held of an account. */
  async money(id = 'acct_a'): Promise<[balance: number, held: number]> {
    const account = await this.store.getAccount(id)
    return [account?.balanceMicros ?? NaN, account?.heldMicros ?? NaN]
  }

  /** Spent and held of each window at a moment. */
  async windows(now = NOON, keyId = 'key_a'): Promise<Record<string, [spent: number, held: number]>> {
    const spends = await this.store.windowSpends(keyId, now)
    return Object.fromEntries(
      spends.map(({ window, spentMicros, heldMicros }) => [window, [spentMicros, heldMicros]]),
    )
  }
}

/** The ids of every page of a list, read with `after` as long as a page is full. */
export async function pages(
  list: (page: { limit: number; after?: string }) => Promise<{ id: string }[]>,
  limit: number,
): Promise<string[][]> {
  const all: string[][] = []
  for (;;) {
    const after = all.at(-1)?.at(-1)
    const page = (await list({ limit, ...(after !== undefined && { after }) })).map(({ id }) => id)
    if (page.length > 0) all.push(page)
    if (page.length < limit) return all
  }
}

export function newKey(id: string, accountId = 'acct_a', limits: Partial<SpendLimits> = {}): NewKey {
  return {
    id,
    accountId,
    name: `Name of ${id}`,
    secretHash: hashOf(id),
    lastFour: id.slice(-4),
    limits: { ...NO_LIMITS, ...limits },
    now: NOON,
  }
}

export function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}

export function holdRequest(
  id: string,
  floorMicros: number,
  ceilingMicros: number,
  more: Partial<HoldRequest> = {},
): HoldRequest {
  return {
    id,
    accountId: 'acct_a',
    keyId: 'key_a',
    model: 'svc-fast',
    frameworks: [],
    floorMicros,
    ceilingMicros,
    now: NOON,
    expiresAt: NOON + HOUR,
    ...more,
  }
}

/**
 * Does something for each by 20 callers at once, who each go on to the next. They are more than a store has connections, and few enough
 * that none gives up waiting for one on a machine that is busy with other things.
 */
export async function byTwenty<Each, Result>(
  each: readonly Each[],
  work: (one: Each) => Promise<Result>,
): Promise<Result[]> {
  const queue = each.entries()
  const results: Result[] = []
  const caller = async (): Promise<void> => {
    for (const [index, one] of queue) results[index] = await work(one)
  }
  await Promise.all(Array.from({ length: 20 }, caller))
  return results
}

/** All four windows alike. */
export function allWindows<T>(value: T): Record<'hour' | 'day' | 'week' | 'month', T> {
  return { hour: value, day: value, week: value, month: value }
}

export function granted(amountMicros: number): HoldOutcome {
  return { kind: 'held', amountMicros }
}
