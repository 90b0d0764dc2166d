import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { StoreUnavailable } from '../../src/domain/ledger/store.ts'
import { TestPostgres } from '../support/postgres.ts'
import { holdRequest, newKey, NOON } from './store-contract/bench.ts'

/** A step of the store whose connection to PostgreSQL is cut within it. */

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await TestPostgres.start()
})
afterAll(() => postgres.stop())

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
