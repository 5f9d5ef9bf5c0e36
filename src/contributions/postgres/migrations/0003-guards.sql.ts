/**
 * What a role of a node may do is bounded here, since whoever has its password has a connection of their own: what is
 * appended has the shape of events, work is claimed and nodes are announced by functions alone, for times that the
 * database's clock sets.
 */
export const guards = `
-- For a transaction that calls one of the functions below: whoever forgets it open keeps its locks for seconds only.
-- It binds nobody who sets these otherwise on purpose.
create function bound_transaction() returns void
language sql as $$
  select set_config('idle_in_transaction_session_timeout', '5s', true), set_config('statement_timeout', '4s', true),
    set_config('lock_timeout', '3s', true)
$$;

-- Objects in an array. Their members cannot be looked at: json lets escapes stand that a text cannot hold.
create function are_events(_bodies json) returns boolean
language sql immutable as $$
  select case when json_typeof(_bodies) is distinct from 'array' or octet_length(_bodies::text) > 8000000 then false
    else json_array_length(_bodies) between 1 and 1000
      and not exists (select from json_array_elements(_bodies) each where json_typeof(each) <> 'object') end
$$;

-- Up to the end of the year 9999. What was there before is left as it is: readers pass over what they cannot read.
alter table events add constraint at_is_a_time check (at between 0 and 253402300799999) not valid;

create or replace function append(_version int, _key text, _bodies json, _decides text[], _ticket text,
  _undecided_since bigint, _at bigint, _last bigint, _last_key text)
returns table (result text, own bigint, stands boolean, store text, version int, keys_revision bigint,
  seq bigint, key text, at bigint, bodies json)
language plpgsql security definer set search_path = robotics_mcp, pg_temp as $$
#variable_conflict use_column
declare
  _result text := 'kept';
  _own bigint;
begin
  perform bound_transaction();
  -- Before the lock, which is for writing alone.
  if not are_events(_bodies) then
    raise exception 'what is appended is no array of 1 to 1000 objects of 8 MB in all' using errcode = '22023';
  end if;
  if cardinality(_decides) > json_array_length(_bodies)
    or exists (select from unnest(_decides) each where each is null or length(each) not between 1 and 64) then
    raise exception 'what is decided on is no ticket' using errcode = '22023';
  end if;
  perform from store for update;
  if (select max(m.version) from migrations m) <> _version then
    raise exception 'the schema is of version %, the program writes version %',
      (select max(m.version) from migrations m), _version using errcode = 'RM001';
  end if;
  if not exists (select from events e where e.key = _key)
    and exists (select from tickets t where t.ticket = _ticket and t.decided > _undecided_since) then
    _result := 'overtaken';
  else
    insert into events (key, at, bodies)
      values (_key, coalesce(_at, floor(extract(epoch from clock_timestamp()) * 1000)::bigint), _bodies)
      on conflict (key) do nothing returning events.seq into _own;
    if _own is null then
      _result := 'already_there';
      select e.seq into _own from events e where e.key = _key;
    else
      insert into tickets (ticket, decided) select distinct each, _own from unnest(_decides) each
        on conflict (ticket) do update set decided = excluded.decided;
      perform pg_notify('robotics_mcp', 'events');
    end if;
  end if;
  return query select _result, _own, s.* from since(_last, _last_key, 500) s;
end
$$;

-- For the owner: takes appends out for good. The store is another one after it, so that every node reads all anew.
create function take_out(_seqs bigint[]) returns int
language plpgsql set search_path = robotics_mcp, pg_temp as $$
declare
  _count int;
begin
  perform from store for update;
  delete from events where seq = any (_seqs);
  get diagnostics _count = row_count;
  delete from tickets where decided = any (_seqs);
  update store set id = gen_random_uuid();
  perform pg_notify('robotics_mcp', 'events');
  return _count;
end
$$;
revoke all on function take_out from public;

-- Work is claimed, kept and given back by these alone, and 'holder' is known to whoever holds it alone.
update outbox set expires = least(expires, clock_timestamp() + interval '20 seconds');

create function claim(_work text, _holder text) returns boolean
language plpgsql security definer set search_path = robotics_mcp, pg_temp as $$
declare
  _now timestamptz := clock_timestamp();
begin
  perform bound_transaction();
  if _work is null or length(_work) not between 1 and 64 or _holder is null or length(_holder) not between 16 and 64 then
    raise exception 'no work, or no holder' using errcode = '22023';
  end if;
  -- Nobody waits for who has just claimed it and not committed.
  delete from outbox o where o.work in
    (select p.work from outbox p where p.expires <= _now and p.work <> _work for update skip locked);
  insert into outbox (work, holder, expires) values (_work, _holder, _now + interval '20 seconds')
    on conflict (work) do update set holder = excluded.holder, expires = excluded.expires
      where outbox.expires <= _now;
  return found;
end
$$;
revoke all on function claim from public;

create function hold(_work text, _holder text) returns boolean
language plpgsql security definer set search_path = robotics_mcp, pg_temp as $$
begin
  perform bound_transaction();
  update outbox set expires = clock_timestamp() + interval '20 seconds' where work = _work and holder = _holder;
  return found;
end
$$;
revoke all on function hold from public;

-- Nobody has it again before so many milliseconds have passed, which are an hour at the most: so long arXiv may ask for.
create function leave(_work text, _holder text, _after_ms bigint) returns boolean
language plpgsql security definer set search_path = robotics_mcp, pg_temp as $$
begin
  perform bound_transaction();
  update outbox set holder = null,
    expires = clock_timestamp() + least(greatest(_after_ms, 0), 3600000) * interval '1 millisecond'
    where work = _work and holder = _holder;
  return found;
end
$$;
revoke all on function leave from public;

-- Of a node's name the last word is its secret: whoever does not know it cannot speak for it.
create function shown_name(_node text) returns text
language sql immutable strict as $$ select regexp_replace(_node, ' +[^ ]*$', '') $$;

alter table data
  -- So far ahead of the database's own day a version may be named: a made-up one stands in the way for no longer.
  add column ahead interval not null default '2 days',
  -- Since when no node has had what was agreed on, or anything newer.
  add column unheld_since timestamptz;
alter table nodes drop column waits_since;
alter table nodes
  add column role name,
  -- Since when it has had each of its versions.
  add column since jsonb not null default '{}';
update nodes set expires = least(expires, clock_timestamp() + interval '20 seconds');

create or replace function announce(_node text, _holds text[], _expire_ms int)
returns table (agreed text, lacking text[], patience_ms bigint, held text[], servers int, ready int)
language plpgsql security definer set search_path = robotics_mcp, pg_temp as $$
#variable_conflict use_column
declare
  _now timestamptz := clock_timestamp();
  _agreed text;
  _before_agreed text;
  _patience interval;
  _ahead interval;
  _unheld_since timestamptz;
  _before text[];
  _newest text;
  _shared text;
  _ripe text;
begin
  perform bound_transaction();
  -- What is lost of this is said again in a few seconds; no standby is waited for.
  perform set_config('synchronous_commit', 'off', true);
  if _node is null or _node = '' or _holds is null or cardinality(_holds) > 20 or exists (select from unnest(_holds) v
      where v is null or v !~ '^[0-9]{4}[.][0-9]{2}[.][0-9]{2}([.][1-9][0-9]{0,3})?$') then
    raise exception 'no name, or no versions' using errcode = '22023';
  end if;
  -- One after the other: whoever agrees knows what all have said.
  select d.agreed, d.patience, d.ahead, d.unheld_since into _agreed, _patience, _ahead, _unheld_since
    from data d for update;
  _before_agreed := _agreed;
  if exists (select from unnest(_holds) v where (version_order(v))[1:3] >
      string_to_array(to_char((_now + _ahead) at time zone 'UTC', 'YYYY.MM.DD'), '.')::int[]) then
    raise exception 'a version is of a later day than the clock of the database (data.ahead says how much later it may be)' using errcode = '22023';
  end if;
  delete from nodes n where n.expires < _now;
  if exists (select from nodes n where n.node = _node and n.role <> session_user) then
    raise exception 'another role has announced this server' using errcode = '22023';
  end if;
  if (select count(*) from nodes n where n.role = session_user and n.node <> _node) >= 100 then
    raise exception 'this role has announced 100 servers already' using errcode = '54000';
  end if;
  select n.holds into _before from nodes n where n.node = _node;
  if cardinality(_holds) = 0 then
    delete from nodes n where n.node = _node;
  else
    insert into nodes (node, role, holds, expires, since)
      values (_node, session_user, _holds, _now + least(greatest(_expire_ms, 0), 60000) * interval '1 millisecond', '{}')
      on conflict (node) do update set role = excluded.role, holds = excluded.holds, expires = excluded.expires;
    update nodes n set since = (select jsonb_object_agg(v, coalesce(n.since->v, to_jsonb(_now))) from unnest(n.holds) v)
      where n.node = _node;
  end if;
  select v into _newest from nodes n, unnest(n.holds) v order by version_order(v) desc limit 1;
  select v into _shared from nodes n, unnest(n.holds) v
    group by v having count(distinct n.node) = (select count(*) from nodes) order by version_order(v) desc limit 1;
  -- Each version is waited for by itself: one that came early makes none that came later take effect at once.
  select w.version into _ripe from nodes n, jsonb_each_text(n.since) w(version, since)
    where w.since::timestamptz <= _now - _patience order by version_order(w.version) desc limit 1;
  if _newest is null or version_order(_newest) >= version_order(_agreed) or _agreed is null then
    _unheld_since := null;
  else
    _unheld_since := coalesce(_unheld_since, _now);
    if _unheld_since <= _now - _patience then
      _agreed := null;
      _unheld_since := null;
    end if;
  end if;
  if _ripe is not null and (_shared is null or version_order(_ripe) > version_order(_shared)) then
    _shared := _ripe;
  end if;
  if _shared is not null and (_agreed is null or version_order(_shared) > version_order(_agreed)) then
    _agreed := _shared;
  end if;
  update data d set unheld_since = _unheld_since where d.unheld_since is distinct from _unheld_since;
  if _agreed is distinct from _before_agreed then
    update data set agreed = _agreed, lacking =
      array(select shown_name(n.node) from nodes n where not _agreed = any (n.holds) order by n.node);
  end if;
  if _agreed is distinct from _before_agreed or _holds is distinct from coalesce(_before, '{}') then
    perform pg_notify('robotics_mcp', 'data');
  end if;
  return query select d.agreed, d.lacking, (extract(epoch from d.patience) * 1000)::bigint,
    array(select distinct v from nodes n, unnest(n.holds) v),
    (select count(*)::int from nodes),
    (select count(*)::int from nodes n where _newest = any (n.holds))
    from data d;
end
$$;

-- How many are alive, and what was agreed on, with the names of those that lack it.
create function servers() returns table (agreed text, alive int, lacking text[])
language sql stable security definer set search_path = robotics_mcp, pg_temp as $$
  select d.agreed, count(n.node)::int, array_agg(shown_name(n.node) order by n.node)
    filter (where not coalesce(d.agreed, '') = any (n.holds))
  from data d left join nodes n on n.expires > clock_timestamp() group by d.agreed
$$;
revoke all on function servers from public;

-- Of all who had a node's rights: what is written by functions is written by them alone, and secrets are not read.
do $$
declare
  _role text;
begin
  for _role in
    select distinct case when a.grantee = 0 then 'public' else a.grantee::regrole::text end
    from pg_class c, aclexplode(c.relacl) a
    where c.oid in ('outbox'::regclass, 'nodes'::regclass, 'tickets'::regclass) and a.grantee <> c.relowner
  loop
    execute format('revoke all on outbox, nodes, tickets from %s', _role);
  end loop;
  for _role in
    select distinct case when a.grantee = 0 then 'public' else a.grantee::regrole::text end
    from pg_proc p, aclexplode(p.proacl) a where p.oid = 'append'::regproc and a.grantee <> p.proowner
  loop
    execute format('grant execute on function claim, hold, leave, servers to %s', _role);
  end loop;
end
$$;
`;
