import type { DatabaseSync } from 'node:sqlite'

const TABLES = `
create table accounts (
  id text primary key,
  name text not null,
  balance_micros integer not null,
  held_micros integer not null default 0 check (held_micros >= 0),
  created_at integer not null,
  check (balance_micros - held_micros >= 0)
) strict;

create table credits (
  account_id text not null references accounts (id),
  idempotency_key text not null,
  amount_micros integer not null,
  at integer not null,
  primary key (account_id, idempotency_key)
) strict, without rowid;

create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  secret_hash blob not null unique,
  last_four text not null,
  limit_hour integer, limit_day integer, limit_week integer, limit_month integer,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
) strict;
create index api_keys_account on api_keys (account_id);

create table windows (
  key_id text not null references api_keys (id),
  kind text not null,
  start integer not null,
  spent_micros integer not null default 0 check (spent_micros >= 0),
  held_micros integer not null default 0 check (held_micros >= 0),
  primary key (key_id, kind, start)
) strict, without rowid;

create table calls (
  id text primary key,
  account_id text not null references accounts (id),
  key_id text not null references api_keys (id),
  model text not null,
  frameworks text not null,
  status text not null,
  held_micros integer not null,
  cost_micros integer not null default 0 check (cost_micros <= held_micros),
  prompt_tokens integer not null default 0,
  completion_tokens integer not null default 0,
  started_at integer not null,
  expires_at integer not null,
  ended_at integer
) strict;
create index calls_account on calls (account_id, started_at);
create index calls_open on calls (expires_at) where ended_at is null;
`

/** Low credit is told as a share of the balance after the last top-up. */
const FUNDED = `
alter table accounts add column funded_micros integer not null default 0;
update accounts set funded_micros = balance_micros;
`

/** A row to write for the sake of writing, and lists that are read by pages. */
const READINESS_AND_PAGES = `
create table readiness (at integer not null, room blob not null) strict;
create index accounts_age on accounts (created_at, id);
create index api_keys_age on api_keys (account_id, created_at, id);
drop index api_keys_account;
`

/** What takes a file from each version to the next; the file keeps its version as `user_version`. Never changed, only added to. */
const MIGRATIONS: readonly string[] = [TABLES, FUNDED, READINESS_AND_PAGES]

/**
 * Creates the tables in an empty file, and brings those of an older version forward, all in one transaction.
 * @throws where the file was written by a version of the service that this one does not know
 */
export function migrate(database: DatabaseSync): void {
  const row = database.prepare('pragma user_version').get() as { user_version: number }
  const latest = MIGRATIONS.length
  if (row.user_version === latest) return
  if (row.user_version > latest) {
    throw new Error(`it has schema version ${row.user_version}, and this service knows ${latest}`)
  }
  const steps = MIGRATIONS.slice(row.user_version).join('')
  try {
    database.exec(`begin immediate; ${steps} pragma user_version = ${latest}; commit`)
  } catch (cause) {
    if (database.isTransaction) database.exec('rollback')
    throw cause
  }
}
