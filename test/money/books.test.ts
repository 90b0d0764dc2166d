import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import type { Store } from '../../src/domain/ledger/store.ts'
import { killAll, NODE, SERVER, start } from '../smoke/spawned-process.ts'
import { TestPostgres } from '../support/postgres.ts'

/** Books that do not add up are told before anybody spends on them. */

const NOON = Date.parse('2026-11-21T12:00:00Z')
const LINE = 'account acct_a: balance is 2000 micro-USD, its parts add up to 1000'

let folder = ''
let files = 0
let postgres: TestPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-books-'))
  postgres = await TestPostgres.start()
})
afterAll(async () => {
  killAll()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

async function filled(store: Store): Promise<void> {
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000, now: NOON })
  await store.close()
}

/** A file with one account, and what makes its books wrong. */
async function file(): Promise<{ url: string; tamper: () => void }> {
  const path = join(folder, `${(files += 1)}.db`)
  await filled(new SqliteStore(path))
  const tamper = (): void => {
    const other = new DatabaseSync(path)
    other.exec('update accounts set balance_micros = 2000')
    other.close()
  }
  return { url: `sqlite:${path}`, tamper }
}

async function run(
  script: string,
  environment: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const process = start([NODE, '--disable-warning=ExperimentalWarning', script], environment)
  const { code } = await process.ended
  return { code, stdout: process.stdout(), stderr: process.stderr() }
}

const CHECK = 'tools/ledger/check.ts'

test('ledger:check says that the books of a file are right, and which figure of them is wrong', async () => {
  const { url, tamper } = await file()
  expect(await run(CHECK, { DATABASE_URL: url })).toEqual({
    code: 0,
    stdout: 'the books are right\n',
    stderr: '',
  })
  tamper()
  expect(await run(CHECK, { DATABASE_URL: url })).toEqual({
    code: 1,
    stdout: `${LINE}\nfigures that are wrong: 1\n`,
    stderr: '',
  })
})

test('ledger:check says the same of a database', async () => {
  const url = await postgres.database()
  await filled(await PostgresStore.open(url, 1))
  expect(await run(CHECK, { DATABASE_URL: url })).toMatchObject({ code: 0, stdout: 'the books are right\n' })
  const client = await postgres.connect(url)
  await client.query('update accounts set balance_micros = 2000')
  await client.end()
  expect(await run(CHECK, { DATABASE_URL: url })).toMatchObject({
    code: 1,
    stdout: `${LINE}\nfigures that are wrong: 1\n`,
  })
})

test.each([
  ['memory', '', 'DATABASE_URL is not set, and memory keeps no books'],
  ['a file that is not there', 'sqlite:/nowhere/svc.db', 'DATABASE_URL: there is no such file'],
])('ledger:check of %s says in one line why it cannot be', async (_what, url, why) => {
  expect(await run(CHECK, { DATABASE_URL: url })).toEqual({
    code: 2,
    stdout: '',
    stderr: `the books cannot be checked: ${why}\n`,
  })
})

test('the service does not start on a file whose books are wrong, and says which figure is', async () => {
  const { url, tamper } = await file()
  tamper()
  const ended = await run(SERVER, { DATABASE_URL: url })
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `svc cannot start: DATABASE_URL: the books of the file are wrong (${LINE}); npm run ledger:check shows everything that is\n`,
  })
})
