-- The place of an event is its number alone: functions/feed/writers.sql says which numbers are final.
drop index feed_events_order;
alter table feed_events drop column xid;
alter table feed_floor drop column xid;
-- Of the events that are worth keeping for a moment only: everything of theirs up to this number is gone.
alter table feed_floor add column passing_seq bigint not null default 0;
-- Resuming a socket reads the events of its topics (live/replay.ts).
create index feed_events_topic on feed_events (topic, seq);

-- Which events a request may append, and to which kind of topic; written at every start from what the program declares
-- (app/events.ts). What is not in here, only triggers and the server itself say.
create table feed_appends (
  event_kind text not null,
  topic_kind text not null,
  primary key (event_kind, topic_kind)
);
alter table feed_appends enable row level security;

-- Which request made a zone: sent again, it makes no second one. The key of the zone itself comes from the server.
alter table zones add column request_id uuid;
create unique index zones_request on zones (created_by, request_id);

-- A person and a zone may carry the same number.
alter table removed_owners add column kind text not null default 'zone' check (kind in ('user', 'zone'));
alter table removed_owners drop constraint removed_owners_pkey;
alter table removed_owners add primary key (kind, id);
-- Of those not erased yet it was not noted which they were.
insert into removed_owners (kind, id, removed_at) select 'user', id, removed_at from removed_owners;
alter table removed_owners alter column kind drop default;
