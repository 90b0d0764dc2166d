/*
 * Keys that expire and get new secrets, accounts that are suspended, and what the calls of a day add up to.
 */

/**
 * No secret opens two keys, be it the present one or the one before. Who suspends an account locks its row, as who holds does. It is no column of
 * that row: instances of the first version read all of its columns.
 */
const KEYS = `
create table suspensions (
  account_id text primary key references accounts (id),
  since bigint not null
);
alter table api_keys add column expires_at bigint, add column previous_hash bytea, add column previous_until bigint;
create unique index api_keys_previous on api_keys (previous_hash) where previous_hash is not null;

create function svc_new_secret() returns trigger language plpgsql as $$
begin
  if exists (select 1 from api_keys where previous_hash = new.secret_hash)
    or (tg_op = 'UPDATE' and exists (select 1 from api_keys where secret_hash = new.secret_hash)) then
    raise unique_violation using message = 'no secret opens two keys';
  end if;
  return new;
end $$;
create trigger api_keys_new_secret before insert or update of secret_hash on api_keys
  for each row execute function svc_new_secret();
`

/**
 * Counts every end where it is written, whichever function or version writes it: a call on the UTC day on which it began, in place of the
 * end that it had before, the sweep's. Who ends a call has locked its key before (\`svc_end\`, \`svc_steps\`), and sums are a key's: so
 * nobody waits for a sum while he holds what its owner waits for. Old sums are found by an index that no step can mistake for its own.
 */
const SUMS = `
create table usage_days (
  account_id text not null,
  day bigint not null,
  key_id text not null,
  model text not null,
  status text not null,
  calls bigint not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  cost_micros bigint not null,
  primary key (account_id, day, key_id, model, status)
);
create index usage_days_old on usage_days ((day + 0), account_id);

create table usage_framework_days (
  account_id text not null,
  day bigint not null,
  key_id text not null,
  framework text not null,
  calls bigint not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  cost_micros bigint not null,
  primary key (account_id, day, key_id, framework)
);
create index usage_framework_days_old on usage_framework_days ((day + 0), account_id);

create function svc_frameworks(p_frameworks text) returns text[] language sql immutable as $$
  select case when p_frameworks = '' then array[''] else string_to_array(p_frameworks, ' ') end
$$;

create function svc_count_ends() returns trigger language plpgsql as $$
begin
  insert into usage_days as u (account_id, day, key_id, model, status, calls, prompt_tokens, completion_tokens, cost_micros)
  select account_id, day, key_id, model, status, sum(times), sum(times * prompt_tokens), sum(times * completion_tokens),
    sum(times * cost_micros)
  from (
    select *, started_at - started_at % 86400000 as day, 1 as times from after_it
    union all
    select *, started_at - started_at % 86400000, -1 from before_it) as e
  where ended_at is not null group by 1, 2, 3, 4, 5
  on conflict (account_id, day, key_id, model, status) do update set calls = u.calls + excluded.calls,
    prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = u.completion_tokens + excluded.completion_tokens, cost_micros = u.cost_micros + excluded.cost_micros;

  insert into usage_framework_days as u (account_id, day, key_id, framework, calls, prompt_tokens, completion_tokens, cost_micros)
  select account_id, day, key_id, framework, sum(times), sum(times * prompt_tokens), sum(times * completion_tokens),
    sum(times * cost_micros)
  from (
    select *, started_at - started_at % 86400000 as day, 1 as times from after_it
    union all
    select *, started_at - started_at % 86400000, -1 from before_it) as e
  cross join lateral unnest(svc_frameworks(frameworks)) as f (framework)
  where ended_at is not null group by 1, 2, 3, 4
  on conflict (account_id, day, key_id, framework) do update set calls = u.calls + excluded.calls,
    prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = u.completion_tokens + excluded.completion_tokens, cost_micros = u.cost_micros + excluded.cost_micros;
  return null;
end $$;
create trigger calls_ended after update on calls referencing old table as before_it new table as after_it
  for each statement execute function svc_count_ends();

insert into usage_days
  select account_id, started_at - started_at % 86400000, key_id, model, status,
    count(*), sum(prompt_tokens), sum(completion_tokens), sum(cost_micros)
  from calls where ended_at is not null group by 1, 2, 3, 4, 5;
insert into usage_framework_days
  select c.account_id, c.started_at - c.started_at % 86400000, c.key_id, f.framework,
    count(*), sum(c.prompt_tokens), sum(c.completion_tokens), sum(c.cost_micros)
  from calls c cross join lateral unnest(svc_frameworks(c.frameworks)) as f (framework)
  where c.ended_at is not null group by 1, 2, 3, 4;
`

/**
 * \`svc_hold\` that looks at the key's expiry and whether the account is suspended. Its answer has the columns it had, so that instances of
 * the version before go on: what is held without a balance says that the account is suspended, which they take for an inactive key.
 */
const HOLD = `
create or replace function svc_hold(
  p_id text, p_account text, p_key text, p_model text, p_frameworks text,
  p_floor bigint, p_ceiling bigint, p_now bigint, p_expires bigint, p_starts bigint[], p_open boolean,
  out amount bigint, out balance bigint, out held bigint,
  out limits bigint[], out spents bigint[], out helds bigint[]
) language plpgsql as $$
begin
  if p_open then
    select array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month] into limits from api_keys k
      where k.id = p_key and k.revoked_at is null and (k.expires_at is null or k.expires_at > p_now) for update;
    if not found then
      return;
    end if;
    select a.balance_micros, a.held_micros into balance, held from accounts a where a.id = p_account for update;
  else
    select array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month] into limits from api_keys k
      where k.id = p_key and k.revoked_at is null and (k.expires_at is null or k.expires_at > p_now);
    if not found then
      return;
    end if;
    select a.balance_micros, a.held_micros into balance, held from accounts a where a.id = p_account;
  end if;
  if exists (select 1 from suspensions s where s.account_id = p_account) then
    balance := null;
  end if;
  if balance is null then
    return;
  end if;
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
`

/** `svc_hold_all` that writes at once only what is open by key and account; what is not, `svc_hold` refuses. */
const HOLD_ALL = `
create or replace function svc_hold_all(
  p_ids text[], p_accounts text[], p_keys text[], p_models text[], p_frameworks text[],
  p_floors bigint[], p_ceilings bigint[], p_now bigint[], p_expires bigint[], p_starts bigint[]
) returns table (nth bigint, outcome json) language plpgsql as $$
declare
  kinds constant text[] := array['hour', 'day', 'week', 'month'];
  plain bigint[] := array(
    select unnest(g.places) from (
      select h.key, h.account, array_agg(h.place) as places, sum(h.ceiling) as wanted, max(h.now) as latest,
        sum(sum(h.ceiling)) over (partition by h.account) as account_wanted
      from unnest(p_keys, p_accounts, p_ceilings, p_now) with ordinality as h (key, account, ceiling, now, place)
      group by h.key, h.account) as g
    join api_keys k on k.id = g.key and k.revoked_at is null and (k.expires_at is null or k.expires_at > g.latest)
    join accounts a on a.id = g.account
    where not exists (select 1 from suspensions s where s.account_id = g.account)
      and a.balance_micros > 0 and a.balance_micros - a.held_micros >= g.account_wanted
      and not exists (
        select 1 from unnest(kinds, p_starts, array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month]) as s (kind, start, cap)
        where s.cap = 0 or s.cap < g.wanted + coalesce((select w.spent_micros + w.held_micros from windows w
          where w.key_id = g.key and w.kind = s.kind and w.start = s.start), 0)));
  one record;
begin
  with opened as (
    insert into calls (id, account_id, key_id, model, frameworks, status, held_micros, windows, started_at, expires_at)
    select h.id, h.account, h.key, h.model, h.frameworks, 'running', h.ceiling, p_starts, h.now, h.expires
    from unnest(p_ids, p_accounts, p_keys, p_models, p_frameworks, p_ceilings, p_now, p_expires) with ordinality
      as h (id, account, key, model, frameworks, ceiling, now, expires, place)
    where h.place = any (plain) order by h.place
    returning account_id, key_id, held_micros as hold, started_at),
  windows_written as (
    insert into windows (key_id, kind, start, held_micros)
    select o.key_id, s.kind, s.start, o.hold
    from (select key_id, sum(hold) as hold from opened group by key_id) as o
    cross join unnest(kinds, p_starts) as s (kind, start)
    on conflict (key_id, kind, start) do update set held_micros = windows.held_micros + excluded.held_micros),
  keys_written as (
    update api_keys k set last_used_at = o.now
    from (select key_id, max(started_at) as now from opened group by key_id) as o where k.id = o.key_id)
  update accounts a set held_micros = a.held_micros + o.hold
  from (select account_id, sum(hold) as hold from opened group by account_id) as o where a.id = o.account_id;
  return query select p.place, json_build_object('amount', p_ceilings[p.place]) from unnest(plain) as p (place);

  if cardinality(plain) < cardinality(p_ids) then
    for one in
      select * from unnest(p_ids, p_accounts, p_keys, p_models, p_frameworks, p_floors, p_ceilings, p_now, p_expires)
        with ordinality as h (id, account, key, model, frameworks, floor, ceiling, now, expires, place)
      where h.place <> all (plain) order by h.place
    loop
      return query select one.place, to_json(x) from svc_hold(one.id, one.account, one.key, one.model, one.frameworks, one.floor, one.ceiling,
        one.now, one.expires, p_starts, true) as x;
    end loop;
  end if;
end $$;
`

export const CONSOLE = KEYS + SUMS + HOLD + HOLD_ALL
