-- Events are ordered by their number. Numbers are assigned before their transactions commit, so a lower number may become visible
-- after a higher one was read. A reader must therefore not go beyond a number below which an event may still appear.
--
-- Every writer registers before taking a number, by taking a shared advisory lock until the end of its transaction. The lock is
-- named after the last number assigned by then, and never blocks anybody. All numbers the transaction takes are higher than the one
-- in the lock's name.
--
-- feed_horizon() returns a number up to which every event is final. It reads in this order: the last number assigned (U), the
-- locks, and only after both, in a new snapshot, the events (read_feed). Suppose an event s is missing in that snapshot and appears
-- later. If s > U, nothing above U was returned. Otherwise s was assigned before U was read, so its lock was taken before that. The
-- lock is still in place when the locks are read: a transaction releases its locks only after it becomes visible, and it is not
-- visible in the snapshot. So the lock was seen, and its name, which is lower than s, bounds the horizon.
--
-- Transactions that do not write to the feed, in this or another database, do not delay it. A trigger that announces a row keeps
-- that row locked until it commits, so the events about one row appear in the order of its changes.
create function register_feed_writer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last bigint;
begin
  -- Registers once per transaction. Rolling back a savepoint reverts the flag together with the lock.
  if current_setting('muster.feed_writer', true) is distinct from 'yes' then
    last := coalesce(pg_sequence_last_value(pg_get_serial_sequence('feed_events', 'seq')::regclass), 0);
    -- 1836410724 is the namespace of our locks. The key is the lower half of the number.
    perform pg_advisory_xact_lock_shared(1836410724, last::bit(32)::integer);
    perform set_config('muster.feed_writer', 'yes', true);
    -- The connection that runs the transaction receives this notice, and wakes its node's reader after the commit (db/database.ts).
    raise notice 'muster_feed';
  end if;
  return null;
end $$;
create trigger register_feed_writer before insert on feed_events for each statement execute function register_feed_writer();
alter table feed_events enable always trigger register_feed_writer;

create function feed_horizon() returns bigint language plpgsql volatile set search_path = public, pg_temp as $$
declare
  last bigint := coalesce(pg_sequence_last_value(pg_get_serial_sequence('feed_events', 'seq')::regclass), 0);
  held bigint;
begin
  -- A lock's key is only the lower half of its number. The upper half is that of the last number or, if the key exceeds the last
  -- number's lower half, one less.
  select min(case when objid::bigint <= (last & 4294967295) then ((last >> 32) << 32) + objid::bigint
      else ((last >> 32) << 32) - 4294967296 + objid::bigint end) into held
    from pg_locks
    where locktype = 'advisory' and classid = 1836410724 and objsubid = 2
      and database = (select oid from pg_database where datname = current_database());
  return least(last, held);
end $$;
revoke execute on function feed_horizon() from public;

-- Returns the next final events, followed by one row without a number. That row contains the position up to which everything was
-- returned, and how long (ms) an open writer has been delaying the oldest committed event beyond it.
create function read_feed(after bigint, most integer)
returns table (seq text, topic text, kind text, payload json, horizon text, held_ms double precision)
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  final bigint := feed_horizon();
begin
  return query
    select e.seq::text, e.topic, e.kind, e.payload, null::text, null::double precision
    from feed_events e where e.seq > after and e.seq <= final order by e.seq limit most;
  return query
    select null::text, null::text, null::text, null::json, final::text,
      (select extract(epoch from clock_timestamp() - e.created_at)::double precision * 1000
        from feed_events e where e.seq > final order by e.seq limit 1);
end $$;
revoke execute on function read_feed(bigint, integer) from public;

-- Appends events to the feed in the given order. A request may name any topic, because the program derives the topic from the
-- event's rule.
create function append_events(events json) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into feed_events (topic, kind, payload)
  select topic, kind, payload
  from rows from (json_to_recordset(events) as (topic text, kind text, payload json)) with ordinality as event (topic, kind, payload, place)
  order by place
$$;
revoke execute on function append_events(json) from public;
grant execute on function append_events(json) to muster_app;
