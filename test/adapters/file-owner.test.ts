import { mkdirSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkFile } from '../../src/adapters/sqlite/books.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { killAll, NODE, SERVER, somePort, start, startServer } from '../smoke/spawned-process.ts'
import { holdRequest, newKey, NOON } from './store-contract/bench.ts'
import { VERSION_1 } from './sqlite-version-1.ts'

/** A file belongs to one process at a time; everybody may read it. */

let folder = ''
let files = 0
const newFile = (): string => join(folder, `${(files += 1)}.db`)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-owner-'))
})
afterEach(killAll)
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const KEY = 'sk-svc-owner_of_the_file'
const environment = (path: string) => ({ DATABASE_URL: `sqlite:${path}`, BOOTSTRAP_API_KEY: KEY })

async function run(script: string, path: string): Promise<{ code: number | null; stderr: string }> {
  const command = [NODE, '--disable-warning=ExperimentalWarning', script] as const
  const started = start(command, { ...environment(path), PORT: somePort() })
  const { code } = await started.ended
  return { code, stderr: started.stderr() }
}

const inUse = (path: string): string => `another process is using ${path}, and a file belongs to one`

describe('a file that a store has open', () => {
  test('is refused to another store, by whatever name, until it is closed', async () => {
    const path = newFile()
    const first = new SqliteStore(path)
    await first.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
    const other = newFile()
    symlinkSync(path, other)
    expect(() => new SqliteStore(path)).toThrow(inUse(path))
    expect(() => new SqliteStore(other)).toThrow(inUse(other))
    await first.createKey(newKey('key_a'), 20)
    await first.close()
    const second = new SqliteStore(other)
    expect(await second.getAccount('acct_a')).toMatchObject({ balanceMicros: 1_000 })
    expect(() => new SqliteStore(path)).toThrow(inUse(path))
    await second.close()
  })

  test('is left alone by the one that was refused: nothing of an older version is brought forward under its owner', async () => {
    const path = newFile()
    const old = new DatabaseSync(path)
    old.exec(VERSION_1)
    const owner = new DatabaseSync(`${path}-owner`)
    owner.exec('begin exclusive')
    expect(() => new SqliteStore(path)).toThrow(inUse(path))
    expect(old.prepare('pragma user_version').get()).toEqual({ user_version: 1 })
    owner.close()
    old.close()
  })

  test('where its name beside it is taken by something else, is refused with that name', () => {
    const path = newFile()
    mkdirSync(`${path}-owner`)
    expect(() => new SqliteStore(path)).toThrow(`${path}-owner cannot be written`)
  })

  test('is free again after a start that failed', async () => {
    const path = newFile()
    const newer = new DatabaseSync(path)
    newer.exec('pragma user_version = 99')
    newer.close()
    expect(() => new SqliteStore(path)).toThrow('schema version 99')
    expect(() => new SqliteStore(path)).toThrow('schema version 99')
  })
})

describe('a file that a running service owns', () => {
  test('stops another service with one line that says so', async () => {
    const path = newFile()
    await startServer(environment(path))
    expect(await run(SERVER, path)).toEqual({
      code: 1,
      stderr: `svc cannot start: DATABASE_URL: the file cannot be used: ${inUse(path)}\n`,
    })
  })

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'is free as soon as the service is gone by %s',
    async (signal) => {
      const path = newFile()
      const first = await startServer(environment(path))
      expect(() => new SqliteStore(path)).toThrow(inUse(path))
      first.signal(signal)
      await first.ended
      const next = await startServer(environment(path))
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
    },
  )

  test('can be backed up and its books checked meanwhile', async () => {
    const path = newFile()
    const { url } = await startServer(environment(path))
    expect(await run('tools/ledger/check.ts', path)).toEqual({ code: 0, stderr: '' })
    const reader = new DatabaseSync(path, { readOnly: true })
    const copy = newFile()
    await backup(reader, copy)
    reader.close()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const restored = new SqliteStore(copy)
    expect(await restored.getAccount('acct_demo')).toMatchObject({ heldMicros: 0 })
    expect(await restored.checkBooks()).toEqual([])
    await restored.close()
  })
})

describe('checking a file', () => {
  test('finds open holds where they belong, while the store works on', async () => {
    const path = newFile()
    const store = new SqliteStore(path)
    await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
    await store.createKey(newKey('key_a'), 20)
    await store.hold(holdRequest('open', 300, 300))
    expect(checkFile(path)).toEqual([])
    const other = new DatabaseSync(path)
    other.exec('update accounts set held_micros = 299')
    other.close()
    expect(checkFile(path)).toMatchObject([{ figure: 'held', keptMicros: 299, countedMicros: 300 }])
    await store.close()
  })

  test('of another version says which, and changes nothing', () => {
    const path = newFile()
    const old = new DatabaseSync(path)
    old.exec(VERSION_1)
    expect(() => checkFile(path)).toThrow(
      'it has schema version 1, which a start of this service brings forward to 6',
    )
    old.exec('pragma user_version = 99')
    expect(() => checkFile(path)).toThrow('it has schema version 99, and this service knows 6')
    old.close()
  })
})
