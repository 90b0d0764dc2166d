import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFeedContent } from '../../src/adapters/content-files.ts'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { retainedFields } from '../../src/domain/feeds/retention.ts'
import { CONTENT, RETENTION_PAGE } from '../../tools/content/folders.ts'
import { retentionPage } from '../../tools/content/retention-page.ts'
import { TestPostgres } from '../support/postgres.ts'
import { columnsOfDatabase, columnsOfFile } from '../support/table-columns.ts'

const { retention } = await loadFeedContent(CONTENT)

let folder: string
let file: string
let postgres: TestPostgres
let database: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-retained-'))
  file = join(folder, 'svc.db')
  await new SqliteStore(file, 'normal').close()
  postgres = await TestPostgres.start()
  database = await postgres.database()
  await (await PostgresStore.open(database, 1)).close()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

/** What the content tells of a store, and its tables do not have, or the other way round. */
function differences(store: 'sqlite' | 'postgresql', columns: readonly string[]): object {
  const told = retainedFields(retention)
    .filter((field) => field.store === undefined || field.store === store)
    .map(({ table, name }) => `${table}.${name}`)
  return {
    notTold: columns.filter((column) => !told.includes(column)),
    notThere: told.filter((column) => !columns.includes(column)),
  }
}

const NONE = { notTold: [], notThere: [] }

describe('every column of the newest tables is told, and no other', () => {
  test('of a file', () => {
    const columns = columnsOfFile(file)
    expect(columns).toContain('calls.cost_micros')
    expect(differences('sqlite', columns)).toEqual(NONE)
  })

  test('of a PostgreSQL database', async () => {
    const columns = await columnsOfDatabase(database)
    expect(columns).toContain('calls.cost_micros')
    expect(differences('postgresql', columns)).toEqual(NONE)
  })

  test('no column is told twice', () => {
    const told = retainedFields(retention).map(({ table, name, store }) => `${table}.${name} ${store}`)
    expect(new Set(told).size).toBe(told.length)
  })
})

const CHANGES = [
  'alter table calls add column prompt text',
  'create table transcripts (id integer primary key)',
  'alter table audit drop column detail',
]
const FOUND = { notTold: ['calls.prompt', 'transcripts.id'], notThere: ['audit.detail'] }

describe('a column that comes or goes without a word is found', () => {
  test('in a file', async () => {
    const changed = join(folder, 'changed.db')
    await copyFile(file, changed)
    const tables = new DatabaseSync(changed)
    for (const change of CHANGES) tables.exec(change)
    tables.close()
    expect(differences('sqlite', columnsOfFile(changed))).toEqual(FOUND)
  })

  test('in a PostgreSQL database', async () => {
    const url = await postgres.database()
    await (await PostgresStore.open(url, 1)).close()
    const client = await postgres.connect(url)
    for (const change of CHANGES) await client.query(change)
    await client.end()
    expect(differences('postgresql', await columnsOfDatabase(url))).toEqual(FOUND)
  })
})

test('docs/retention.md says what the content says; if not: npm run content:build', async () => {
  expect(await readFile(RETENTION_PAGE, 'utf8')).toBe(retentionPage(retention))
})

test('the page has a row for every field, with what it is for', () => {
  const page = retentionPage(retention)
  const lacking = retainedFields(retention).filter(
    ({ name, purpose }) => !page.includes(`| \`${name}\` | ${purpose}`),
  )
  expect(lacking).toEqual([])
})

describe('periods', () => {
  test('are those that the code enforces', () => {
    const of = (table: string): string | undefined =>
      retention.tables.find(({ name }) => name === table)?.retention
    expect(of('sessions')).toMatch(/^14 days /)
    expect(of('usage_days')).toMatch(/^400 days,/)
    expect(of('audit')).toBe('365 days.')
    expect(of('email_attempts')).toBe('10 minutes.')
    expect(JSON.stringify(retention)).not.toContain('{{')
  })

  test('that nobody enforces are refused, with the file and the place', async () => {
    const content = join(folder, 'content')
    const source = await readFile(join(CONTENT, 'retention.json'), 'utf8')
    await cp(join(CONTENT, 'feeds'), join(content, 'feeds'), { recursive: true })
    await copyFile(join(CONTENT, 'landings.json'), join(content, 'landings.json'))
    await writeFile(join(content, 'retention.json'), source.replace('{{session_days}}', '{{session_weeks}}'))
    await expect(loadFeedContent(content)).rejects.toThrow(
      /retention\.json:1: tables\.\d+\.retention: the period \{\{session_weeks\}\} is not known$/,
    )
  })
})
