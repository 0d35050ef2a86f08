-- Tables that grow with time are cut into parts by it (db/partitions), so that what is over is dropped whole. Each has a part
-- for the rest, in case no other was made: no write fails for the want of one. Unique keys are those of the parts, because a
-- key of the whole table would have to hold the time.

-- The day on which a reading was taken: every copy of it that a device sends says the same, so the copies meet in one part and
-- the key of that part (id, zone_id) takes one of them (findStored and record of the check writer).
alter table position_checks rename to old_position_checks;
create table position_checks (like old_position_checks including defaults including constraints) partition by range (captured_at);
create table position_checks_rest partition of position_checks default;
create unique index position_checks_rest_id on position_checks_rest (id, zone_id);
insert into position_checks select * from old_position_checks;
drop table old_position_checks cascade;
alter table position_checks enable row level security;
alter table position_checks_rest enable row level security;

-- The feed begins anew: who resumes is told to read everything.
drop table feed_events cascade;
create table feed_events (
  seq bigint generated always as identity,
  topic text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
) partition by range (created_at);
create table feed_events_rest partition of feed_events default;
create unique index feed_events_rest_seq on feed_events_rest (seq);
-- Resuming a socket reads the events of its topics (live/replay.ts).
create index feed_events_topic on feed_events (topic, seq);
update feed_floor set seq = 0, passing_seq = 0, history = gen_random_uuid();
alter table feed_events enable row level security;
alter table feed_events_rest enable row level security;

alter table security_events rename to old_security_events;
alter table old_security_events drop constraint security_events_number;
create table security_events (like old_security_events including defaults including constraints) partition by range (created_at);
create table security_events_rest partition of security_events default;
create unique index security_events_rest_id on security_events_rest (id);
create unique index security_events_rest_number on security_events_rest (number);
insert into security_events select * from old_security_events;
drop table old_security_events cascade;
-- The events that wait for their link (link_security_events).
create index security_events_unlinked on security_events (created_at, id) where number is null;
-- The list from and to a time (listEvents), the figures of the last day (countLastDay).
create index security_events_created_at on security_events (created_at desc);
-- The sign-ins and failures of an account (sign-ins.queries.ts), the list of one person (listEvents).
create index security_events_affected on security_events (affected_user_id, created_at desc);
-- The list of one type (listEvents), suspicious accounts (sign-ins.queries.ts).
create index security_events_type on security_events (event_type, created_at desc);
-- The list of one person (listEvents).
create index security_events_actor on security_events (actor_id, number desc);
alter table security_events enable row level security;
alter table security_events_rest enable row level security;
-- How much of the beginning was dropped by age: up to which number, and the hash that the first event kept follows.
alter table security_chain
  add column dropped_events bigint not null default 0,
  add column dropped_hash text not null default repeat('0', 64);

-- Nothing reads it any more: who left last is in presence_tracking (listRecentlyLeft).
drop index presence_history_zone_left;
-- The visits that ended long ago (deleteOldVisits).
create index presence_history_ended on presence_history (exit_time) where exit_time is not null;
