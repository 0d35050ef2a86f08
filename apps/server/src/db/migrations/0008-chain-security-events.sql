-- The security log becomes append-only for everyone and a chain of hashes: each event carries its number, without gaps,
-- and the hash of itself and of the event before. Whoever alters the past with the triggers turned off must rewrite
-- everything after it, and the head, to stay unnoticed; features/security/verify-chain.ts names the first event that is wrong.

alter table security_events
  add column number bigint,
  add column previous_hash text,
  add column hash text;

-- What the hash covers: every column but the hash itself, as the text of one JSON array (so that no two rows share a
-- text), times in microseconds since 1970 (so that no setting of a session changes it). A new column must join the end.
create function security_event_hash(event security_events) returns text
language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(jsonb_build_array(
    event.number, event.previous_hash, event.id, event.event_type, event.description, event.actor_id,
    event.affected_user_id, event.severity, event.metadata, (extract(epoch from event.created_at) * 1000000)::bigint
  )::text, 'UTF8')), 'hex')
$$;

-- How many events there are and the hash of the last, so that a cut tail is noticed too. One row.
create table security_chain (
  one_row boolean primary key default true check (one_row),
  events bigint not null default 0,
  last_hash text not null default repeat('0', 64)
);
insert into security_chain default values;
alter table security_chain enable row level security;
create policy owner_only on security_chain using (false);

-- The events that are there already, in the order of their time.
do $$
declare
  event security_events;
  counted bigint := 0;
  last text := repeat('0', 64);
begin
  for event in select * from security_events order by created_at, id loop
    counted := counted + 1;
    event.number := counted;
    event.previous_hash := last;
    last := security_event_hash(event);
    update security_events set number = counted, previous_hash = event.previous_hash, hash = last where id = event.id;
  end loop;
  update security_chain set events = counted, last_hash = last;
end $$;

-- The defaults satisfy no check: they only say that an insert need not name the columns, the trigger does.
alter table security_events
  alter column number set default 0,
  alter column number set not null,
  alter column previous_hash set default '',
  alter column previous_hash set not null,
  alter column hash set default '',
  alter column hash set not null,
  add constraint security_events_number unique (number),
  add check (number > 0),
  add check (length(hash) = 64 and length(previous_hash) = 64);
create index security_events_type on security_events (event_type, created_at desc);
create index security_events_actor on security_events (actor_id, number desc);

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

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = format('%s is append-only: %s is refused.', tg_table_name, lower(tg_op));
end $$;
-- `always`: also where a session turned triggers off for itself (session_replication_role).
create trigger refuse_change before update or delete on security_events for each row execute function refuse_change();
create trigger refuse_truncate before truncate on security_events for each statement execute function refuse_change();
alter table security_events enable always trigger refuse_change;
alter table security_events enable always trigger refuse_truncate;
-- The head is moved by the trigger of the log and by nothing else.
create trigger refuse_change before insert or update or delete on security_chain
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger refuse_truncate before truncate on security_chain for each statement execute function refuse_change();

-- Requests say what happened; place, hashes and time are not theirs to say.
revoke insert on security_events from muster_app;
grant insert (id, event_type, description, actor_id, affected_user_id, severity, metadata) on security_events to muster_app;

-- Notices of breaches, made by an internal admin or by the monitoring of sign-ins.
create table data_breach_notifications (
  id uuid primary key default uuid_v7(),
  description text not null check (length(description) between 1 and 2000),
  affected_users_count integer not null check (affected_users_count >= 0),
  severity text not null check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  metadata jsonb not null default '{}',
  -- The account whose sign-ins raised it; null when a person wrote it.
  account_id uuid references user_profiles (id) on delete set null,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index data_breach_notifications_created_at on data_breach_notifications (created_at desc);
create index data_breach_notifications_account on data_breach_notifications (account_id, created_at desc);
create index data_breach_notifications_created_by on data_breach_notifications (created_by);
alter table data_breach_notifications enable row level security;
create policy see_all on data_breach_notifications for select to muster_app using ((select actor_can('view_security')));
create policy give on data_breach_notifications for insert to muster_app
  with check (created_by = (select actor_id()) and account_id is null and (select actor_can('view_security')));
grant select on data_breach_notifications to muster_app;
grant insert (id, description, affected_users_count, severity, metadata, created_by) on data_breach_notifications to muster_app;
