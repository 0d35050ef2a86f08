create function refuse_change() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = format('%s is append-only: %s is refused.', tg_table_name, lower(tg_op));
end $$;
create trigger refuse_truncate before truncate on security_events for each statement execute function refuse_change();
-- Only linking an event moves the head of the chain. Deleting old events may only increase `dropped_events`, up to the head.
create trigger refuse_change before insert or delete on security_chain
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger refuse_update before update on security_chain
  for each row when (pg_trigger_depth() = 0 and not (
    (new.events, new.last_hash) = (old.events, old.last_hash)
    and new.dropped_events > old.dropped_events and new.dropped_events <= old.events)) execute function refuse_change();
create trigger refuse_truncate before truncate on security_chain for each statement execute function refuse_change();

-- `enable always`: the triggers also fire in sessions that turned triggers off (session_replication_role).
alter table security_events enable always trigger leave_unlinked;
alter table security_events enable always trigger refuse_change;
alter table security_events enable always trigger refuse_truncate;
alter table security_chain enable always trigger refuse_change;
alter table security_chain enable always trigger refuse_update;
alter table security_chain enable always trigger refuse_truncate;
