import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Connection } from '../../src/adapters/postgres/connection.ts'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { StoreUnavailable } from '../../src/domain/ledger/store.ts'
import { WINDOW_KINDS, windowStart } from '../../src/domain/ledger/spend-windows.ts'
import { TestPostgres } from '../support/postgres.ts'
import { VERSION_1 } from './postgres-version-1.ts'
import { storeContract } from './store-contract.ts'
import { granted, holdRequest, newKey, NOON } from './store-contract/bench.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await TestPostgres.start()
})
afterAll(() => postgres.stop())
afterEach(() => {
  vi.useRealTimers()
})

/** What another session says of the service's own ones until it says something. */
async function seen(client: Client, sql: string): Promise<void> {
  while ((await client.query(sql)).rows.length === 0);
}

const CUT = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc'"
const WAITING = "select 1 from pg_stat_activity where application_name = 'svc' and wait_event_type = 'Lock'"

storeContract('PostgreSQL', async () => PostgresStore.open(await postgres.database(), 4))

test('instances that start at once on an empty database find one set of tables, and share what they hold', async () => {
  const url = await postgres.database()
  const stores = await Promise.all(Array.from({ length: 6 }, () => PostgresStore.open(url, 2)))
  const [one, other] = stores
  if (!one || !other) throw new Error('there are six')
  await one.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
  await one.createKey(newKey('key_a'), 20)
  expect(await other.hold(holdRequest('call', 600, 600))).toEqual(granted(600))
  expect(await one.hold(holdRequest('next', 600, 600))).toMatchObject({ kind: 'refused' })
  await Promise.all(stores.map((store) => store.close()))
})

test('a database of a newer version is refused and left as it is', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  await client.query('create table svc_schema (version integer not null)')
  await client.query('insert into svc_schema values (99)')
  await expect(PostgresStore.open(url, 1)).rejects.toThrow(/schema version 99\b.*\bknows \d+\b/)
  const tables = await client.query(
    "select table_name from information_schema.tables where table_schema = 'public'",
  )
  expect(tables.rows).toEqual([{ table_name: 'svc_schema' }])
  await client.end()
})

test.each([
  ['nobody listens', '127.0.0.1:1', /ECONNREFUSED/],
  ['the host has no address', 'nowhere.invalid', /ENOTFOUND|EAI_AGAIN/],
])('where %s the store is out of reach', async (_why, host, reason) => {
  const failure = await PostgresStore.open(`postgres://u:p@${host}/d`, 1).catch((cause: unknown) => cause)
  expect(failure).toBeInstanceOf(StoreUnavailable)
  expect((failure as StoreUnavailable).reason).toMatch(reason)
})

test.each([
  ['a hold', (store: PostgresStore) => store.hold(holdRequest('call', 10, 10))],
  [
    'a settlement',
    (store: PostgresStore) => {
      const end = { id: 'open', costMicros: 5, promptTokens: 1, completionTokens: 1, now: NOON }
      return store.settle({ ...end, status: 'completed' })
    },
  ],
  [
    'a top-up',
    (store: PostgresStore) =>
      store.addCredit({ accountId: 'acct_a', amountMicros: 5, idempotencyKey: 'once', now: NOON }),
  ],
])('%s whose connection is cut in the middle did not happen, and can be made again', async (_what, step) => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const store = await PostgresStore.open(url, 2)
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
  await store.createKey(newKey('key_a'), 20)
  await store.hold(holdRequest('open', 10, 10))
  const before = [await store.getAccount('acct_a'), await store.windowSpends('key_a', NOON)]

  // Within the step: it has begun, and waits for the account.
  await client.query("begin; select id from accounts where id = 'acct_a' for update")
  const lost = step(store).catch((cause: unknown) => cause)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'svc' and wait_event_type = 'Lock'`
  while ((await client.query(cut)).rowCount === 0);
  await client.query('rollback')
  expect(await lost).toMatchObject({ constructor: StoreUnavailable, reason: '57P01' })

  expect([await store.getAccount('acct_a'), await store.windowSpends('key_a', NOON)]).toEqual(before)
  expect(await store.checkBooks()).toEqual([])
  await step(store)
  expect(await store.getAccount('acct_a')).not.toEqual(before[0])
  expect(await store.checkBooks()).toEqual([])
  await store.close()
  await client.end()
})

test('a database of the first version comes forward, and an instance of that version goes on beside the new one', async () => {
  const url = await postgres.database()
  const old = await postgres.connect(url)
  await old.query(VERSION_1)
  await old.query(`
    insert into accounts values ('acct_a', 'A', 1000, 0, 1000, ${NOON});
    insert into credits values ('acct_a', 'once', 300, ${NOON + 1});
    insert into api_keys (id, account_id, name, secret_hash, last_four, created_at)
      values ('key_a', 'acct_a', 'K', '\\x00', 'last', ${NOON})`)
  const ask = (name: string, text: string, values: unknown[]) => old.query({ name, text, values })
  const starts = WINDOW_KINDS.map((kind) => windowStart(kind, NOON))
  const oldHold = (id: string, amount: number) =>
    ask('hold', 'select * from svc_hold($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
      id,
      'acct_a',
      'key_a',
      'svc-fast',
      'dora',
      amount,
      amount,
      NOON,
      NOON + 10,
      starts,
      true,
    ])
  const oldSettle = (id: string, cost: number, now: number) =>
    ask('settle', 'select * from svc_settle($1, $2, $3, $4, $5, $6)', [id, cost, 1, 1, 'completed', now])
  const oldAccount = () => ask('account', 'select * from accounts where id = $1', ['acct_a'])
  const oldCall = () => ask('call', 'select * from calls where id = $1', ['done'])
  await oldHold('done', 100)
  await oldSettle('done', 100, NOON + 2)
  await oldHold('open', 200)
  await oldAccount()
  await oldCall()

  const store = await PostgresStore.open(url, 2)
  expect(await store.listJournal({ accountId: 'acct_a', limit: 9 })).toMatchObject([
    { kind: 'charge', amountMicros: -100, callId: 'done', at: NOON + 2 },
    { kind: 'grant', amountMicros: 300, reason: null, at: NOON + 1 },
    { kind: 'grant', amountMicros: 700, reason: 'opening', at: NOON },
  ])
  expect(await store.checkBooks()).toEqual([])
  const again = { accountId: 'acct_a', amountMicros: 300, idempotencyKey: 'once', now: NOON }
  expect(await store.addCredit(again)).toMatchObject({ balanceMicros: 900, heldMicros: 200 })

  expect((await oldHold('theirs', 50)).rows).toMatchObject([{ amount: '50' }])
  expect((await oldSettle('theirs', 20, NOON + 3)).rows).toMatchObject([{ cost: '20', ended_now: true }])
  expect((await oldAccount()).rows).toMatchObject([{ balance_micros: '880', held_micros: '200' }])
  expect((await oldCall()).rows).toMatchObject([{ cost_micros: '100' }])
  await store.sweep(NOON + 10)
  expect((await oldSettle('open', 70, NOON + 20)).rows).toMatchObject([{ cost: '70', ended_now: true }])
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 810, heldMicros: 0 })
  expect(await store.checkBooks()).toEqual([])
  await store.close()
  await old.end()
})

test('books that were tampered with are found, and the journal cannot be', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const store = await PostgresStore.open(url, 2)
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
  await store.createKey(newKey('key_a'), 20)
  await store.hold(holdRequest('open', 300, 300))
  await client.query('update accounts set balance_micros = 999, held_micros = 299')
  await client.query("update windows set spent_micros = 1, held_micros = 2 where kind = 'week'")
  expect(
    (await store.checkBooks()).map((one) => [
      one.figure,
      one.window?.kind,
      one.keptMicros,
      one.countedMicros,
    ]),
  ).toEqual([
    ['balance', undefined, 999, 1_000],
    ['held', undefined, 299, 300],
    ['spent', 'week', 1, 0],
    ['held', 'week', 2, 300],
  ])
  await expect(client.query('delete from journal')).rejects.toThrow('only added to')
  await expect(client.query('update journal set amount_micros = 1')).rejects.toThrow('only added to')
  await store.close()
  await client.end()
})

test('a row that another session keeps locked makes a step fail in time, with nothing held', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const store = await PostgresStore.open(`${url}?statement_timeout=100`, 2)
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
  await store.createKey(newKey('key_a'), 20)
  await client.query('begin')
  await client.query("select * from accounts where id = 'acct_a' for update")
  await expect(store.hold(holdRequest('call', 10, 10))).rejects.toBeInstanceOf(StoreUnavailable)
  await client.query('rollback')
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 1_000, heldMicros: 0 })
  expect(await store.hold(holdRequest('call', 10, 10))).toEqual(granted(10))
  await store.close()
  await client.end()
})

test('a connection lost in mid-transaction is an outage of that step alone, again and again', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const connection = new Connection(url, 1)
  const warned: Error[] = []
  const warn = (warning: Error): void => void warned.push(warning)
  process.on('warning', warn)
  const cutIdle = () => client.query(CUT)
  const cutBusy = async (): Promise<void> => {
    await seen(client, "select 1 from pg_stat_activity where wait_event = 'PgSleep'")
    await client.query(CUT)
  }
  for (let round = 0; round < 24; round += 1) {
    const lost = connection.transaction(async (session) => {
      await session.all('select 1')
      if (round % 2 === 0) await cutIdle()
      else await Promise.all([session.all('select pg_sleep(60)'), cutBusy()])
      // The news of the loss comes when it comes; until then the connection still takes statements.
      for (;;) await session.all('select 1')
    })
    await expect(lost).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await connection.transaction((session) => session.all('select 1 as one'))).toEqual([{ one: 1 }])
  }
  for (let round = 0; round < 24; round += 1) await connection.transaction(async () => undefined)
  process.off('warning', warn)
  expect(warned).toEqual([])
  await connection.close()
  await client.end()
})

test('tables are brought forward without the time limits of a step', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const other = await postgres.connect(url)
  await other.query('begin; create table svc_schema (version integer not null)')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = PostgresStore.open(`${url}?statement_timeout=100`, 1)
  await seen(client, WAITING)
  vi.advanceTimersByTime(3_600_000)
  await client.query('select pg_sleep(0.3)')
  await other.query('rollback')
  const store = await opening
  expect(await store.listAccounts({ limit: 1 })).toEqual([])
  await store.close()
  await other.end()
  await client.end()
})

test('a database that may only be read refuses the write that stands for all others', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const store = await PostgresStore.open(url, 1)
  const database = new URL(url).pathname.slice(1)
  const restarted = async (setting: string): Promise<unknown> => {
    await client.query(`alter database ${database} ${setting}`)
    await client.query(CUT)
    // What is left of the sessions before may fail once.
    await store.tryWrite(NOON).catch(() => undefined)
    return store.tryWrite(NOON).catch((cause: unknown) => cause)
  }
  await store.tryWrite(NOON)
  const refused = await restarted('set default_transaction_read_only = on')
  expect(refused).toBeInstanceOf(StoreUnavailable)
  expect((refused as StoreUnavailable).reason).toBe('25006')
  expect(await store.listAccounts({ limit: 1 })).toEqual([])
  expect(await restarted('reset default_transaction_read_only')).toBeUndefined()
  await store.close()
  await client.end()
})

test('upkeep and readiness do not wait for calls, nor calls for them', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const other = await postgres.connect(url)
  const store = await PostgresStore.open(url, 1)
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
  await store.createKey(newKey('key_a'), 20)
  await store.tryWrite(NOON)

  await other.query("begin; select * from accounts where id = 'acct_a' for update")
  const waiting = store.hold(holdRequest('call', 10, 10))
  await seen(client, WAITING)
  await Promise.all([store.tryWrite(NOON), store.sweep(NOON), store.revokedAmong(['key_a'])])
  await other.query('commit')
  expect(await waiting).toEqual(granted(10))

  await other.query('begin; select * from readiness for update')
  const tries = [store.tryWrite(NOON), store.tryWrite(NOON)]
  await seen(client, `${WAITING} group by application_name having count(*) = 2`)
  expect(await store.hold(holdRequest('next', 10, 10))).toEqual(granted(10))
  await other.query('commit')
  await Promise.all(tries)

  await store.close()
  await other.end()
  await client.end()
})
