create function refuse_change() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = format('%s is append-only: %s is refused.', tg_table_name, lower(tg_op));
end $$;
create trigger refuse_truncate before truncate on security_events for each statement execute function refuse_change();
-- The head is moved by the link of an event and by nothing else.
create trigger refuse_change before insert or update or delete on security_chain
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger refuse_truncate before truncate on security_chain for each statement execute function refuse_change();

-- `always`: also where a session turned triggers off for itself (session_replication_role).
alter table security_events enable always trigger leave_unlinked;
alter table security_events enable always trigger refuse_change;
alter table security_events enable always trigger refuse_truncate;
alter table security_chain enable always trigger refuse_change;
alter table security_chain enable always trigger refuse_truncate;
