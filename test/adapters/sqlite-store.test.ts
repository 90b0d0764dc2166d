import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MemoryStore } from '../../src/adapters/memory/memory-store.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { windowStart } from '../../src/domain/ledger/spend-windows.ts'
import { StoreUnavailable, type Store } from '../../src/domain/ledger/store.ts'
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

storeContract('memory', async () => new MemoryStore())
storeContract('SQLite in a file', async () => new SqliteStore(newFile()))

/** Everything the store can tell of the account `acct_a` and its key. */
async function everything(store: Store): Promise<unknown> {
  return {
    accounts: await store.listAccounts({ limit: 100 }),
    keys: await store.listKeys({ accountId: 'acct_a', limit: 100 }),
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

/** A store on a file with one key, and its own connection, where a test can set what cannot be set from outside. */
async function opened(): Promise<{ store: SqliteStore; file: string; connection: DatabaseSync }> {
  const file = newFile()
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const store = new SqliteStore(file)
  const [connection] = exec.mock.contexts
  exec.mockRestore()
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000_000, now: NOON })
  await store.createKey(newKey('key_a'), 20)
  return { store, file, connection: connection as DatabaseSync }
}

async function reason(step: Promise<unknown>): Promise<string> {
  const cause = await step.catch((cause: unknown) => cause)
  if (!(cause instanceof StoreUnavailable)) throw new Error('the step was taken', { cause })
  return cause.reason
}

describe('a file that cannot be written', () => {
  test('because another program has locked it refuses each step at once, and works when the lock is gone', async () => {
    const { store, file, connection } = await opened()
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    expect(await reason(store.tryWrite(NOON))).toBe('sqlite_5')
    expect(await reason(store.hold(holdRequest('call', 1, 1)))).toBe('sqlite_5')
    expect(await store.getAccount('acct_a')).toMatchObject({ balanceMicros: 1_000_000, heldMicros: 0 })
    // The whole process waits for as long as this.
    expect(connection.prepare('pragma busy_timeout').get()?.['timeout']).toBeLessThanOrEqual(10)
    other.exec('rollback')
    await store.tryWrite(NOON)
    expect(await store.hold(holdRequest('call', 1, 1))).toEqual(granted(1))
    other.close()
    await store.close()
  })

  test('because the disk is full is told by a write that stands for all others', async () => {
    const { store, connection } = await opened()
    await store.tryWrite(NOON)
    connection.exec('pragma max_page_count = 1')
    const fill = async (): Promise<void> => {
      for (let call = 0; ; call += 1) await store.hold(holdRequest(`call-${call}`, 1, 1))
    }
    expect(await reason(fill())).toBe('sqlite_13')
    expect(await reason(store.tryWrite(NOON))).toBe('sqlite_13')
    connection.exec('pragma max_page_count = 100000')
    await store.tryWrite(NOON)
    await store.close()
  })

  test('because it may only be read is told likewise', async () => {
    const { store, connection } = await opened()
    connection.exec('pragma query_only = on')
    expect(await reason(store.tryWrite(NOON))).toBe('sqlite_8')
    expect(await store.getAccount('acct_a')).toMatchObject({ id: 'acct_a' })
    await store.close()
  })
})

test('a file can be read and backed up from outside while the service writes', async () => {
  const { store, file } = await opened()
  const other = new DatabaseSync(file, { readOnly: true })
  other.exec('begin')
  expect(other.prepare('select count(*) as count from calls').get()).toEqual({ count: 0 })
  expect(await store.hold(holdRequest('call', 1, 1))).toEqual(granted(1))
  const copy = newFile()
  await Promise.all([backup(other, copy), store.hold(holdRequest('next', 1, 1)), store.tryWrite(NOON)])
  other.close()
  const restored = new SqliteStore(copy)
  expect(await restored.getAccount('acct_a')).toMatchObject({ balanceMicros: 1_000_000 })
  await restored.close()
  await store.close()
})

test('a probe for room leaves the file as large as it is', async () => {
  const { store, connection } = await opened()
  const size = () => connection.prepare('pragma page_count').get()?.['page_count']
  await store.tryWrite(NOON)
  await store.tryWrite(NOON)
  const once = size()
  for (let second = 0; second < 50; second += 1) await store.tryWrite(NOON + second)
  expect(size()).toBe(once)
  await store.close()
})
