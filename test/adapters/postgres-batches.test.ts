import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STEPS_MOST } from '../../src/adapters/postgres/lane.ts'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { WINDOW_KINDS, windowStart } from '../../src/domain/ledger/spend-windows.ts'
import { StoreUnavailable, type SettleRequest } from '../../src/domain/ledger/store.ts'
import { TestPostgres } from '../support/postgres.ts'
import { granted, holdRequest, HOUR, newKey, NOON } from './store-contract/bench.ts'

/** Holds and settlements that wait at the same time, and what they have to do with each other. */

let postgres: TestPostgres
let url: string
let client: Client
let store: PostgresStore
beforeAll(async () => {
  postgres = await TestPostgres.start()
})
beforeEach(async () => {
  url = await postgres.database()
  client = await postgres.connect(url)
  store = await PostgresStore.open(url, 3, 30_000)
  for (const name of ['a', 'b']) {
    await store.createAccount({ id: `acct_${name}`, name, creditMicros: 1_000, now: NOON })
    await store.createKey(newKey(`key_${name}`, `acct_${name}`), 20)
  }
})
afterEach(async () => {
  const wrong = await store.checkBooks()
  await store.close()
  await client.end()
  if (wrong.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(wrong)}`)
})
afterAll(() => postgres.stop())

const hold = (id: string, floor: number, ceiling = floor, more = {}) =>
  store.hold(holdRequest(id, floor, ceiling, more))
const OF_B = { accountId: 'acct_b', keyId: 'key_b' }

const end = (id: string, costMicros: number, more: Partial<SettleRequest> = {}): SettleRequest => {
  const tokens = { promptTokens: 1, completionTokens: 1 }
  return { id, costMicros, ...tokens, status: 'completed', now: NOON, ...more }
}
const settle = (id: string, costMicros: number, more: Partial<SettleRequest> = {}) =>
  store.settle(end(id, costMicros, more))

const refused = { kind: 'refused' }

/** How many calls each transaction wrote last. */
async function written(): Promise<number[]> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from calls group by xmin order by min(seq)',
  )
  return rows.map(({ count }) => count)
}

/** Sessions of the service that wait for a lock, once there are so many. */
async function waiting(count: number): Promise<void> {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'svc'
    and wait_event_type = 'Lock' having count(*) = $1`
  while ((await client.query(sql, [count])).rows.length === 0);
}

test('what waits together is one transaction, and each step has its own outcome', async () => {
  await store.createKey(newKey('key_gone', 'acct_a'), 20)
  await store.revokeKey('acct_a', 'key_gone', NOON)
  for (const id of ['open', 'done', 'swept']) await hold(id, 100, 100, { expiresAt: NOON + 1 })
  await settle('open', 7)
  await settle('done', 40)
  await hold('other', 100, 100, { ...OF_B, expiresAt: NOON + HOUR })
  await store.sweep(NOON + 1)
  const outcomes = await Promise.all([
    hold('one', 500),
    hold('too much', 1_000),
    hold('revoked', 1, 1, { keyId: 'key_gone' }),
    settle('other', 30),
    hold('of b', 900, 990, OF_B),
    settle('unknown', 10),
    settle('done', 99),
    settle('swept', 60),
  ])
  expect(outcomes).toMatchObject([
    granted(500),
    { refusal: { kind: 'credit', balanceMicros: 893, heldMicros: 500, transient: false } },
    { refusal: { kind: 'key_inactive' } },
    { costMicros: 30, after: { account: { id: 'acct_b', balanceMicros: 970 } } },
    granted(970),
    undefined,
    { costMicros: 40, after: undefined },
    { costMicros: 60, late: { uncollectedMicros: 0 }, after: { account: { balanceMicros: 893 } } },
  ])
  const { rows } = await client.query(
    "select count(distinct xmin::text)::int as transactions from calls where id in ('one', 'other', 'of b', 'swept')",
  )
  expect(rows).toEqual([{ transactions: 1 }])
})

describe('where not all get what they ask', () => {
  test('of two that together exceed the credit the first is granted', async () => {
    const both = await Promise.all([hold('first', 600), hold('second', 500)])
    expect(both).toMatchObject([
      granted(600),
      { refusal: { kind: 'credit', heldMicros: 600, transient: true } },
    ])
  })

  test('of two that together exceed a cap the first is granted, and the second what it leaves', async () => {
    await store.updateKey('acct_a', 'key_a', { limits: { day: 700 } })
    const outcomes = await Promise.all([hold('first', 600), hold('second', 50, 200), hold('third', 1)])
    expect(outcomes).toMatchObject([granted(600), granted(100), { refusal: { kind: 'window' } }])
  })

  test('a smaller one behind the one that is refused is granted, and so are those of others', async () => {
    const outcomes = await Promise.all([
      hold('big', 1_001),
      hold('small', 1_000),
      hold('of b', 1_000, 1_000, OF_B),
    ])
    expect(outcomes).toMatchObject([refused, granted(1_000), granted(1_000)])
  })

  test('what a settlement frees, a hold of the same key beside it may take', async () => {
    await hold('running', 1_000)
    expect(await Promise.all([hold('next', 960), settle('running', 40)])).toMatchObject([
      granted(960),
      { costMicros: 40, after: { account: { balanceMicros: 960 } } },
    ])
    expect(await written()).toEqual([2])
  })
})

test('each settlement is told what it left behind, as if they had come one after the other', async () => {
  for (const id of ['one', 'two', 'three']) await hold(id, 100)
  await hold('of b', 100, 100, OF_B)
  const settled = await Promise.all([
    settle('two', 10),
    settle('of b', 5),
    settle('one', 100),
    settle('three', 1),
  ])
  const told = settled.map((one) => [
    one?.after?.account.balanceMicros,
    ...(one?.after?.spends ?? []).map(({ spentMicros, heldMicros }) => [spentMicros, heldMicros]),
  ])
  const windows = (spent: number, held: number) => WINDOW_KINDS.map(() => [spent, held])
  expect(told).toEqual([
    [990, ...windows(10, 200)],
    [995, ...windows(5, 0)],
    [890, ...windows(110, 100)],
    [889, ...windows(111, 0)],
  ])
})

test('a settlement that comes twice at once charges once', async () => {
  await hold('call', 100)
  const settled = await Promise.all([settle('call', 10), settle('call', 20), settle('call', 30)])
  expect(settled.map((one) => [one?.costMicros, one?.after !== undefined])).toEqual([
    [10, true],
    [10, false],
    [10, false],
  ])
})

test('holds on both sides of an hour count in their own', async () => {
  await store.updateKey('acct_a', 'key_a', { limits: { hour: 100 } })
  const [before, after] = [NOON + HOUR - 1, NOON + HOUR]
  const outcomes = await Promise.all([
    hold('one', 100, 100, { now: before }),
    hold('two', 100, 100, { now: after }),
    hold('three', 1, 1, { now: before }),
  ])
  expect(outcomes).toMatchObject([granted(100), granted(100), refused])
})

test('a batch has a bound; what is more waits for the next', async () => {
  const holds = Array.from({ length: STEPS_MOST * 2 + 10 }, (_, index) => hold(`call-${index}`, 1))
  expect((await Promise.all(holds)).every(({ kind }) => kind === 'held')).toBe(true)
  expect(await written()).toEqual([STEPS_MOST, STEPS_MOST, 10])
})

test('a step that the database does not take fails alone', async () => {
  await hold('taken', 100)
  const outcomes = await Promise.allSettled([
    hold('one', 100),
    hold('taken', 100),
    settle('taken', 10),
    hold('two', 100),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(outcomes[1]).not.toMatchObject({ reason: { constructor: StoreUnavailable } })
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 990, heldMicros: 200 })
})

test('a connection that is cut in the middle of a batch fails all of it, and none of it happened', async () => {
  await hold('open', 100)
  await client.query("begin; select id from accounts where id = 'acct_b' for update")
  const steps = () => Promise.allSettled([hold('one', 100), settle('open', 10), hold('of b', 100, 100, OF_B)])
  const lost = steps()
  await waiting(1)
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'")
  await client.query('rollback')
  const reason = expect.objectContaining({ constructor: StoreUnavailable, reason: '57P01' }) as unknown
  expect(await lost).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason })))
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 1_000, heldMicros: 100 })
  expect((await steps()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 990, heldMicros: 100 })
})

test('an account that an outsider keeps locked delays its own steps alone, on one connection', async () => {
  await hold('open', 100)
  await client.query("begin; select id from accounts where id = 'acct_a' for update")
  const ofA = Array.from({ length: 20 }, (_, index) => hold(`a-${index}`, 1))
  const ofB = Array.from({ length: 20 }, (_, index) => hold(`b-${index}`, 1, 1, OF_B))
  expect(await Promise.all(ofB)).toEqual(ofB.map(() => granted(1)))
  const ends = [settle('open', 10), ...Array.from({ length: 20 }, (_, index) => hold(`later-${index}`, 1))]
  for (let round = 0; round < 20; round += 1) {
    await settle(`b-${round}`, 1)
    await hold(`c-${round}`, 1, 1, OF_B)
  }
  await waiting(1)
  expect(await client.query("select 1 from calls where id like 'a-%' or id like 'later-%'")).toMatchObject({
    rows: [],
  })
  await client.query('commit')
  expect(await Promise.all(ofA)).toEqual(ofA.map(() => granted(1)))
  expect((await Promise.all(ends)).length).toBe(21)
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 990, heldMicros: 40 })
})

test('two instances and one of the version before meet at a cap: it is filled, and never passed', async () => {
  await store.addCredit({ accountId: 'acct_a', amountMicros: 100_000, idempotencyKey: 'more', now: NOON })
  await store.createKey(newKey('key_c', 'acct_a'), 20)
  for (const id of ['key_a', 'key_c']) await store.updateKey('acct_a', id, { limits: { day: 777 } })
  const other = await PostgresStore.open(url, 3, 30_000)
  const old = await postgres.connect(url)
  const starts = WINDOW_KINDS.map((kind) => windowStart(kind, NOON))
  let granted = 0

  const call = async (through: PostgresStore, id: string, keyId: string): Promise<void> => {
    const outcome = await through.hold(holdRequest(id, 10, 10, { keyId }))
    if (outcome.kind !== 'held') return
    granted += 1
    await through.settle(end(id, 10))
  }
  const oldCalls = async (): Promise<void> => {
    for (let index = 0; index < 60; index += 1) {
      const id = `old-${index}`
      const key = index % 2 === 0 ? 'key_a' : 'key_c'
      const values = [id, 'acct_a', key, 'm', '', 10, 10, NOON, NOON + HOUR, starts, true]
      const held = await old.query<{ amount: string | null }>(
        'select amount from svc_hold($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
        values,
      )
      if (held.rows[0]?.amount == null) continue
      granted += 1
      await old.query("select cost from svc_end($1, 10, 1, 1, 'completed', $2, 0, null, 0)", [id, NOON])
    }
  }
  const callers = [store, other].flatMap((through, instance) =>
    Array.from({ length: 100 }, (_, index) =>
      call(through, `${instance}-${index}`, index % 2 === 0 ? 'key_a' : 'key_c'),
    ),
  )
  await Promise.all([oldCalls(), ...callers])
  for (const key of ['key_a', 'key_c']) {
    const day = (await store.windowSpends(key, NOON)).find(({ window }) => window === 'day')
    expect(day).toMatchObject({ spentMicros: 770, heldMicros: 0 })
  }
  expect(granted).toBe(154)
  await other.close()
  await old.end()
})

test('what a batch reads of the windows does not grow with other keys, nor with its own past', async () => {
  const one = await PostgresStore.open(url, 1)
  const plans = async (from: number): Promise<void> => {
    for (let round = from; round < from + 8; round += 1) {
      const ids = ['x', 'y'].map((name) => `${name}-${round}`)
      await Promise.all(ids.map((id) => one.hold(holdRequest(id, 1, 1))))
      await Promise.all(ids.map((id) => one.settle(end(id, 1))))
    }
  }
  // The plans are made while there is next to nothing to read.
  await plans(0)
  await client.query(`
    insert into api_keys (id, account_id, name, secret_hash, last_four, created_at)
      select 'many-' || i, 'acct_b', '', int4send(i), '', 0 from generate_series(1, 1000) as i;
    insert into windows (key_id, kind, start)
      select 'many-' || i, s.kind, s.start from generate_series(1, 1000) as i, (select kind, start from windows where key_id = 'key_a') as s;
    insert into windows (key_id, kind, start)
      select 'key_a', 'hour', i from generate_series(1, 1000) as i`)
  const sessions = async (): Promise<{ pid: number }[]> => {
    const sql =
      "select pid from pg_stat_activity where datname = current_database() and query like '%svc_steps%' and pid <> pg_backend_pid()"
    return (await client.query<{ pid: number }>(`${sql} order by query_start desc`)).rows
  }
  const read = async (): Promise<number> => {
    const { rows } = await client.query<{ read: number }>(
      "select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'windows'",
    )
    return rows[0]?.read ?? NaN
  }
  const before = await read()
  await plans(8)
  // A session tells what it read before it is gone.
  const [{ pid } = { pid: 0 }] = await sessions()
  await one.close()
  while ((await sessions()).some((session) => session.pid === pid));
  const more = (await read()) - before
  expect(more).toBeGreaterThan(100)
  expect(more).toBeLessThan(1_000)
})
