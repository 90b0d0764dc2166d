/*
 * What the books are held against, in the SQL that every store speaks. Each gives rows of figure, account, window, what is kept and what
 * its parts add up to.
 */

/** Balances against journal and charges, and what is held against the open calls. */
export const CHECK_ACCOUNTS = `
with booked as (select account_id, sum(amount_micros) as amount from journal group by account_id),
called as (
  select account_id, sum(cost_micros) as cost, sum(case when ended_at is null then held_micros else 0 end) as held
  from calls group by account_id),
sums as (
  select a.id, a.balance_micros, a.held_micros,
    cast(coalesce(b.amount, 0) - coalesce(c.cost, 0) as bigint) as booked,
    cast(coalesce(c.held, 0) as bigint) as open
  from accounts a left join booked b on b.account_id = a.id left join called c on c.account_id = a.id)
select 'balance' as figure, id as account_id, null as key_id, null as kind, null as start,
  balance_micros as kept, booked as counted from sums where balance_micros <> booked
union all
select 'held', id, null, null, null, held_micros, open from sums where held_micros <> open`

/**
 * Windows against the calls that began in them, which stand in \`counted\`. A window that began before the last call which was carried
 * over may have spent more than its calls that are left. So may the sums of such a day say; of other days they say what the calls of the
 * key cost. Sums go by whole days of an account, so that those which are there are whole.
 */
export const CHECK_WINDOWS = `
, figures as materialized (
  select k.account_id, w.key_id, w.kind, w.start, w.spent_micros, w.held_micros,
    cast(coalesce(c.spent, 0) as bigint) as spent, cast(coalesce(c.held, 0) as bigint) as held,
    coalesce(j.at, -1) as carried_at
  from windows w
  join api_keys k on k.id = w.key_id
  left join counted c on c.key_id = w.key_id and c.kind = w.kind and c.start = w.start
  left join journal j on j.account_id = k.account_id and j.kind = 'carried')
select 'spent' as figure, account_id, key_id, kind, start, spent_micros as kept, spent as counted
from figures where spent_micros <> spent and not (start <= carried_at and spent_micros > spent)
union all
select 'held', account_id, key_id, kind, start, held_micros, held from figures where held_micros <> held
union all
select 'usage', s.account_id, s.key_id, 'day', s.day, s.cost, cast(coalesce(c.spent, 0) as bigint)
from (
  select account_id, key_id, day, cast(sum(cost_micros) as bigint) as cost from usage_days group by account_id, key_id, day) s
left join counted c on c.key_id = s.key_id and c.kind = 'day' and c.start = s.day
left join journal j on j.account_id = s.account_id and j.kind = 'carried'
where s.cost <> coalesce(c.spent, 0) and not (s.day <= coalesce(j.at, -1) and s.cost > coalesce(c.spent, 0))`
