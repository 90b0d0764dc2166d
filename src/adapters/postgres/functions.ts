/*
 * The two steps that every call takes, as functions in the database: each with its rules, for one call. `svc_steps` takes many at once
 * and leaves to these what is out of the ordinary; instances of an older version call them by themselves. What was released once is
 * never changed here; a newer text of a function stands behind it. Locks are always taken in the order call, key, account, so that no
 * two steps can wait for each other; the key's lock guards its windows as well.
 */

/**
 * Looks at key, credit and windows, and opens a hold where `p_open` says so. The amount is as much of the ceiling as all of them
 * leave, or null where that is under the floor; the figures tell why. `p_starts` are the starts of hour, day, week and month.
 */
export const HOLD = `
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
`

/**
 * Ends a hold once, in the windows it began in, and tells what it was charged; `ended_now` says whether this settlement or an
 * earlier one did it. No such call: every figure is null.
 */
export const SETTLE = `
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
`

/** \`svc_hold\` with every column named: a table that gets another one changes nothing for it. */
export const HOLD_BY_COLUMNS = `
create or replace function svc_hold(
  p_id text, p_account text, p_key text, p_model text, p_frameworks text,
  p_floor bigint, p_ceiling bigint, p_now bigint, p_expires bigint, p_starts bigint[], p_open boolean,
  out amount bigint, out balance bigint, out held bigint,
  out limits bigint[], out spents bigint[], out helds bigint[]
) language plpgsql as $$
begin
  if p_open then
    select array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month] into limits
      from api_keys k where k.id = p_key and k.revoked_at is null for update;
    if not found then
      return;
    end if;
    select a.balance_micros, a.held_micros into balance, held from accounts a where a.id = p_account for update;
  else
    select array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month] into limits
      from api_keys k where k.id = p_key and k.revoked_at is null;
    if not found then
      return;
    end if;
    select a.balance_micros, a.held_micros into balance, held from accounts a where a.id = p_account;
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

/** What instances of the version before call goes on by \`svc_end\`; a call of theirs that ended late lands as well. */
export const SETTLE_BY_END = `
create or replace function svc_settle(
  p_id text, p_cost bigint, p_prompt_tokens bigint, p_completion_tokens bigint, p_status text, p_now bigint,
  out cost bigint, out ended_now boolean, out started_at bigint,
  out account text, out key text, out balance bigint, out funded bigint,
  out limits bigint[], out spents bigint[], out helds bigint[]
) language sql as $$
  select e.cost, e.ended_now, e.started_at, e.account, e.key, e.balance, e.funded, e.limits, e.spents, e.helds
  from svc_end(p_id, p_cost, p_prompt_tokens, p_completion_tokens, p_status, p_now, p_now - 86400000, null, null) e
$$;
`
