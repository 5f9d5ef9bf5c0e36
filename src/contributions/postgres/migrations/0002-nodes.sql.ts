/**
 * Which version of the data all nodes use, and which versions each node that is alive can answer from. `announce` keeps
 * its form in every later version, so that older programs go on taking part.
 */
export const nodes = `
create table data (
  agreed text,
  -- Nodes that lacked it when it was agreed on.
  lacking text[] not null default '{}',
  -- So long nodes with a newer version wait for those that lack it.
  patience interval not null default '10 minutes',
  one boolean primary key default true check (one)
);
insert into data default values;

create table nodes (
  node text primary key check (length(node) <= 200),
  holds text[] not null,
  -- Since when it has had a version that is newer than the one agreed on.
  waits_since timestamptz,
  expires timestamptz not null
);

create function version_order(_version text) returns int[]
language sql immutable strict as $$ select string_to_array(_version, '.')::int[] $$;

-- A node says what it can answer from, for so long, or without a version that it ends; and hears what holds for all.
create function announce(_node text, _holds text[], _expire_ms int)
returns table (agreed text, lacking text[], patience_ms bigint, held text[], servers int, ready int)
language plpgsql security definer set search_path = robotics_mcp, pg_temp as $$
#variable_conflict use_column
declare
  _now timestamptz := clock_timestamp();
  _agreed text;
  _patience interval;
  _before text[];
  _newest text;
  _shared text;
begin
  -- What is lost of this is said again in a few seconds; no standby is waited for.
  perform set_config('synchronous_commit', 'off', true);
  -- One after the other: whoever agrees knows what all have said.
  select d.agreed, d.patience into _agreed, _patience from data d for update;
  delete from nodes n where n.expires < _now;
  select n.holds into _before from nodes n where n.node = _node;
  if cardinality(_holds) = 0 then
    delete from nodes n where n.node = _node;
  else
    insert into nodes (node, holds, expires) values (_node, _holds, _now + _expire_ms * interval '1 millisecond')
      on conflict (node) do update set holds = excluded.holds, expires = excluded.expires;
  end if;
  select v into _newest from nodes n, unnest(n.holds) v order by version_order(v) desc limit 1;
  select v into _shared from nodes n, unnest(n.holds) v
    group by v having count(distinct n.node) = (select count(*) from nodes) order by version_order(v) desc limit 1;
  if exists (select from nodes n where n.waits_since <= _now - _patience) then
    _shared := _newest;
  end if;
  if _shared is not null and (_agreed is null or version_order(_shared) > version_order(_agreed)) then
    _agreed := _shared;
    update data set agreed = _agreed,
      lacking = array(select n.node from nodes n where not _agreed = any (n.holds) order by n.node);
    perform pg_notify('robotics_mcp', 'data');
  elsif _holds is distinct from coalesce(_before, '{}') then
    perform pg_notify('robotics_mcp', 'data');
  end if;
  update nodes n set waits_since = case when waits.newer then coalesce(n.waits_since, _now) end
    from (select m.node, coalesce(bool_or(version_order(v) > version_order(_agreed)), false) as newer
      from nodes m left join unnest(m.holds) v on true group by m.node) waits
    where waits.node = n.node and waits.newer <> (n.waits_since is not null);
  return query select d.agreed, d.lacking, (extract(epoch from d.patience) * 1000)::bigint,
    array(select distinct v from nodes n, unnest(n.holds) v),
    (select count(*)::int from nodes),
    (select count(*)::int from nodes n where _newest = any (n.holds))
    from data d;
end
$$;
revoke all on function announce from public;
`;
