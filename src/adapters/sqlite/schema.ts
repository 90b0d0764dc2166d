import type { DatabaseSync } from 'node:sqlite'
import { PEOPLE_TABLES } from './people-schema.ts'

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

/**
 * Where the balance comes from: grants, debits and what pruned calls cost; charges are the calls with a cost. What no grant on record
 * explains is the opening. Nothing in it changes but the one row an account that carries the pruned calls. Lists are read from their
 * newest end, so each has its index. The rows that count free empty answers are an account's and UTC day's.
 */
const JOURNAL = `
create table journal (
  seq integer primary key,
  account_id text not null references accounts (id),
  kind text not null check (kind in ('grant', 'debit', 'carried')),
  amount_micros integer not null,
  reason text,
  idempotency_key text,
  at integer not null
) strict;
create index journal_account on journal (account_id, at);
create unique index journal_once on journal (account_id, idempotency_key) where idempotency_key is not null;
create unique index journal_carried on journal (account_id) where kind = 'carried';

insert into journal (account_id, kind, amount_micros, reason, at)
  select id, case when amount < 0 then 'debit' else 'grant' end, amount, 'opening', created_at
  from (
    select a.id, a.created_at, a.balance_micros
      + coalesce((select sum(c.cost_micros) from calls c where c.account_id = a.id), 0)
      - coalesce((select sum(c.amount_micros) from credits c where c.account_id = a.id), 0) as amount
    from accounts a)
  where amount <> 0 order by created_at, id;
insert into journal (account_id, kind, amount_micros, idempotency_key, at)
  select account_id, 'grant', amount_micros, idempotency_key, at from credits order by at, account_id, idempotency_key;
drop table credits;

create trigger journal_not_deleted before delete on journal
  begin select raise(abort, 'the journal is only added to'); end;
create trigger journal_not_changed before update on journal when old.kind <> 'carried'
  begin select raise(abort, 'the journal is only added to'); end;

create table free_answers (
  account_id text not null references accounts (id),
  day integer not null,
  used integer not null,
  primary key (account_id, day)
) strict, without rowid;

create index calls_key on calls (key_id, started_at);
create index calls_charged on calls (account_id, ended_at) where cost_micros > 0;
create index windows_age on windows (kind, start);
`

/** A row to write for the sake of writing, and lists that are read by pages. */
const READINESS_AND_PAGES = `
create table readiness (at integer not null, room blob not null) strict;
create index accounts_age on accounts (created_at, id);
create index api_keys_age on api_keys (account_id, created_at, id);
drop index api_keys_account;
`

/**
 * Keys that expire and get new secrets, accounts that are suspended, and what the calls of a day add up to. No secret opens two keys, be it
 * the present one or the one before. A call counts on the UTC day on which it began. Sums are found by their account; old ones by their day.
 */
const CONSOLE = `
create table suspensions (
  account_id text primary key references accounts (id),
  since integer not null
) strict, without rowid;
alter table api_keys add column expires_at integer;
alter table api_keys add column previous_hash blob;
alter table api_keys add column previous_until integer;
create unique index api_keys_previous on api_keys (previous_hash) where previous_hash is not null;
create trigger api_keys_new_secret before insert on api_keys
  when exists (select 1 from api_keys where previous_hash = new.secret_hash)
  begin select raise(abort, 'no secret opens two keys'); end;
create trigger api_keys_rolled before update of secret_hash on api_keys
  when exists (select 1 from api_keys where secret_hash = new.secret_hash or previous_hash = new.secret_hash)
  begin select raise(abort, 'no secret opens two keys'); end;

create table usage_days (
  account_id text not null,
  day integer not null,
  key_id text not null,
  model text not null,
  status text not null,
  calls integer not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  cost_micros integer not null,
  primary key (account_id, day, key_id, model, status)
) strict, without rowid;
create index usage_days_age on usage_days (day, account_id);
insert into usage_days
  select account_id, started_at - started_at % 86400000, key_id, model, status,
    count(*), sum(prompt_tokens), sum(completion_tokens), sum(cost_micros)
  from calls where ended_at is not null group by 1, 2, 3, 4, 5;

create table usage_framework_days (
  account_id text not null,
  day integer not null,
  key_id text not null,
  framework text not null,
  calls integer not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  cost_micros integer not null,
  primary key (account_id, day, key_id, framework)
) strict, without rowid;
create index usage_framework_days_age on usage_framework_days (day, account_id);
insert into usage_framework_days
  select c.account_id, c.started_at - c.started_at % 86400000, c.key_id, f.value,
    count(*), sum(c.prompt_tokens), sum(c.completion_tokens), sum(c.cost_micros)
  from calls c, json_each('["' || replace(c.frameworks, ' ', '","') || '"]') f
  where c.ended_at is not null group by 1, 2, 3, 4;
`

/**
 * Personal access tokens are keys with scopes, written with spaces between them. Each of the two sorts is listed by itself, so each has
 * an index of its own.
 */
const TOKENS = `
alter table api_keys add column scopes text;
create index api_keys_listed on api_keys (account_id, created_at, id) where scopes is null;
create index api_keys_tokens on api_keys (account_id, created_at, id) where scopes is not null;
drop index api_keys_age;
`

/** What takes a file from each version to the next; the file keeps its version as `user_version`. Never changed, only added to. */
const MIGRATIONS: readonly string[] = [
  TABLES,
  FUNDED,
  JOURNAL + READINESS_AND_PAGES,
  CONSOLE,
  PEOPLE_TABLES,
  TOKENS,
]

/**
 * Creates the tables in an empty file, and brings those of an older version forward, all in one transaction.
 * @throws where the file was written by a version of the service that this one does not know
 */
export function migrate(database: DatabaseSync): void {
  const version = versionOf(database)
  if (version === LATEST) return
  if (version > LATEST) throw new Error(unknown(version))
  const steps = MIGRATIONS.slice(version).join('')
  try {
    database.exec(`begin immediate; ${steps} pragma user_version = ${LATEST}; commit`)
  } catch (cause) {
    if (database.isTransaction) database.exec('rollback')
    throw cause
  }
}

/** @throws where the tables are not those of this version */
export function refuseOtherVersions(database: DatabaseSync): void {
  const version = versionOf(database)
  if (version === LATEST) return
  throw new Error(
    version > LATEST
      ? unknown(version)
      : `it has schema version ${version}, which a start of this service brings forward to ${LATEST}`,
  )
}

const LATEST = MIGRATIONS.length

function unknown(version: number): string {
  return `it has schema version ${version}, and this service knows ${LATEST}`
}

function versionOf(database: DatabaseSync): number {
  const row = database.prepare('pragma user_version').get() as { user_version: number }
  return row.user_version
}
