/**
 * One row is one append: its events stand in `bodies`, an array, as `json`, which keeps escapes that `jsonb` and `text`
 * do not. `at` is in milliseconds since 1970. `since` keeps its form in every later version, so that older programs go
 * on reading.
 */
export const events = `
create table store (
  id uuid not null default gen_random_uuid(),
  one boolean primary key default true check (one)
);
insert into store default values;

create table events (
  seq bigint generated always as identity primary key,
  key text not null unique check (key ~ '^[0-9a-f]{16,64}$'),
  at bigint not null,
  bodies json not null
);

-- The last decision on each ticket.
create table tickets (
  ticket text primary key,
  decided bigint not null
);

-- Work that one process at a time does; whoever holds it has it until it expires.
create table outbox (
  work text primary key,
  holder text,
  expires timestamptz not null
);

create table keys (
  revision bigint not null,
  document json not null,
  one boolean primary key default true check (one)
);
insert into keys (revision, document) values (0, '{"format":1,"keys":[]}');

-- What has changed since a follower's place. Without its place (another timeline) it stands nowhere, and gets no rows.
create function since(_last bigint, _last_key text, _most int)
returns table (stands boolean, store text, version int, keys_revision bigint,
  seq bigint, key text, at bigint, bodies json)
language sql stable set search_path = robotics_mcp, pg_temp as $$
  select place.stands, place.store, place.version, place.keys_revision, e.seq, e.key, e.at, e.bodies
  from (
    select _last = 0 or exists (select from events where events.seq = _last and events.key = _last_key) as stands,
      (select id::text from store) as store,
      (select max(migrations.version) from migrations) as version,
      (select revision from keys) as keys_revision
  ) place
  left join lateral (
    select * from events where place.stands and events.seq > _last order by events.seq limit _most
  ) e on true
  order by e.seq
$$;

-- The whole of a write. The lock comes first, so that rows become visible in the order of their numbers; no client
-- stands between it and the commit. It is that of a row which nobody but the owner may lock, and so this function.
create function append(_version int, _key text, _bodies json, _decides text[], _ticket text, _undecided_since bigint,
  _at bigint, _last bigint, _last_key text)
returns table (result text, own bigint, stands boolean, store text, version int, keys_revision bigint,
  seq bigint, key text, at bigint, bodies json)
language plpgsql security definer set search_path = robotics_mcp, pg_temp as $$
#variable_conflict use_column
declare
  _result text := 'kept';
  _own bigint;
begin
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
      insert into tickets (ticket, decided) select each, _own from unnest(_decides) each
        on conflict (ticket) do update set decided = excluded.decided;
      perform pg_notify('robotics_mcp', 'events');
    end if;
  end if;
  return query select _result, _own, s.* from since(_last, _last_key, 500) s;
end
$$;
revoke all on function append from public;

-- For the owner alone: who changes keys decides who may write.
create function change_keys(_version int, _revision bigint, _document json) returns boolean
language plpgsql security definer set search_path = robotics_mcp, pg_temp as $$
begin
  if (select max(m.version) from migrations m) <> _version then
    raise exception 'the schema is of version %, the program writes version %',
      (select max(m.version) from migrations m), _version using errcode = 'RM001';
  end if;
  update keys set revision = revision + 1, document = _document where revision = _revision;
  if not found then return false; end if;
  perform pg_notify('robotics_mcp', 'keys');
  return true;
end
$$;
revoke all on function change_keys from public;
`;
