-- Returns the hash of an event, computed from every column but the hash itself. The hashed text is one JSON array of the columns,
-- so that no two rows have the same text. Times are in microseconds since 1970, so that session settings do not affect them. A new
-- column must be added at the end.
create function security_event_hash(event security_events) returns text
language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(jsonb_build_array(
    event.number, event.previous_hash, event.id, event.event_type, event.description, event.actor_id,
    event.affected_user_id, event.severity, event.metadata, (extract(epoch from event.created_at) * 1000000)::bigint
  )::text, 'UTF8')), 'hex')
$$;

-- Leaves a new event out of the chain for now, so that writers never wait for each other. The event is linked within about a
-- second.
create function leave_unlinked() returns trigger language plpgsql as $$
begin
  new.number := null;
  new.previous_hash := null;
  new.hash := null;
  return new;
end $$;
create trigger leave_unlinked before insert on security_events for each row execute function leave_unlinked();

-- Refuses every change to an event except becoming the next link, which must match the head of the chain exactly and then becomes
-- the head. An event may only be deleted after the chain has dropped it.
create function keep_security_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head security_chain;
  place constant text[] := '{number,previous_hash,hash}';
begin
  select * into strict head from security_chain;
  if tg_op = 'DELETE' and old.number <= head.dropped_events then
    return old;
  elsif tg_op = 'UPDATE' and old.number is null then
    if new.number = head.events + 1 and new.previous_hash = head.last_hash and new.hash = security_event_hash(new)
      and to_jsonb(new) - place = to_jsonb(old) - place then
      update security_chain set events = new.number, last_hash = new.hash;
      return new;
    end if;
  end if;
  raise insufficient_privilege using message = format('%s is append-only: %s is refused.', tg_table_name, lower(tg_op));
end $$;
create trigger refuse_change before update or delete on security_events
  for each row execute function keep_security_event();

-- Links up to `most` pending events in order of time and returns how many it linked; 0 while another transaction is linking.
-- Readers of the log may call it first, because the result depends only on the rows. If the chain does not accept the next link, it
-- was tampered with: nothing is linked and 0 is returned, so that the log remains readable, and the verifier reports where.
create function link_security_events(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event security_events;
  linked integer := 0;
begin
  if not pg_try_advisory_xact_lock(4280008) then
    return 0;
  end if;
  for event in select * from security_events where number is null order by created_at, id limit most loop
    select events + 1, last_hash into strict event.number, event.previous_hash from security_chain;
    update security_events set number = event.number, previous_hash = event.previous_hash, hash = security_event_hash(event)
      where id = event.id;
    linked := linked + 1;
  end loop;
  return linked;
exception when unique_violation or insufficient_privilege or no_data_found then
  return 0;
end $$;
