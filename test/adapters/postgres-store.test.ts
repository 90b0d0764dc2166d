import { afterAll, beforeAll, expect, test } from 'vitest'
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
