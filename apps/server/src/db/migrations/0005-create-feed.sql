-- The live feed: written in the transaction of the change, read in the order (xid, seq) of finished transactions.
create table feed_events (
  seq bigint generated always as identity primary key,
  -- The writing transaction: readers hold back the events of transactions that may still be open.
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index feed_events_order on feed_events (xid, seq);
create index feed_events_created_at on feed_events using brin (created_at);

-- Wakes the readers when the transaction commits. The notice says nothing; equal notices of a transaction fold into one.
create function wake_feed() returns trigger language plpgsql as $$
begin
  notify muster_feed;
  return null;
end $$;
create trigger wake_feed after insert on feed_events for each statement execute function wake_feed();

-- A session that ends, however it ends, says so in the feed.
create function announce_session_end() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || old.user_id, 'session.revoked', jsonb_build_object('userId', old.user_id, 'sessionId', old.id));
  return old;
end $$;
create trigger announce_session_end after delete on auth.sessions for each row execute function announce_session_end();

-- Only an active user has sessions; a changed profile is announced.
create function follow_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> 'active' and old.status = 'active' then
    delete from auth.sessions where user_id = new.id;
  end if;
  insert into feed_events (topic, kind, payload)
  values ('user:' || new.id, 'user.changed', jsonb_build_object('userId', new.id));
  return new;
end $$;
create trigger follow_profile after update on user_profiles for each row execute function follow_profile();
