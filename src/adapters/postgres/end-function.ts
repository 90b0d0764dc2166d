/**
 * Ends a hold once, in the windows it began in, and tells what it was charged; `ended_now` says whether this settlement or an
 * earlier one did it. No such call: every figure is null. Locks are taken in the order call, key, account.
 *
 * The end of a sweep after `p_late_since` is provisional: then what was held is free already, and only what credit and caps leave is
 * charged; `uncollected` is the rest, and not null where the sweep came first. `p_free` is how many ends of the account on `p_day` cost
 * nothing, null where this one is none of them.
 */
export const END = `
create function svc_end(
  p_id text, p_cost bigint, p_prompt_tokens bigint, p_completion_tokens bigint, p_status text, p_now bigint,
  p_late_since bigint, p_free bigint, p_day bigint,
  out cost bigint, out uncollected bigint, out ended_now boolean, out started_at bigint,
  out account text, out key text, out balance bigint, out funded bigint,
  out limits bigint[], out spents bigint[], out helds bigint[]
) language plpgsql as $$
declare
  kinds constant text[] := array['hour', 'day', 'week', 'month'];
  first_cost bigint;
  first_end bigint;
  hold bigint;
  starts bigint[];
  late boolean;
  room bigint;
begin
  select c.account_id, c.key_id, c.started_at, c.cost_micros, c.ended_at, c.held_micros, c.windows,
      c.status = 'expired' and p_status <> 'expired'
    into account, key, started_at, first_cost, first_end, hold, starts, late
    from calls c where c.id = p_id for update;
  if not found then
    return;
  end if;
  cost := least(p_cost, hold);
  ended_now := first_end is null or (late and first_end > p_late_since);
  if not ended_now then
    if late then
      uncollected := case when p_free is null then cost else 0 end;
    end if;
    cost := first_cost;
    return;
  end if;

  select array[k.limit_hour, k.limit_day, k.limit_week, k.limit_month] into limits
    from api_keys k where k.id = key for update;
  if late or p_free is not null then
    select a.balance_micros - a.held_micros into room from accounts a where a.id = account for update;
  end if;
  if p_free > 0 and cost > 0 then
    insert into free_answers as f (account_id, day, used) values (account, p_day, 1)
      on conflict (account_id, day) do update set used = f.used + 1 where f.used < p_free;
    if found then
      cost := 0;
    end if;
  end if;
  if late then
    hold := 0;
    select least(room, min(s.cap - coalesce(w.spent_micros, 0) - coalesce(w.held_micros, 0))) into room
      from unnest(kinds, starts, limits) as s (kind, start, cap)
      left join windows w on w.key_id = key and w.kind = s.kind and w.start = s.start;
    uncollected := cost - greatest(0, least(cost, room));
    cost := cost - uncollected;
  end if;

  update calls set status = p_status, cost_micros = cost, prompt_tokens = p_prompt_tokens,
    completion_tokens = p_completion_tokens, ended_at = p_now where id = p_id;
  update windows w set held_micros = w.held_micros - hold, spent_micros = w.spent_micros + cost
    from unnest(kinds, starts) as s (kind, start)
    where w.key_id = key and w.kind = s.kind and w.start = s.start;
  select array_agg(coalesce(w.spent_micros, 0) order by s.place), array_agg(coalesce(w.held_micros, 0) order by s.place)
    into spents, helds
    from unnest(kinds, starts) with ordinality as s (kind, start, place)
    left join windows w on w.key_id = key and w.kind = s.kind and w.start = s.start;
  update accounts a set held_micros = a.held_micros - hold, balance_micros = a.balance_micros - cost
    where a.id = account returning a.balance_micros, a.funded_micros into balance, funded;
end $$;
`
