import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { StoreUnavailable, type Settled } from '../../src/domain/ledger/store.ts'
import { watchCommits } from '../support/commits.ts'
import { granted, holdRequest, HOUR, newKey, NOON } from './store-contract/bench.ts'

/** Holds and ends of one turn of the event loop go into the file together. */

let folder = ''
let files = 0
let file = ''
let store: SqliteStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-turns-'))
})
beforeEach(async () => {
  file = join(folder, `${(files += 1)}.db`)
  store = new SqliteStore(file)
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000_000, now: NOON })
  await store.createKey(newKey('key_a', 'acct_a', { day: 500_000 }), 20)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `call-${index}`)
const hold = (id: string, amount = 100) => store.hold(holdRequest(id, amount, amount))
const settle = (id: string, costMicros: number, now = NOON + 1): Promise<Settled | undefined> =>
  store.settle({ id, costMicros, promptTokens: 1, completionTokens: 1, status: 'completed', now })
const unavailable = expect.any(StoreUnavailable) as unknown

/** What became of each: its result, or what it was refused with. */
async function outcomes(steps: Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(steps)
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as unknown)))
}

/** The money as the file has it, seen from outside. */
function inFile(): unknown {
  const other = new DatabaseSync(file, { readOnly: true })
  const account = other.prepare('select balance_micros as balance, held_micros as held from accounts').get()
  const calls = other.prepare('select status, count(*) as calls from calls group by 1 order by 1').all()
  other.close()
  return [{ ...account }, calls.map((row) => ({ ...row }))]
}

test('many at once are one commit, and none is answered before it', async () => {
  const commits = watchCommits()
  const held = ids(50).map((id) => hold(id))
  await Promise.resolve()
  expect(inFile()).toEqual([{ balance: 1_000_000, held: 0 }, []])
  expect(await Promise.all(held)).toEqual(ids(50).map(() => granted(100)))
  expect(inFile()).toEqual([{ balance: 1_000_000, held: 5_000 }, [{ status: 'running', calls: 50 }]])
  await Promise.all([...ids(50).map((id) => settle(id, 70)), hold('next')])
  expect(inFile()).toEqual([
    { balance: 996_500, held: 100 },
    [
      { status: 'completed', calls: 50 },
      { status: 'running', calls: 1 },
    ],
  ])
  expect(commits()).toBe(2)
})

test('a thousand at once leave other things their turn in between', async () => {
  const commits = watchCommits()
  const held = Promise.all(ids(1_000).map((id) => hold(id)))
  const seen: number[] = []
  const look = (): void => {
    seen.push(commits())
    if (commits() < 3) setImmediate(look)
  }
  setImmediate(look)
  await held
  expect(commits()).toBe(4)
  expect(new Set(seen)).toEqual(new Set([1, 2, 3]))
})

describe('a commit that fails', () => {
  test('opens none of its holds, and what it would have held is free', async () => {
    let full = true
    watchCommits(() => full)
    expect(await outcomes(ids(3).map((id) => hold(id, 400_000)))).toEqual([
      unavailable,
      unavailable,
      unavailable,
    ])
    expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 1_000_000, heldMicros: 0 })
    expect(await store.probe(holdRequest('call', 1, 900_000))).toEqual(granted(500_000))
    full = false
    expect(await hold('call-0', 400_000)).toEqual(granted(400_000))
    expect(await store.checkBooks()).toEqual([])
  })

  test('charges nobody and leaves every hold as it was; each end lands later, once', async () => {
    await Promise.all(ids(3).map((id) => hold(id)))
    let full = true
    watchCommits(() => full)
    const ends = ids(3).map((id) => settle(id, 70))
    expect(await outcomes([...ends, hold('new')])).toEqual(ids(4).map(() => unavailable))
    expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 1_000_000, heldMicros: 300 })
    // What it would have given back is not there to be spent.
    expect(await store.probe(holdRequest('call', 1, 900_000))).toEqual(granted(499_700))
    full = false
    const landed = await Promise.all(ids(3).flatMap((id) => [settle(id, 70), settle(id, 99)]))
    expect(landed.map((end) => [end?.costMicros, end?.after !== undefined])).toEqual(
      ids(3).flatMap(() => [
        [70, true],
        [70, false],
      ]),
    )
    expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 999_790, heldMicros: 0 })
    expect(await store.checkBooks()).toEqual([])
  })

  test('uses up no free answer', async () => {
    await Promise.all(ids(2).map((id) => hold(id)))
    let full = true
    watchCommits(() => full)
    const empty = (id: string) =>
      store.settle({
        id,
        costMicros: 9,
        promptTokens: 1,
        completionTokens: 0,
        status: 'empty',
        freePerDay: 1,
        now: NOON,
      })
    await outcomes([empty('call-0')])
    full = false
    expect([(await empty('call-0'))?.costMicros, (await empty('call-1'))?.costMicros]).toEqual([0, 9])
  })
})

test('a step that fails for a reason of its own fails alone', async () => {
  await hold('taken')
  await settle('taken', 10)
  const steps = await outcomes([
    hold('call-0'),
    hold('taken'),
    hold('call-1'),
    hold('call-1'),
    settle('call-0', 50),
  ])
  expect(steps).toMatchObject([
    granted(100),
    { message: 'UNIQUE constraint failed: calls.id' },
    granted(100),
    { message: 'a call has this id already' },
    { costMicros: 50 },
  ])
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 999_940, heldMicros: 100 })
  expect(await store.checkBooks()).toEqual([])
})

test('a second end of a call, while the first one waits, gets the outcome of the first', async () => {
  await hold('call')
  const ends = await Promise.all([settle('call', 70), settle('call', 30), store.sweep(NOON + 2 * HOUR)])
  expect(ends).toMatchObject([{ costMicros: 70 }, { costMicros: 70, after: undefined }, 0])
})

test('a call that is opened and ended in one turn is in the history as it ended', async () => {
  expect(await Promise.all([hold('call'), settle('call', 70)])).toMatchObject([
    granted(100),
    { costMicros: 70 },
  ])
  expect(await store.getUsage('acct_a', 'call')).toMatchObject({ status: 'completed', costMicros: 70 })
  expect(await store.checkBooks()).toEqual([])
})

test('a debit, a cap and a revocation that come while steps wait count for those steps', async () => {
  const before = hold('call-0')
  const debit = { accountId: 'acct_a', amountMicros: -999_950, idempotencyKey: undefined, now: NOON }
  expect(await store.addCredit({ ...debit, reason: 'why' })).toMatchObject({ balanceMicros: 50 })
  expect(await before).toMatchObject({ refusal: { kind: 'credit', balanceMicros: 50 } })
  const capped = hold('call-1', 20)
  await store.updateKey('acct_a', 'key_a', { limits: { day: 19 } })
  expect(await capped).toMatchObject({ refusal: { kind: 'window' } })
  const revoked = hold('call-2', 10)
  await store.revokeKey('acct_a', 'key_a', NOON)
  expect(await revoked).toMatchObject({ refusal: { kind: 'key_inactive' } })
})

test('what waits when the store is closed is written first', async () => {
  const held = hold('call')
  await store.close()
  expect(await held).toEqual(granted(100))
  store = new SqliteStore(file)
  expect(await store.getUsage('acct_a', 'call')).toMatchObject({ status: 'running' })
})

test('what the book has read is bounded: past that it forgets, and finds open holds and windows in the file', async () => {
  await hold('open')
  const other = new DatabaseSync(file)
  other.exec('update api_keys set limit_day = 300')
  other.close()
  const free = () => store.probe(holdRequest('call', 1, 900_000))
  expect(await free()).toEqual(granted(499_900))
  // Each looks at four windows that nobody has looked at yet.
  for (let month = 1; month <= 12_600; month += 1) {
    await store.probe(holdRequest('call', 1, 1, { now: NOON + month * 32 * 24 * HOUR }))
  }
  expect(await hold('next')).toEqual(granted(100))
  expect(await free()).toEqual(granted(100))
  expect(await settle('open', 60)).toMatchObject({ costMicros: 60 })
  expect(await free()).toEqual(granted(140))
  expect(await store.checkBooks()).toEqual([])
})
