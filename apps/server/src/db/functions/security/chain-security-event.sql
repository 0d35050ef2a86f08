-- What the hash covers: every column but the hash itself, as the text of one JSON array (so that no two rows share a
-- text), times in microseconds since 1970 (so that no setting of a session changes it). A new column must join the end.
create function security_event_hash(event security_events) returns text
language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(jsonb_build_array(
    event.number, event.previous_hash, event.id, event.event_type, event.description, event.actor_id,
    event.affected_user_id, event.severity, event.metadata, (extract(epoch from event.created_at) * 1000000)::bigint
  )::text, 'UTF8')), 'hex')
$$;

-- Holds the lock of the chain from the insert to the end of the transaction: the order of the chain is the order of the
-- commits. So append to the log last in a transaction, after every lock on a row.
create function chain_security_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4280008);
  -- `on conflict do nothing` would skip the row after its number was given: a gap.
  if exists (select from security_events where id = new.id) then
    raise unique_violation using message = format('The security event %s is already in the log.', new.id);
  end if;
  select events + 1, last_hash into strict new.number, new.previous_hash from security_chain;
  new.hash := security_event_hash(new);
  update security_chain set events = new.number, last_hash = new.hash;
  return new;
end $$;
create trigger chain_security_event before insert on security_events
  for each row execute function chain_security_event();
