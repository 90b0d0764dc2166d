import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { windowStart } from '../../src/domain/ledger/spend-windows.ts'
import type { Store } from '../../src/domain/ledger/store.ts'
import { storeContract } from './store-contract.ts'
import { VERSION_1 } from './sqlite-version-1.ts'
import { granted, hashOf, holdRequest, newKey, NOON } from './store-contract/bench.ts'

let folder = ''
let files = 0
const newFile = (): string => join(folder, `${(files += 1)}.db`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-store-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

storeContract('SQLite in memory', async () => new SqliteStore(':memory:'))
storeContract('SQLite in a file', async () => new SqliteStore(newFile()))

/** Everything the store can tell of the account `acct_a` and its key. */
async function everything(store: Store): Promise<unknown> {
  return {
    accounts: await store.listAccounts(),
    keys: await store.listKeys('acct_a'),
    byHash: await store.findKeyByHash(hashOf('key_a')),
    windows: await store.windowSpends('key_a', NOON),
    usage: await store.listUsage({ accountId: 'acct_a', limit: 100 }),
  }
}

test('a file that is opened again has kept everything, open holds and idempotency keys included', async () => {
  const file = newFile()
  const before = new SqliteStore(file)
  await before.createAccount({ id: 'acct_a', name: 'Ärzte & Söhne 株式会社', creditMicros: 1_000, now: NOON })
  const credit = { accountId: 'acct_a', amountMicros: 500, idempotencyKey: 'once', now: NOON }
  await before.addCredit(credit)
  await before.createKey(newKey('key_a', 'acct_a', { hour: 900, month: 0 }), 20)
  await before.updateKey('acct_a', 'key_a', { limits: { month: 5_000 } })
  await before.createKey(newKey('key_b'), 20)
  await before.revokeKey('acct_a', 'key_b', NOON + 1)
  await before.hold(holdRequest('settled', 300, 300, { frameworks: ['dora'] }))
  await before.settle({
    id: 'settled',
    costMicros: 72,
    promptTokens: 100,
    completionTokens: 20,
    status: 'completed',
    now: NOON + 2,
  })
  await before.hold(holdRequest('open', 200, 200, { expiresAt: NOON + 10 }))
  const kept = await everything(before)
  await before.close()

  const after = new SqliteStore(file)
  expect(await everything(after)).toEqual(kept)
  expect(await after.addCredit(credit)).toMatchObject({ balanceMicros: 1_428, heldMicros: 200 })
  expect(await after.sweep(NOON + 10)).toBe(1)
  expect(await after.hold(holdRequest('next', 1, 1_000))).toEqual(granted(828))
  await after.close()
})

test('a file of the first version is brought forward with everything in it', async () => {
  const file = newFile()
  const old = new DatabaseSync(file)
  old.exec(VERSION_1)
  old.exec(`
    insert into accounts values ('acct_a', 'A', 900, 200, ${NOON});
    insert into api_keys values ('key_a', 'acct_a', 'K', x'00', 'last', null, 700, null, null, ${NOON}, null, null);
    insert into windows values ('key_a', 'day', ${windowStart('day', NOON)}, 100, 200);
    insert into calls values ('done', 'acct_a', 'key_a', 'svc-fast', 'dora', 'completed', 100, 100, 1, 1, ${NOON}, ${NOON}, ${NOON});
    insert into calls values ('open', 'acct_a', 'key_a', 'svc-fast', '', 'running', 200, 0, 0, 0, ${NOON}, ${NOON + 10}, null);
  `)
  old.close()
  const store = new SqliteStore(file)
  expect(await store.getAccount('acct_a')).toMatchObject({
    balanceMicros: 900,
    heldMicros: 200,
    fundedMicros: 900,
  })
  expect(await store.hold(holdRequest('next', 401, 500))).toMatchObject({ refusal: { kind: 'window' } })
  expect(await store.hold(holdRequest('next', 400, 500))).toEqual(granted(400))
  expect(await store.sweep(NOON + 10)).toBe(1)
  expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 900, heldMicros: 400 })
  expect((await store.listUsage({ accountId: 'acct_a', limit: 9 })).map(({ id }) => id)).toContain('done')
  await store.close()
  const again = new SqliteStore(file)
  expect(await again.getAccount('acct_a')).toMatchObject({ balanceMicros: 900, heldMicros: 400 })
  await again.close()
})

test('a file of a newer version is refused and left as it is', () => {
  const file = newFile()
  const newer = new DatabaseSync(file)
  newer.exec(
    "create table accounts (future text); insert into accounts values ('kept'); pragma user_version = 99",
  )
  newer.close()
  expect(() => new SqliteStore(file)).toThrow(/schema version 99\b.*\bknows \d+\b/)
  const again = new DatabaseSync(file)
  expect(
    again
      .prepare('select future, (select user_version from pragma_user_version) as version from accounts')
      .all(),
  ).toEqual([{ future: 'kept', version: 99 }])
  again.close()
})

test('a path that cannot be opened is refused at once', () => {
  expect(() => new SqliteStore(join(folder, 'no', 'such', 'folder.db'))).toThrow(
    'unable to open database file',
  )
})
