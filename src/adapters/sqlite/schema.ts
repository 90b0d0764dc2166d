import type { DatabaseSync } from 'node:sqlite'

/** The version of the tables below, kept in the file as `user_version`. */
const SCHEMA_VERSION = 1

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

/**
 * Creates the tables in an empty database.
 * @throws where the file was written by a version of the service that this one does not know
 */
export function migrate(database: DatabaseSync): void {
  const row = database.prepare('pragma user_version').get() as { user_version: number }
  if (row.user_version === SCHEMA_VERSION) return
  if (row.user_version !== 0) {
    throw new Error(`it has schema version ${row.user_version}, and this service knows ${SCHEMA_VERSION}`)
  }
  database.exec(`begin immediate; ${TABLES} pragma user_version = ${SCHEMA_VERSION}; commit`)
}
