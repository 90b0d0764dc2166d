import { Connection } from './connection.ts'
import { HOLD, SETTLE } from './functions.ts'

const TABLES = `
create table accounts (
  id text primary key,
  name text not null,
  balance_micros bigint not null check (balance_micros <= 9007199254740991),
  held_micros bigint not null default 0 check (held_micros >= 0),
  funded_micros bigint not null,
  created_at bigint not null,
  check (balance_micros - held_micros >= 0)
);

create table credits (
  account_id text not null references accounts (id),
  idempotency_key text not null,
  amount_micros bigint not null,
  at bigint not null,
  primary key (account_id, idempotency_key)
);

create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  secret_hash bytea not null unique,
  last_four text not null,
  limit_hour bigint, limit_day bigint, limit_week bigint, limit_month bigint,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create index api_keys_account on api_keys (account_id);

create table windows (
  key_id text not null references api_keys (id),
  kind text not null,
  start bigint not null,
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  held_micros bigint not null default 0 check (held_micros >= 0),
  primary key (key_id, kind, start)
);

create table calls (
  id text primary key,
  seq bigint generated always as identity,
  account_id text not null references accounts (id),
  key_id text not null references api_keys (id),
  model text not null,
  frameworks text not null,
  status text not null,
  held_micros bigint not null,
  cost_micros bigint not null default 0 check (cost_micros <= held_micros),
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  -- Where the hour, day, week and month begin that the hold belongs to.
  windows bigint[] not null,
  started_at bigint not null,
  expires_at bigint not null,
  ended_at bigint
);
create index calls_account on calls (account_id, started_at, seq);
create index calls_open on calls (expires_at) where ended_at is null;
`

/** A row to write for the sake of writing, and lists that are read by pages. */
const READINESS_AND_PAGES = `
create table readiness (
  id integer primary key check (id = 1),
  at bigint not null
);
create index accounts_age on accounts (created_at, id);
create index api_keys_age on api_keys (account_id, created_at, id);
drop index api_keys_account;
`

/** What takes a database from each version to the next. Never changed, only added to. */
const MIGRATIONS: readonly string[] = [TABLES + HOLD + SETTLE, READINESS_AND_PAGES]

/** Any number, the same on every instance: whoever holds its lock may change the tables. */
const LOCK = 7_382_716_001

/**
 * Creates the tables and functions or brings them forward, in one transaction and under a lock: instances may start at once.
 * Uses a connection of its own, without a limit of time.
 * @throws {StoreUnavailable} where the database is out of reach; an Error where it was written by a version of the service that
 *   this one does not know
 */
export async function migrate(url: string): Promise<void> {
  const connection = new Connection(url, 1, 'unlimited')
  try {
    await bringForward(connection)
  } finally {
    await connection.close()
  }
}

async function bringForward(connection: Connection): Promise<void> {
  await connection.transaction(async (session) => {
    // The URL, the user or the database may bring a limit of their own.
    await session.all('set local statement_timeout = 0')
    await session.all('select pg_advisory_xact_lock($1)', [LOCK])
    await session.all('create table if not exists svc_schema (version integer not null)')
    const [row] = await session.all<{ version: number }>('select version from svc_schema')
    const version = row?.version ?? 0
    const latest = MIGRATIONS.length
    if (version > latest) {
      throw new Error(`it has schema version ${version}, and this service knows ${latest}`)
    }
    for (const step of MIGRATIONS.slice(version)) await session.script(step)
    if (!row) await session.all('insert into svc_schema (version) values ($1)', [latest])
    else if (version < latest) await session.all('update svc_schema set version = $1', [latest])
  })
}
