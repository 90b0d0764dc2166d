import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PostgresStore } from '../src/adapters/postgres/postgres-store.ts'
import { sumsBy as postgresSums } from '../src/adapters/postgres/usage-sums.ts'
import { SqliteStore } from '../src/adapters/sqlite/sqlite-store.ts'
import { sumsBy as sqliteSums } from '../src/adapters/sqlite/usage-sums.ts'
import type { Store } from '../src/domain/ledger/store.ts'
import { DAY_MS, type UsageSumsBy } from '../src/domain/ledger/usage-sums.ts'
import { TestPostgres } from '../test/support/postgres.ts'

/*
 * What a month's page of usage costs an account with a million calls in a year: its sums by model, key, status and framework, by the SQL
 * stores, with the plans of their statements. Run: npm run bench:usage
 */

const CALLS = 1_000_000
const DAYS = 365
const KEYS = 20
const ROUNDS = 20

const TODAY = Date.parse('2026-11-21T00:00:00Z')
const FROM = TODAY - DAYS * DAY_MS
const MONTH = { from: TODAY - 30 * DAY_MS, to: TODAY }
const VIEWS: readonly UsageSumsBy[] = ['model', 'key', 'status', 'framework']

/** A million calls of one account, spread over its keys, two models, three ends and five frameworks; and their sums. */
const seed = (numbers: string, more: { columns: string; values: string }): string => `
insert into accounts (id, name, balance_micros, funded_micros, created_at) values ('acct', 'A', 1000000, 1000000, ${FROM});
insert into api_keys (id, account_id, name, secret_hash, last_four, created_at)
  select 'key-' || i, 'acct', 'K', ${more.values === '' ? 'randomblob(32)' : "decode(md5(i::text), 'hex')"}, 'last', ${FROM}
  from ${numbers} where i < ${KEYS};
insert into calls (id, account_id, key_id, model, frameworks, status, held_micros, cost_micros, started_at, expires_at, ended_at${more.columns})
  select 'call-' || i, 'acct', 'key-' || (i % ${KEYS}), case i % 2 when 0 then 'svc-fast' else 'svc-thinking' end,
    case i % 5 when 0 then '' when 1 then 'dora' else 'iso-2700' || (i % 5) end,
    case i % 7 when 0 then 'length' when 1 then 'client_closed' else 'completed' end,
    100, 50, t, t, t${more.values}
  from (select i, ${FROM} + i * ${Math.floor((DAYS * DAY_MS) / CALLS)} as t from ${numbers}) as n;`

/** The sums as the migration fills them. */
const FILL = `
insert into usage_days
  select account_id, started_at - started_at % 86400000, key_id, model, status, count(*), 0, 0, sum(cost_micros)
  from calls group by 1, 2, 3, 4, 5;
insert into usage_framework_days
  select account_id, started_at - started_at % 86400000, key_id, frameworks, count(*), 0, 0, sum(cost_micros)
  from calls group by 1, 2, 3, 4;`

async function measure(
  name: string,
  store: Store,
  plan: (by: UsageSumsBy) => Promise<string>,
): Promise<void> {
  for (const by of VIEWS) {
    const query = { accountId: 'acct', by, ...MONTH }
    const rows = (await store.usageSums(query)).length
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now()
      await store.usageSums(query)
      times.push(performance.now() - began)
    }
    const middle = times.toSorted((a, b) => a - b)[ROUNDS / 2] ?? NaN
    process.stdout.write(`${name}, by ${by}: ${rows} rows, ${middle.toFixed(1)} ms\n${await plan(by)}\n`)
  }
}

async function inFile(folder: string): Promise<void> {
  const path = join(folder, 'usage.db')
  await new SqliteStore(path).close()
  const file = new DatabaseSync(path)
  const numbers = `(with recursive n (i) as (select 0 union all select i + 1 from n where i < ${CALLS - 1}) select i from n)`
  file.exec(`begin; ${seed(numbers, { columns: '', values: '' })} ${FILL} commit`)
  const store = new SqliteStore(path)
  await measure('SQLite', store, async (by) =>
    file
      .prepare(`explain query plan ${sqliteSums(by)}`)
      .all()
      .map(({ detail }) => `  ${String(detail)}`)
      .join('\n'),
  )
  file.close()
  await store.close()
}

async function inPostgres(): Promise<void> {
  const postgres = await TestPostgres.start({ durable: true })
  const url = await postgres.database()
  const store = await PostgresStore.open(url, 1)
  const client = await postgres.connect(url)
  try {
    const numbers = `(select i::bigint from generate_series(0, ${CALLS - 1}) as i)`
    await client.query(seed(`${numbers} as s`, { columns: ', windows', values: ", '{}'" }))
    await client.query(FILL)
    await client.query('analyze')
    await measure('PostgreSQL', store, async (by) => {
      await client.query(`deallocate all; prepare sums (text, bigint, bigint, text) as ${postgresSums(by)}`)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off) execute sums ('acct', ${MONTH.from}, ${MONTH.to}, null)`,
      )
      return rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')
    })
  } finally {
    await client.end()
    await store.close()
    await postgres.stop()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'svc-usage-'))
try {
  await inFile(folder)
  await inPostgres()
} finally {
  await rm(folder, { recursive: true })
}
