/** The tables of the first schema version, as they were: a file that an early service left behind. */
export const VERSION_1 = `
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
pragma user_version = 1;
`
