/** The tables and functions of the first schema version, as they were: a database that an early service left behind. */
export const VERSION_1 = `
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

create function svc_hold(
  p_id text, p_account text, p_key text, p_model text, p_frameworks text,
  p_floor bigint, p_ceiling bigint, p_now bigint, p_expires bigint, p_starts bigint[], p_open boolean,
  out amount bigint, out balance bigint, out held bigint,
  out limits bigint[], out spents bigint[], out helds bigint[]
) language plpgsql as $$
declare
  k api_keys;
  a accounts;
begin
  if p_open then
    select * into k from api_keys where id = p_key and revoked_at is null for update;
    select * into a from accounts where id = p_account for update;
  else
    select * into k from api_keys where id = p_key and revoked_at is null;
    select * into a from accounts where id = p_account;
  end if;
  if k.id is null or a.id is null then
    return;
  end if;
  balance := a.balance_micros;
  held := a.held_micros;
  limits := array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month];
  select array_agg(coalesce(w.spent_micros, 0) order by s.place), array_agg(coalesce(w.held_micros, 0) order by s.place)
    into spents, helds
    from unnest(array['hour', 'day', 'week', 'month'], p_starts) with ordinality as s (kind, start, place)
    left join windows w on w.key_id = p_key and w.kind = s.kind and w.start = s.start;
  amount := least(p_ceiling, balance - held);
  for i in 1 .. 4 loop
    if limits[i] is not null then
      amount := least(amount, limits[i] - spents[i] - helds[i]);
    end if;
  end loop;
  if balance <= 0 or amount < p_floor or coalesce(0 = any (limits), false) then
    amount := null;
  elsif p_open then
    insert into calls (id, account_id, key_id, model, frameworks, status, held_micros, windows, started_at, expires_at)
      values (p_id, p_account, p_key, p_model, p_frameworks, 'running', amount, p_starts, p_now, p_expires);
    insert into windows (key_id, kind, start, held_micros)
      select p_key, s.kind, s.start, amount
      from unnest(array['hour', 'day', 'week', 'month'], p_starts) as s (kind, start)
      on conflict (key_id, kind, start) do update set held_micros = windows.held_micros + excluded.held_micros;
    update api_keys set last_used_at = p_now where id = p_key;
    update accounts set held_micros = held_micros + amount where id = p_account;
  end if;
end $$;

create function svc_settle(
  p_id text, p_cost bigint, p_prompt_tokens bigint, p_completion_tokens bigint, p_status text, p_now bigint,
  out cost bigint, out ended_now boolean, out started_at bigint,
  out account text, out key text, out balance bigint, out funded bigint,
  out limits bigint[], out spents bigint[], out helds bigint[]
) language plpgsql as $$
declare
  c calls;
begin
  select * into c from calls where id = p_id for update;
  if c.id is null then
    return;
  end if;
  account := c.account_id;
  key := c.key_id;
  started_at := c.started_at;
  if c.ended_at is not null then
    cost := c.cost_micros;
    ended_now := false;
    return;
  end if;
  cost := least(p_cost, c.held_micros);
  ended_now := true;
  select array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month] into limits
    from api_keys k where k.id = c.key_id for update;
  update calls set status = p_status, cost_micros = cost, prompt_tokens = p_prompt_tokens,
    completion_tokens = p_completion_tokens, ended_at = p_now where id = p_id;
  update windows w set held_micros = w.held_micros - c.held_micros, spent_micros = w.spent_micros + cost
    from unnest(array['hour', 'day', 'week', 'month'], c.windows) as s (kind, start)
    where w.key_id = c.key_id and w.kind = s.kind and w.start = s.start;
  select array_agg(w.spent_micros order by s.place), array_agg(w.held_micros order by s.place) into spents, helds
    from unnest(array['hour', 'day', 'week', 'month'], c.windows) with ordinality as s (kind, start, place)
    join windows w on w.key_id = c.key_id and w.kind = s.kind and w.start = s.start;
  update accounts a set held_micros = a.held_micros - c.held_micros, balance_micros = a.balance_micros - cost
    where a.id = c.account_id returning a.balance_micros, a.funded_micros into balance, funded;
end $$;

create table svc_schema (version integer not null);
insert into svc_schema values (1);
`
