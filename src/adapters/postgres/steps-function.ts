/*
 * Many holds and settlements in one round trip. Which of them get what they ask is decided as if they came one after the other: the
 * settlements first, since what they free the holds may take, and each kind in the order it is given. Where nothing stands in the way of
 * any order, all are written at once; the others go one by one through `svc_end` and `svc_hold`, whose rules therefore stand alone.
 *
 * Rows are found one by one, by their keys. A plan is made once a connection, perhaps while the tables are still empty, and must serve
 * when they are large: so `svc_steps` rules out, for itself and what it calls, plans that read whole tables.
 */

/**
 * Takes all locks in the order of every step (calls, keys, accounts, each by its id), then decides. A lock that does not come
 * within `p_lock_wait` (`250ms`; null: the session's own limit) ends the step with nothing done. The holds begin in the windows
 * of `p_starts`. Gives one row for each settlement, then for each hold: its place in this order, and what `svc_end` or `svc_hold` tell.
 * No id may come twice.
 */
const STEPS = `
create function svc_steps(
  p_lock_wait text,
  p_ends text[], p_costs bigint[], p_prompt_tokens bigint[], p_completion_tokens bigint[], p_statuses text[],
  p_ended bigint[], p_late_since bigint[], p_free bigint[], p_days bigint[],
  p_holds text[], p_accounts text[], p_keys text[], p_models text[], p_frameworks text[],
  p_floors bigint[], p_ceilings bigint[], p_begun bigint[], p_expires bigint[], p_starts bigint[]
) returns table (place bigint, outcome json) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  open_ids text[];
  locked_keys text[] := p_keys;
  locked_accounts text[] := p_accounts;
begin
  if p_lock_wait is not null then
    perform set_config('lock_timeout', p_lock_wait, true);
  end if;
  if cardinality(p_ends || p_holds) = 1 then
    if cardinality(p_ends) = 1 then
      return query select 1::bigint, to_json(e) from svc_end(p_ends[1], p_costs[1], p_prompt_tokens[1],
        p_completion_tokens[1], p_statuses[1], p_ended[1], p_late_since[1], p_free[1], p_days[1]) as e;
    else
      return query select 1::bigint, to_json(h) from svc_hold(p_holds[1], p_accounts[1], p_keys[1], p_models[1],
        p_frameworks[1], p_floors[1], p_ceilings[1], p_begun[1], p_expires[1], p_starts, true) as h;
    end if;
    return;
  end if;
  if cardinality(p_ends) > 0 then
    select array_agg(c.id) filter (where c.ended_at is null), p_keys || array_agg(c.key_id), p_accounts || array_agg(c.account_id)
      into open_ids, locked_keys, locked_accounts
      from (select id, key_id, account_id, ended_at from calls where id = any (p_ends) order by id for update) as c;
  end if;
  perform 1 from api_keys where id = any (locked_keys) order by id for update;
  perform 1 from accounts where id = any (locked_accounts) order by id for update;
  if cardinality(p_ends) > 0 then
    return query select e.nth, e.outcome from svc_end_all(open_ids, p_ends, p_costs, p_prompt_tokens,
      p_completion_tokens, p_statuses, p_ended, p_late_since, p_free, p_days) as e;
  end if;
  if cardinality(p_holds) > 0 then
    return query select cardinality(p_ends) + h.nth, h.outcome from svc_hold_all(p_holds, p_accounts, p_keys, p_models,
      p_frameworks, p_floors, p_ceilings, p_begun, p_expires, p_starts) as h;
  end if;
end $$;
`

/**
 * Ends holds whose calls, keys and accounts are locked. Those that are open (\`p_open\`), at a price that hangs on nothing else, end at
 * once. Each is told what was left after it: what was there before, less its own charge and those of the ones before it.
 */
const END_ALL = `
create function svc_end_all(
  p_open text[], p_ids text[], p_costs bigint[], p_prompt_tokens bigint[], p_completion_tokens bigint[], p_statuses text[],
  p_now bigint[], p_late_since bigint[], p_free bigint[], p_days bigint[]
) returns table (nth bigint, outcome json) language plpgsql as $$
declare
  kinds constant text[] := array['hour', 'day', 'week', 'month'];
  plain bigint;
  one record;
begin
  return query
  with ended as (
    update calls c set status = e.status, cost_micros = least(e.cost, c.held_micros), prompt_tokens = e.prompt_tokens,
      completion_tokens = e.completion_tokens, ended_at = e.now
    from unnest(p_ids, p_costs, p_prompt_tokens, p_completion_tokens, p_statuses, p_now, p_free) with ordinality
      as e (id, cost, prompt_tokens, completion_tokens, status, now, free, place)
    where c.id = e.id and c.id = any (p_open) and e.free is null
    returning e.place, c.account_id, c.key_id, c.started_at, c.windows, c.held_micros as hold, c.cost_micros as cost),
  charged as (
    select e.*, a.balance_micros - sum(e.cost) over (partition by a.id order by e.place) as balance, a.funded_micros as funded,
      array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month] as limits
    from ended e join accounts a on a.id = e.account_id join api_keys k on k.id = e.key_id),
  counted as (
    select e.*, s.kind, s.start, s.nth,
      coalesce(w.spent_micros, 0) + sum(e.cost) over earlier as spent, coalesce(w.held_micros, 0) - sum(e.hold) over earlier as held
    from charged e
    cross join lateral unnest(kinds, e.windows) with ordinality as s (kind, start, nth)
    left join windows w on w.key_id = e.key_id and w.kind = s.kind and w.start = s.start
    window earlier as (partition by e.key_id, s.kind, s.start order by e.place)),
  windows_written as (
    update windows w set held_micros = w.held_micros - c.hold, spent_micros = w.spent_micros + c.cost
    from (select key_id, kind, start, sum(hold) as hold, sum(cost) as cost from counted group by key_id, kind, start) as c
    where w.key_id = c.key_id and w.kind = c.kind and w.start = c.start),
  accounts_written as (
    update accounts a set held_micros = a.held_micros - e.hold, balance_micros = a.balance_micros - e.cost
    from (select account_id, sum(hold) as hold, sum(cost) as cost from ended group by account_id) as e
    where a.id = e.account_id)
  select c.place, json_build_object('cost', c.cost, 'uncollected', null, 'ended_now', true, 'started_at', c.started_at,
    'account', c.account_id, 'key', c.key_id, 'balance', c.balance, 'funded', c.funded, 'limits', c.limits,
    'spents', array_agg(c.spent order by c.nth), 'helds', array_agg(c.held order by c.nth))
  from counted c
  group by c.place, c.cost, c.started_at, c.account_id, c.key_id, c.balance, c.funded, c.limits;
  get diagnostics plain = row_count;

  if plain < cardinality(p_ids) then
    for one in
      select * from unnest(p_ids, p_costs, p_prompt_tokens, p_completion_tokens, p_statuses, p_now, p_late_since, p_free, p_days)
        with ordinality as e (id, cost, prompt_tokens, completion_tokens, status, now, late_since, free, day, place)
      where e.free is not null or e.id = any (p_open) is not true order by e.place
    loop
      return query select one.place, to_json(x) from svc_end(one.id, one.cost, one.prompt_tokens, one.completion_tokens, one.status,
        one.now, one.late_since, one.free, one.day) as x;
    end loop;
  end if;
end $$;
`

/**
 * Opens holds whose keys and accounts are locked. Where an account has room for the ceilings of all its holds, and so have the windows
 * of a key for those of the key, each of these is granted its ceiling in any order, and all are written at once.
 */
const HOLD_ALL = `
create function svc_hold_all(
  p_ids text[], p_accounts text[], p_keys text[], p_models text[], p_frameworks text[],
  p_floors bigint[], p_ceilings bigint[], p_now bigint[], p_expires bigint[], p_starts bigint[]
) returns table (nth bigint, outcome json) language plpgsql as $$
declare
  kinds constant text[] := array['hour', 'day', 'week', 'month'];
  plain bigint[] := array(
    select unnest(g.places) from (
      select h.key, h.account, array_agg(h.place) as places, sum(h.ceiling) as wanted,
        sum(sum(h.ceiling)) over (partition by h.account) as account_wanted
      from unnest(p_keys, p_accounts, p_ceilings) with ordinality as h (key, account, ceiling, place)
      group by h.key, h.account) as g
    join api_keys k on k.id = g.key and k.revoked_at is null
    join accounts a on a.id = g.account
    where a.balance_micros > 0 and a.balance_micros - a.held_micros >= g.account_wanted
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

/**
 * Pruning finds old windows by an index that no step can mistake for its own: all keys have their windows at the same times, and
 * a plan that looks there for those of one key reads those of all.
 */
const OLD_WINDOWS = `
drop index windows_age;
create index windows_old on windows ((start + 0), kind);
`

export const STEPS_AT_ONCE = OLD_WINDOWS + END_ALL + HOLD_ALL + STEPS
