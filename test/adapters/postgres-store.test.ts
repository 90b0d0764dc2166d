import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Connection } from '../../src/adapters/postgres/connection.ts'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { StoreUnavailable } from '../../src/domain/ledger/store.ts'
import { TestPostgres } from '../support/postgres.ts'
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

// Two hundred steps at once wait for four connections: on a busy machine longer than the service itself would let them.
storeContract('PostgreSQL', async () => PostgresStore.open(await postgres.schema(), 4, 30_000))

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

test('a row that another session keeps locked makes a step fail in time, with nothing held', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const store = await PostgresStore.open(`${url}?statement_timeout=1000`, 2)
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
  const opening = PostgresStore.open(`${url}?statement_timeout=500`, 1)
  await seen(client, WAITING)
  vi.advanceTimersByTime(3_600_000)
  await client.query('select pg_sleep(1)')
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
