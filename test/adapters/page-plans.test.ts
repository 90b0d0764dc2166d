import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as postgresJournal from '../../src/adapters/postgres/journal.ts'
import { expiriesAt, type Expiry } from '../../src/adapters/people-rows.ts'
import * as postgresKeys from '../../src/adapters/postgres/keys.ts'
import * as postgresAudit from '../../src/adapters/postgres/people/audit.ts'
import * as postgresPruning from '../../src/adapters/postgres/people/prune-people.ts'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import * as postgresUsage from '../../src/adapters/postgres/usage.ts'
import * as sqliteJournal from '../../src/adapters/sqlite/journal.ts'
import * as sqliteKeys from '../../src/adapters/sqlite/keys.ts'
import * as sqliteAudit from '../../src/adapters/sqlite/people/audit.ts'
import * as sqlitePruning from '../../src/adapters/sqlite/people/prune-people.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import * as sqliteUsage from '../../src/adapters/sqlite/usage.ts'
import * as sqliteSums from '../../src/adapters/sqlite/usage-sums.ts'
import * as postgresSums from '../../src/adapters/postgres/usage-sums.ts'
import { DAY_MS } from '../../src/domain/ledger/usage-sums.ts'
import { TestPostgres } from '../support/postgres.ts'
import { newKey, NOON } from './store-contract/bench.ts'

/*
 * A page is read along an index from where it begins: what it costs does not grow with the history. Seen in the plans of the very
 * statements, not in times.
 */

const CALLS = 5_000
const MIDDLE = NOON + CALLS / 2

const expiries = expiriesAt(NOON).map((expiry): [string, Expiry] => [expiry.table, expiry])

describe('in SQLite', () => {
  let folder = ''
  let database: DatabaseSync
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-plans-'))
    const file = join(folder, 'plans.db')
    await new SqliteStore(file).close()
    database = new DatabaseSync(file)
  })
  afterAll(async () => {
    database.close()
    await rm(folder, { recursive: true })
  })
  const plan = (sql: string): string[] =>
    database
      .prepare(`explain query plan ${sql}`)
      .all()
      .map((row) => String(row['detail']))

  test.each([
    ['an account', sqliteUsage.ACCOUNT_PAGE, 'calls_account (account_id=? AND started_at<?)'],
    ['a key', sqliteUsage.KEY_PAGE, 'calls_key (key_id=? AND started_at<?)'],
    [
      'a range of an account',
      sqliteUsage.ACCOUNT_RANGE,
      'calls_account (account_id=? AND started_at>? AND started_at<?)',
    ],
    ['a range of a key', sqliteUsage.KEY_RANGE, 'calls_key (key_id=? AND started_at>? AND started_at<?)'],
  ])('the calls of %s are one search of an index in its order', (_whose, sql, index) => {
    expect(plan(sql)).toEqual([`SEARCH calls USING INDEX ${index}`])
  })

  test.each([
    ['model', 'usage_days'],
    ['key', 'usage_days'],
    ['status', 'usage_days'],
    ['framework', 'usage_framework_days'],
  ] as const)('the sums by %s are one search of the days of the account', (by, table) => {
    expect(plan(sqliteSums.sumsBy(by))[0]).toBe(
      `SEARCH ${table} USING PRIMARY KEY (account_id=? AND day>? AND day<?)`,
    )
  })

  test.each([
    ['keys', 'key', 'api_keys_listed'],
    ['tokens', 'token', 'api_keys_tokens'],
  ] as const)(
    'the list of %s is one search of its own index, from where the page begins',
    (_what, sort, index) => {
      const steps = plan(sqliteKeys.keysPage(sort))
      expect(steps[0]).toBe(`SEARCH api_keys USING INDEX ${index} (account_id=? AND (created_at,id)>(?,?))`)
      expect(steps.filter((step) => /SCAN api_keys|TEMP B-TREE/.test(step))).toEqual([])
    },
  )

  test('the journal is one search of each of its lists, and what they give is sorted alone', () => {
    const steps = plan(sqliteJournal.JOURNAL_PAGE)
    expect(steps.filter((step) => /SEARCH|SCAN (?:calls|journal)/.test(step))).toEqual([
      'SEARCH journal USING INDEX journal_account (account_id=? AND at<?)',
      'SEARCH calls USING INDEX calls_charged (account_id=? AND ended_at<?)',
    ])
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toHaveLength(1)
  })

  test('the audit log is one search of its index, from where the page begins', () => {
    const steps = plan(sqliteAudit.AUDIT_PAGE)
    expect(steps[0]).toBe('SEARCH audit USING INDEX audit_account (account_id=? AND (at,id)<(?,?))')
    expect(steps.filter((step) => /SCAN audit|TEMP B-TREE/.test(step))).toEqual([])
  })

  test.each(expiries)('what ran out of %s is found along an index', (_table, expiry) => {
    expect(plan(sqlitePruning.pruning(expiry)).filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([])
  })
})

describe('in PostgreSQL', () => {
  let postgres: TestPostgres
  let client: Client
  beforeAll(async () => {
    postgres = await TestPostgres.start()
    const url = await postgres.database()
    const store = await PostgresStore.open(url, 1)
    await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1_000_000, now: NOON })
    for (const id of ['0', '1']) {
      await store.createAccount({ id: `acct_${id}`, name: id, creditMicros: 0, now: NOON })
    }
    for (const id of ['busy', 'idle']) await store.createKey(newKey(id), 20)
    await store.close()
    client = await postgres.connect(url)
    await client.query(`
      insert into calls (id, account_id, key_id, model, frameworks, status, held_micros, cost_micros, windows, started_at, expires_at, ended_at)
      select 'call-' || i, 'acct_a', 'busy', 'svc-fast', '', 'completed', 1, i % 2, '{}', ${NOON} + i, ${NOON} + i, ${NOON} + i
      from generate_series(1, ${CALLS}) as i`)
    await client.query(`
      insert into audit (id, account_id, actor, at, action, detail)
      select 'audit-' || i, case i % 10 when 0 then 'acct_a' else 'acct_b' end, null, ${NOON} + i, 'key_changed', '' from generate_series(1, ${CALLS}) as i`)
    for (const [table, value] of [
      ['usage_days', "'svc-' || key, 'completed'"],
      ['usage_framework_days', "'dora'"],
    ]) {
      await client.query(`
        insert into ${table} select 'acct_' || account, ${DAY_MS}::bigint * day, key, ${value}, 1, 1, 1, 1
        from unnest(array['a', 'b', 'c']) as account, unnest(array['busy', 'idle']) as key, generate_series(1, 400) as day`)
    }
    await client.query(`
      insert into api_keys (id, account_id, name, secret_hash, last_four, scopes, created_at)
      select sort || i, 'acct_' || i % 2, 'K', decode(md5(sort || i), 'hex'), 'last', case sort when 'token' then 'ask' end, ${NOON} + i
      from unnest(array['key', 'token']) as sort, generate_series(1, ${CALLS}) as i`)
    await client.query('analyze')
  })
  afterAll(async () => {
    await client.end()
    await postgres.stop()
  })

  interface Plan {
    'Node Type': string
    'Index Name'?: string
    'Actual Rows': number
    'Rows Removed by Filter'?: number
    Plans?: Plan[]
  }
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

  /**
   * The indexes that a prepared statement reads whose plan was made without knowing its values, as it is once it was used for a while,
   * and the most rows that any step of it looked at.
   */
  async function read(
    sql: string,
    values: (string | number)[],
  ): Promise<{ indexes: unknown[]; most: number }> {
    const types = values.map((value) => (typeof value === 'number' ? 'bigint' : 'text')).join(', ')
    const literals = values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')
    await client.query(`deallocate all; set plan_cache_mode = force_generic_plan`)
    await client.query(`prepare page (${types}) as ${sql}`)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) execute page (${literals})`,
    )
    const root = rows[0]?.['QUERY PLAN'][0].Plan
    const steps = root ? nodes(root) : []
    const scans = steps.filter((step) => step['Node Type'].includes('Scan') && !step.Plans)
    return {
      indexes: scans.map((step) => step['Index Name'] ?? step['Node Type']),
      most: Math.max(...steps.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0))),
    }
  }

  test.each([
    ['an account', postgresUsage.ACCOUNT_PAGE, [], 'calls_account', 50],
    ['a busy key', postgresUsage.KEY_PAGE, ['busy'], 'calls_key', 50],
    ['an idle key', postgresUsage.KEY_PAGE, ['idle'], 'calls_key', 0],
  ])(
    'a page in the middle of the calls of %s reads what it shows',
    async (_whose, sql, more, index, most) => {
      expect(await read(sql, ['acct_a', MIDDLE, CALLS, 50, ...more])).toEqual({ indexes: [index], most })
    },
  )

  test.each([
    ['an account', postgresUsage.ACCOUNT_RANGE, [MIDDLE - 40], 'calls_account', 40],
    ['a busy key', postgresUsage.KEY_RANGE, ['busy', MIDDLE - 40], 'calls_key', 40],
    ['an idle key', postgresUsage.KEY_RANGE, ['idle', MIDDLE - 40], 'calls_key', 0],
  ])('a range of the calls of %s ends where it ends', async (_whose, sql, more, index, most) => {
    expect(await read(sql, ['acct_a', MIDDLE, 0, 50, ...more])).toEqual({ indexes: [index], most })
  })

  test.each([
    ['model', 'usage_days_pkey'],
    ['key', 'usage_days_pkey'],
    ['status', 'usage_days_pkey'],
    ['framework', 'usage_framework_days_pkey'],
  ] as const)(
    'the sums by %s read the days that are asked for, and of the account alone',
    async (by, index) => {
      const { indexes, most } = await read(postgresSums.sumsBy(by), [
        'acct_a',
        10 * DAY_MS,
        40 * DAY_MS,
        'busy',
      ])
      expect({ indexes, most }).toEqual({ indexes: [index], most: 60 })
    },
  )

  test.each([
    ['keys', 'key', 'api_keys_listed'],
    ['tokens', 'token', 'api_keys_tokens'],
  ] as const)(
    'a page in the middle of the %s of an account reads what it shows',
    async (_what, sort, index) => {
      const { indexes, most } = await read(postgresKeys.keysPage(sort), ['acct_0', `${sort}${CALLS / 2}`, 50])
      expect(indexes).toContain(index)
      expect(indexes).not.toContain('Seq Scan')
      expect(most).toBeLessThanOrEqual(50)
    },
  )

  test('a page in the middle of the journal reads a page of each of its lists', async () => {
    const { indexes, most } = await read(postgresJournal.JOURNAL_PAGE, [
      'acct_a',
      MIDDLE,
      CALLS,
      MIDDLE,
      CALLS,
      50,
    ])
    // The one row of the grants is read where it lies.
    expect(indexes).toContain('calls_charged')
    expect(most).toBeLessThanOrEqual(100)
  })

  test('a page in the middle of the audit log reads what it shows', async () => {
    const { indexes, most } = await read(postgresAudit.AUDIT_PAGE, ['acct_a', `audit-${CALLS / 2}`, 50])
    expect(indexes).toContain('audit_account')
    expect(indexes).not.toContain('Seq Scan')
    expect(most).toBeLessThanOrEqual(50)
  })

  test('what ran out of the audit log is found along an index, where nothing did too', async () => {
    const [, audit] = expiries.find(([table]) => table === 'audit') ?? []
    if (!audit) throw new Error('the audit log runs out')
    const { indexes, most } = await read(postgresPruning.pruning(audit), [NOON, 1_000])
    expect(indexes).toContain('audit_age')
    expect(most).toBeLessThanOrEqual(1)
  })
})
