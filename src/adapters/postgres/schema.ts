import { Connection } from './connection.ts'
import { CONSOLE } from './console-tables.ts'
import { END } from './end-function.ts'
import { PEOPLE_TABLES } from './people-schema.ts'
import { STEPS_AT_ONCE } from './steps-function.ts'
import { HOLD, HOLD_BY_COLUMNS, SETTLE, SETTLE_BY_END } from './functions.ts'

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

/**
 * Where the balance comes from: grants, debits and what pruned calls cost; charges are the calls with a cost. What no grant on record
 * explains is the opening. Nothing in it changes but the one row an account that carries the pruned calls. Lists are read from their
 * newest end, so each has its index. The rows that count free empty answers are an account's and UTC day's.
 */
const JOURNAL = `
create table journal (
  seq bigint generated always as identity primary key,
  account_id text not null references accounts (id),
  kind text not null check (kind in ('grant', 'debit', 'carried')),
  amount_micros bigint not null,
  reason text,
  idempotency_key text,
  at bigint not null
);
create index journal_account on journal (account_id, at, seq);
create unique index journal_once on journal (account_id, idempotency_key) where idempotency_key is not null;
create unique index journal_carried on journal (account_id) where kind = 'carried';

insert into journal (account_id, kind, amount_micros, reason, at)
  select id, case when amount < 0 then 'debit' else 'grant' end, amount, 'opening', created_at
  from (
    select a.id, a.created_at, (a.balance_micros
      + coalesce((select sum(c.cost_micros) from calls c where c.account_id = a.id), 0)
      - coalesce((select sum(c.amount_micros) from credits c where c.account_id = a.id), 0))::bigint as amount
    from accounts a) as openings
  where amount <> 0 order by created_at, id;
insert into journal (account_id, kind, amount_micros, idempotency_key, at)
  select account_id, 'grant', amount_micros, idempotency_key, at from credits order by at, account_id, idempotency_key;
drop table credits;

create function svc_journal_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is only added to';
end $$;
create trigger journal_not_deleted before delete on journal for each row execute function svc_journal_kept();
create trigger journal_not_changed before update on journal for each row when (old.kind <> 'carried')
  execute function svc_journal_kept();

create table free_answers (
  account_id text not null references accounts (id),
  day bigint not null,
  used bigint not null,
  primary key (account_id, day)
);

create index calls_key on calls (key_id, started_at, seq);
create index calls_charged on calls (account_id, ended_at, seq) where cost_micros > 0;
create index calls_age on calls (seq);
create index windows_age on windows (kind, start);
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

/** What takes a database from each version to the next. Never changed, only added to. */
const MIGRATIONS: readonly string[] = [
  TABLES + HOLD + SETTLE,
  JOURNAL + HOLD_BY_COLUMNS + END + SETTLE_BY_END + READINESS_AND_PAGES,
  STEPS_AT_ONCE,
  CONSOLE,
  PEOPLE_TABLES,
  TOKENS,
]

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
