import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { MemoryStore } from '../../src/adapters/memory/memory-store.ts'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { StoreUnavailable } from '../../src/domain/ledger/store.ts'
import { TestPostgres } from '../support/postgres.ts'
import { peopleContract } from './people-contract.ts'
import {
  atOnce,
  auditEntry,
  emailAttempt,
  oidcAttempt,
  personOf,
  sessionOf,
} from './people-contract/bench.ts'
import { hashOf, NOON } from './store-contract/bench.ts'

let folder = ''
let files = 0
let postgres: TestPostgres
const newFile = (): string => join(folder, `${(files += 1)}.db`)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-people-'))
  postgres = await TestPostgres.start()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

peopleContract('memory', async () => new MemoryStore())
peopleContract('SQLite in a file', async () => new SqliteStore(newFile()))
// Sixty steps at once wait for four connections: on a busy machine longer than the service itself would let them.
peopleContract('PostgreSQL', async () => PostgresStore.open(await postgres.schema(), 4, 30_000))

describe('in memory', () => {
  test('people cost nothing until somebody asks for them', async () => {
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
    const store = new MemoryStore()
    const { people } = store
    await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1, now: NOON })
    expect(exec).not.toHaveBeenCalled()
    await people.createPerson(personOf('ann'))
    expect(exec).toHaveBeenCalled()
    await store.close()
  })

  test('two stores know nothing of each other, and one that is closed nothing at all', async () => {
    const [store, other] = [new MemoryStore(), new MemoryStore()]
    await store.people.createPerson(personOf('ann'))
    expect(await other.people.getPerson('per_ann')).toBeUndefined()
    await store.close()
    await expect(store.people.getPerson('per_ann')).rejects.toThrow('the store is closed')
    await other.close()
  })
})

describe('in a file', () => {
  test('people are still there when it is opened again: signed in, counted and half signed in', async () => {
    const file = newFile()
    const before = new SqliteStore(file)
    await before.people.createPerson(personOf('ann'))
    await before.people.createSession({ ...sessionOf('ses_a', 'per_ann'), tokenHash: hashOf('token') })
    await before.people.startEmailAttempt(emailAttempt('bob'))
    const limit = { bucket: 'mail', most: 1, windowMs: 1_000 }
    await before.people.countEvent([limit], NOON)
    await before.people.once('alert', NOON)
    await before.people.writeAudit(auditEntry('aud_1'))
    await before.close()
    const after = new SqliteStore(file)
    expect(await after.people.findSession(hashOf('token'), NOON)).toEqual({
      session: sessionOf('ses_a', 'per_ann'),
      person: personOf('ann'),
    })
    expect(await after.people.takeLink(hashOf('link bob'), NOON)).toBeDefined()
    expect(await after.people.countEvent([limit], NOON)).toMatchObject({ admitted: false })
    expect(await after.people.once('alert', NOON)).toBe(false)
    expect(await after.people.listAudit({ accountId: 'acct_ann', limit: 9 })).toEqual([auditEntry('aud_1')])
    await after.close()
  })

  test('that another program has locked people are out of reach', async () => {
    const file = newFile()
    const store = new SqliteStore(file)
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    await expect(store.people.createPerson(personOf('ann'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.people.once('form', NOON)).rejects.toBeInstanceOf(StoreUnavailable)
    other.exec('rollback')
    expect(await store.people.once('form', NOON)).toBe(true)
    other.close()
    await store.close()
  })
})

describe('in PostgreSQL', () => {
  test('instances share people: codes, links, counts and what happens once', async () => {
    const url = await postgres.database()
    const stores = await atOnce(3, () => PostgresStore.open(url, 4, 30_000))
    const on = (index: number) => (stores[index % 3] as PostgresStore).people
    await on(0).createPerson(personOf('ann'))
    await on(0).createSession({ ...sessionOf('ses_a', 'per_ann'), tokenHash: hashOf('token') })
    expect(await on(1).findSession(hashOf('token'), NOON)).toMatchObject({ person: { id: 'per_ann' } })
    await on(2).endSession('per_ann', 'ses_a')
    expect(await on(1).findSession(hashOf('token'), NOON)).toBeUndefined()

    await on(0).startEmailAttempt(emailAttempt('ann'))
    const { cookieHash, linkHash } = emailAttempt('ann')
    const guesses = await atOnce(50, (index) =>
      on(index).tryCode({ cookieHash, codeHash: hashOf(`guess ${index}`), now: NOON }),
    )
    expect(guesses.filter(({ kind }) => kind === 'wrong')).toHaveLength(5)
    const links = await atOnce(30, (index) => on(index).takeLink(linkHash, NOON))
    expect(links.filter((link) => link !== undefined)).toHaveLength(1)
    const firsts = await atOnce(30, (index) => on(index).once('alert', NOON))
    expect(firsts.filter(Boolean)).toHaveLength(1)
    const buckets = ['address', 'network', 'all'].map((bucket) => ({ bucket, most: 10, windowMs: 1_000 }))
    const events = await atOnce(60, (index) =>
      on(index).countEvent(index % 2 === 0 ? buckets : buckets.toReversed(), NOON),
    )
    expect(events.filter(({ admitted }) => admitted)).toHaveLength(10)
    await Promise.all(stores.map((store) => store.close()))
  })

  test('pruning waits neither for a row that is in use nor for those who sign in', async () => {
    const url = await postgres.database()
    const other = await postgres.connect(url)
    const store = await PostgresStore.open(url, 1)
    for (const name of ['ann', 'bob', 'eve']) {
      await store.people.startOidcAttempt(oidcAttempt(name, { expiresAt: NOON }))
    }
    await other.query("begin; select 1 from oidc_attempts where state = 'state ann' for update")
    // The only connection of the calls waits for the row.
    const waiting = store.people.startOidcAttempt(oidcAttempt('ann'))
    expect(await store.people.prunePeople(NOON)).toBe(2)
    await other.query('commit')
    await waiting
    expect(await store.people.takeOidcAttempt(hashOf('cookie ann'), NOON)).toBeDefined()
    await store.close()
    await other.end()
  })

  test('a session or an identity that comes while its person is being deleted is none', async () => {
    const url = await postgres.database()
    const [other, watching] = [await postgres.connect(url), await postgres.connect(url)]
    const store = await PostgresStore.open(url, 2)
    await store.people.createPerson(personOf('ann'))
    await other.query("begin; delete from people where id = 'per_ann'")
    const session = store.people.createSession({
      ...sessionOf('ses_a', 'per_ann'),
      tokenHash: hashOf('token'),
    })
    const joined = store.people.joinIdentity('per_ann', { issuer: 'i', subject: 's' }, NOON)
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' having count(*) = 2"
    while ((await watching.query(waiting)).rows.length === 0);
    await other.query('commit')
    await session
    expect(await joined).toBe(false)
    expect(await store.people.findSession(hashOf('token'), NOON)).toBeUndefined()
    await store.close()
    await Promise.all([other.end(), watching.end()])
  })

  test('lists are in the order of their bytes, whatever the language of the database', async () => {
    const admin = await postgres.connect(await postgres.database())
    await admin.query("create database german template template0 locale_provider icu icu_locale 'de'")
    await admin.end()
    const url = new URL(await postgres.database())
    url.pathname = '/german'
    const store = await PostgresStore.open(url.href, 1)
    const names = ['A', 'Z', '_', 'a', 'b', 'ä']
    for (const name of names.toReversed()) {
      await store.people.createPerson(personOf(name))
      await store.people.invite({ email: name, invitedAt: NOON, invitedBy: 'root@example.com' })
      await store.people.writeAudit(auditEntry(name))
    }
    expect((await store.people.searchPeople({ text: '', limit: 9 })).map(({ id }) => id)).toEqual(
      names.map((name) => `per_${name}`),
    )
    expect((await store.people.listInvitations({ limit: 9 })).map(({ email }) => email)).toEqual(names)
    const audit = await store.people.listAudit({ accountId: 'acct_ann', limit: 9 })
    expect(audit.map(({ id }) => id)).toEqual(names.toReversed())
    await store.close()
  })

  test('people are out of reach where the database is', async () => {
    const store = await PostgresStore.open(await postgres.database(), 1)
    await postgres.pause()
    await expect(store.people.getPerson('per_ann')).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.people.createPerson(personOf('ann'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.people.countEvent([], NOON)).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.people.prunePeople(NOON)).rejects.toBeInstanceOf(StoreUnavailable)
    await postgres.resume()
    expect(await store.people.getPerson('per_ann')).toBeUndefined()
    await store.close()
  })
})
