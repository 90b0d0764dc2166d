import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import type { KeySort } from '../../src/domain/keys/key-sort.ts'
import type { Store } from '../../src/domain/ledger/store.ts'
import { WINDOW_KINDS, windowStart } from '../../src/domain/ledger/spend-windows.ts'
import { DAY_MS, type UsageSumsBy } from '../../src/domain/ledger/usage-sums.ts'
import { TestPostgres } from '../support/postgres.ts'
import { personOf, sessionOf } from './people-contract/bench.ts'
import { VERSION_1 } from './postgres-version-1.ts'
import { VERSION_1 as FILE_VERSION_1 } from './sqlite-version-1.ts'
import { VERSION_2 } from './sqlite-version-2.ts'
import { hashOf, newKey, NOON } from './store-contract/bench.ts'

/** What the version before left behind comes forward with its books in order. */

const TODAY = windowStart('day', NOON)

let folder = ''
let postgres: TestPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-versions-'))
  postgres = await TestPostgres.start()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

test('a file of the second version gets a journal that explains its balance, and keeps its idempotency keys', async () => {
  const file = join(folder, 'second.db')
  const old = new DatabaseSync(file)
  old.exec(VERSION_2)
  old.exec(`
    insert into accounts values ('acct_a', 'A', 900, 200, ${NOON}, 900), ('acct_b', 'B', 0, 0, ${NOON}, 0);
    insert into credits values ('acct_a', 'once', 300, ${NOON + 1});
    insert into api_keys values ('key_a', 'acct_a', 'K', x'00', 'last', null, null, null, null, ${NOON}, null, null);
    insert into calls values ('done', 'acct_a', 'key_a', 'svc-fast', 'dora', 'completed', 100, 100, 1, 1, ${NOON}, ${NOON}, ${NOON + 2});
    insert into calls values ('both', 'acct_a', 'key_a', 'svc-fast', 'dora gdpr', 'empty', 0, 0, 3, 0, ${NOON + DAY_MS}, ${NOON}, ${NOON + DAY_MS + 1});
    insert into calls values ('open', 'acct_a', 'key_a', 'svc-fast', '', 'running', 200, 0, 0, 0, ${NOON}, ${NOON + 10}, null);
  `)
  for (const kind of WINDOW_KINDS) {
    old.exec(`insert into windows values ('key_a', '${kind}', ${windowStart(kind, NOON)}, 100, 200)`)
  }
  old.close()
  const store = new SqliteStore(file)
  expect(await store.listJournal({ accountId: 'acct_a', limit: 9 })).toMatchObject([
    { kind: 'charge', amountMicros: -100, callId: 'done', at: NOON + 2 },
    { kind: 'grant', amountMicros: 300, reason: null, at: NOON + 1 },
    { kind: 'grant', amountMicros: 700, reason: 'opening', at: NOON },
  ])
  expect(await store.listJournal({ accountId: 'acct_b', limit: 9 })).toEqual([])
  expect(await store.checkBooks()).toEqual([])
  const again = { accountId: 'acct_a', amountMicros: 300, idempotencyKey: 'once', now: NOON }
  expect(await store.addCredit(again)).toMatchObject({ balanceMicros: 900 })
  const sums = (by: UsageSumsBy) =>
    store.usageSums({ accountId: 'acct_a', from: TODAY, to: TODAY + 2 * DAY_MS, by })
  const [done, both] = [
    { day: TODAY, calls: 1, promptTokens: 1, completionTokens: 1, costMicros: 100 },
    { day: TODAY + DAY_MS, calls: 1, promptTokens: 3, completionTokens: 0, costMicros: 0 },
  ]
  expect(await sums('status')).toEqual([
    { ...done, value: 'completed' },
    { ...both, value: 'empty' },
  ])
  expect(await sums('framework')).toEqual([
    { ...done, value: 'dora' },
    { ...both, value: 'dora' },
    { ...both, value: 'gdpr' },
  ])
  await store.sweep(NOON + 10)
  expect(await sums('framework')).toContainEqual(expect.objectContaining({ day: TODAY, value: '', calls: 1 }))
  const late = { id: 'open', costMicros: 50, promptTokens: 1, completionTokens: 1 }
  expect(await store.settle({ ...late, status: 'completed', now: NOON + 11 })).toMatchObject({
    costMicros: 50,
  })
  expect(await store.checkBooks()).toEqual([])
  await store.close()
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

  const day = { accountId: 'acct_a', from: TODAY, to: TODAY + DAY_MS }
  expect(await store.usageSums({ ...day, by: 'framework' })).toEqual([
    { day: TODAY, value: 'dora', calls: 1, promptTokens: 1, completionTokens: 1, costMicros: 100 },
  ])
  expect((await oldHold('theirs', 50)).rows).toMatchObject([{ amount: '50' }])
  expect((await oldSettle('theirs', 20, NOON + 3)).rows).toMatchObject([{ cost: '20', ended_now: true }])
  expect((await oldAccount()).rows).toMatchObject([{ balance_micros: '880', held_micros: '200' }])
  expect((await oldCall()).rows).toMatchObject([{ cost_micros: '100' }])
  await store.sweep(NOON + 10)
  expect((await oldSettle('open', 70, NOON + 20)).rows).toMatchObject([{ cost: '70', ended_now: true }])
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 810, heldMicros: 0 })
  // What an instance of that version ends is counted like the rest.
  expect(await store.usageSums({ ...day, by: 'status' })).toMatchObject([
    { value: 'completed', calls: 3, costMicros: 190 },
  ])
  await store.suspendAccount('acct_a', NOON)
  expect((await oldHold('refused', 1)).rows).toMatchObject([{ amount: null, balance: null }])
  await store.suspendAccount('acct_a', null)
  await store.updateKey('acct_a', 'key_a', { expiresAt: NOON, now: NOON - 1 })
  expect((await oldHold('refused', 1)).rows).toMatchObject([{ amount: null, balance: null }])
  expect(await store.checkBooks()).toEqual([])
  await store.close()
  await old.end()
})

/** What becomes of an account that was there before people were: it has an owner now, who is signed in. */
async function signedInOwner(store: Store): Promise<unknown> {
  const { person } = await store.people.createPerson(personOf('ann', { accountId: 'acct_a' }))
  await store.people.createSession({ ...sessionOf('ses_a', person.id), tokenHash: hashOf('token') })
  const account = await store.getAccount('acct_a')
  return { account, ...(await store.people.findSession(hashOf('token'), NOON)) }
}
const OWNER = {
  account: { id: 'acct_a', balanceMicros: 900 },
  person: personOf('ann', { accountId: 'acct_a' }),
  session: sessionOf('ses_a', 'per_ann'),
}

test.each([
  ['first', FILE_VERSION_1, ''],
  ['second', VERSION_2, ', 900'],
])('a file of the %s version gets people beside its accounts', async (name, tables, funded) => {
  const file = join(folder, `people-${name}.db`)
  const old = new DatabaseSync(file)
  old.exec(tables)
  old.exec(`insert into accounts values ('acct_a', 'A', 900, 0, ${NOON}${funded})`)
  old.close()
  const store = new SqliteStore(file)
  expect(await signedInOwner(store)).toMatchObject(OWNER)
  await store.close()
})

test('a database of the first version gets people beside its accounts', async () => {
  const url = await postgres.database()
  const old = await postgres.connect(url)
  await old.query(VERSION_1)
  await old.query(`insert into accounts values ('acct_a', 'A', 900, 0, 900, ${NOON})`)
  await old.end()
  const store = await PostgresStore.open(url, 2)
  expect(await signedInOwner(store)).toMatchObject(OWNER)
  await store.close()
})

/** What becomes of a key that was there before tokens were: it is a key still, and a token stands beside it. */
async function sortsOf(store: Store): Promise<unknown> {
  await store.createKey({ ...newKey('tok_a'), scopes: ['ask'] }, 1)
  const list = (sort: KeySort) => store.listKeys({ accountId: 'acct_a', sort, limit: 9 })
  return { keys: await list('key'), tokens: await list('token') }
}
const SORTS = { keys: [{ id: 'key_a', scopes: null }], tokens: [{ id: 'tok_a', scopes: ['ask'] }] }

test.each([
  ['first', FILE_VERSION_1, ''],
  ['second', VERSION_2, ', 900'],
])(
  'the keys of a file of the %s version stay keys, and get tokens beside them',
  async (name, tables, funded) => {
    const file = join(folder, `tokens-${name}.db`)
    const old = new DatabaseSync(file)
    old.exec(tables)
    old.exec(`
    insert into accounts values ('acct_a', 'A', 900, 0, ${NOON}${funded});
    insert into api_keys values ('key_a', 'acct_a', 'K', x'00', 'last', null, null, null, null, ${NOON}, null, null);
  `)
    old.close()
    const store = new SqliteStore(file)
    expect(await sortsOf(store)).toMatchObject(SORTS)
    await store.close()
  },
)

test('the keys of a database of the first version stay keys, and what an older instance makes is a key too', async () => {
  const url = await postgres.database()
  const old = await postgres.connect(url)
  const makeKey = (id: string) =>
    old.query(`insert into api_keys (id, account_id, name, secret_hash, last_four, created_at)
      values ('${id}', 'acct_a', 'K', '${id}', 'last', ${NOON})`)
  await old.query(VERSION_1)
  await old.query(`insert into accounts values ('acct_a', 'A', 900, 0, 900, ${NOON})`)
  await makeKey('key_a')
  const store = await PostgresStore.open(url, 2)
  expect(await sortsOf(store)).toMatchObject(SORTS)
  await makeKey('key_b')
  expect(await sortsOf(store)).toMatchObject({
    ...SORTS,
    keys: [{ id: 'key_a' }, { id: 'key_b', scopes: null }],
  })
  await old.end()
  await store.close()
})
