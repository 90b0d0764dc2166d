import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { windowStart } from '../../src/domain/ledger/spend-windows.ts'
import { TestPostgres } from '../support/postgres.ts'
import { holdRequest, newKey, NOON } from './store-contract/bench.ts'

/** Books that somebody wrote into behind the service's back. */

const DAY = windowStart('day', NOON)

let folder = ''
let postgres: TestPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-wrong-books-'))
  postgres = await TestPostgres.start()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

test('books that were tampered with are found in a file, figure by figure', async () => {
  const file = join(folder, 'wrong.db')
  const store = new SqliteStore(file)
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
  await store.createKey(newKey('key_a'), 20)
  await store.hold(holdRequest('open', 300, 300))
  await store.hold(holdRequest('done', 10, 10))
  const done = { id: 'done', costMicros: 10, promptTokens: 1, completionTokens: 1 }
  await store.settle({ ...done, status: 'completed', now: NOON })
  const other = new DatabaseSync(file)
  const wrong = async (sql: string): Promise<unknown> => {
    other.exec(`begin; ${sql}; commit`)
    const found = await store.checkBooks()
    return found.map(({ figure, window, keptMicros, countedMicros }) => [
      figure,
      window?.kind,
      keptMicros,
      countedMicros,
    ])
  }
  expect(await wrong('update accounts set balance_micros = 991')).toEqual([['balance', undefined, 991, 990]])
  expect(await wrong('update accounts set balance_micros = 990, held_micros = 299')).toEqual([
    ['held', undefined, 299, 300],
  ])
  expect(
    await wrong(
      "update accounts set held_micros = 300; update windows set spent_micros = 9, held_micros = 0 where kind = 'month'",
    ),
  ).toEqual([
    ['spent', 'month', 9, 10],
    ['held', 'month', 0, 300],
  ])
  other.exec("update windows set spent_micros = 10, held_micros = 300 where kind = 'month'")
  expect(await wrong('update usage_days set cost_micros = 9')).toEqual([['usage', 'day', 9, 10]])
  expect(await wrong('update usage_days set cost_micros = 11')).toEqual([['usage', 'day', 11, 10]])
  // Where calls of the day may have been carried over, the sums may say more than those that are left, and never less.
  other.exec(
    `insert into journal (account_id, kind, amount_micros, at) values ('acct_a', 'carried', 0, ${NOON})`,
  )
  expect(await wrong('update usage_days set cost_micros = 11')).toEqual([])
  expect(await wrong('update usage_days set cost_micros = 9')).toEqual([['usage', 'day', 9, 10]])
  expect(() => other.exec('delete from journal')).toThrow('only added to')
  expect(() => other.exec('update journal set amount_micros = 1')).toThrow('only added to')
  other.close()
  await store.close()
})

test('books that were tampered with are found in a database, and its journal cannot be', async () => {
  const url = await postgres.database()
  const client = await postgres.connect(url)
  const store = await PostgresStore.open(url, 2)
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
  await store.createKey(newKey('key_a'), 20)
  await store.hold(holdRequest('open', 300, 300))
  await client.query('update accounts set balance_micros = 999, held_micros = 299')
  await client.query("update windows set spent_micros = 1, held_micros = 2 where kind = 'week'")
  await client.query(
    `insert into usage_days values ('acct_a', ${DAY}, 'key_a', 'svc-fast', 'completed', 1, 1, 1, 5)`,
  )
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
    ['usage', 'day', 5, 0],
  ])
  await expect(client.query('delete from journal')).rejects.toThrow('only added to')
  await expect(client.query('update journal set amount_micros = 1')).rejects.toThrow('only added to')
  await store.close()
  await client.end()
})
