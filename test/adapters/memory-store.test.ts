import { beforeEach, describe, expect, test } from 'vitest'
import { MemoryStore } from '../../src/adapters/memory/memory-store.ts'
import { PROVISIONAL_MS } from '../../src/domain/ledger/store.ts'
import { holdRequest, HOUR, newKey, NOON } from './store-contract/bench.ts'

/** What memory remembers of calls is bounded by itself, whoever prunes or not. */

const MOST = 50
/** So many more before it forgets: it does so for many at once. */
const SLACK = 1_000
const CREDIT = 1_000_000

describe('a memory that may remember fifty calls', () => {
  let store: MemoryStore
  let calls = 0
  beforeEach(async () => {
    store = new MemoryStore(MOST)
    calls = 0
    await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: CREDIT, now: NOON })
    await store.createKey(newKey('key_a'), 20)
  })

  const end = (id: string, costMicros: number, now = NOON) =>
    store.settle({ id, costMicros, promptTokens: 1, completionTokens: 1, status: 'completed', now })
  const make = async (count: number, now = NOON): Promise<void> => {
    for (let made = 0; made < count; made += 1) {
      const id = `call-${(calls += 1)}`
      await store.hold(holdRequest(id, 10, 10, { now }))
      await end(id, 3, now)
    }
  }
  const remembered = async (): Promise<string[]> =>
    (await store.listUsage({ accountId: 'acct_a', limit: 10_000 })).map(({ id }) => id)

  test('forgets the oldest once it has a thousand more, and carries over what they cost', async () => {
    await make(MOST + SLACK - 1)
    expect(await remembered()).toHaveLength(MOST + SLACK - 1)
    await make(1)
    expect(await remembered()).toEqual(Array.from({ length: MOST }, (_, index) => `call-${calls - index}`))
    expect(await store.getUsage('acct_a', 'call-1')).toBeUndefined()
    expect(await end('call-1', 9)).toBeUndefined()
    const journal = await store.listJournal({ accountId: 'acct_a', limit: 1_000 })
    expect(journal.map(({ kind }) => kind).filter((kind) => kind !== 'charge')).toEqual(['carried', 'grant'])
    expect(journal.find(({ kind }) => kind === 'carried')?.amountMicros).toBe(-3 * SLACK)
    expect(journal.reduce((sum, { amountMicros }) => sum + amountMicros, 0)).toBe(CREDIT - 3 * calls)
    expect(await store.getAccount('acct_a')).toMatchObject({
      balanceMicros: CREDIT - 3 * calls,
      heldMicros: 0,
    })
    expect(await store.checkBooks()).toEqual([])
  })

  test('never has more than that, however many come', async () => {
    for (let round = 0; round < 20; round += 1) {
      await make(500)
      expect((await remembered()).length).toBeLessThan(MOST + SLACK)
    }
    expect(await store.checkBooks()).toEqual([])
  })

  test('keeps open calls, and those that may still be settled, however old', async () => {
    await store.hold(holdRequest('swept', 70, 70, { expiresAt: NOON }))
    await store.sweep(NOON)
    await store.hold(holdRequest('open', 50, 50))
    await make(3 * SLACK)
    expect((await remembered()).slice(-2)).toEqual(['open', 'swept'])
    expect(await end('open', 40)).toMatchObject({ costMicros: 40 })
    expect(await end('swept', 60)).toMatchObject({ costMicros: 60 })
    expect(await store.checkBooks()).toEqual([])
    await make(SLACK, NOON + PROVISIONAL_MS)
    expect(await remembered()).not.toContain('swept')
    expect(await store.checkBooks()).toEqual([])
  })

  test('remembers those that began last, also where the clock was set back', async () => {
    await make(30, NOON + HOUR)
    await make(MOST + SLACK - 30)
    const ids = await remembered()
    expect(ids).toHaveLength(MOST)
    expect(ids.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, index) => `call-${30 - index}`))
    expect(ids[30]).toBe(`call-${calls}`)
  })
})

test('what memory gives does not change when the books do', async () => {
  const store = new MemoryStore()
  const account = await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 100, now: NOON })
  const key = await store.createKey(newKey('key_a'), 20)
  await store.hold(holdRequest('call', 10, 10))
  const record = await store.getUsage('acct_a', 'call')
  await store.settle({
    id: 'call',
    costMicros: 5,
    promptTokens: 1,
    completionTokens: 1,
    status: 'completed',
    now: NOON,
  })
  await store.updateKey('acct_a', 'key_a', { limits: { day: 5 } })
  expect(account).toMatchObject({ balanceMicros: 100, heldMicros: 0 })
  expect(key).toMatchObject({ lastUsedAt: null, limits: { day: null } })
  expect(record).toMatchObject({ status: 'running', endedAt: null })
})
