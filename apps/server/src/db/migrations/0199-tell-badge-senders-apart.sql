-- The key with which an event was sent. The ids that senders give their events are unique for each key, because two systems may both
-- count 1, 2, 3. The key may have been removed since; events from before this migration have none.
alter table badge_events add column key_id uuid;
drop index badge_events_sender;
create unique index badge_events_sender on badge_events (zone_id, key_id, event_id) where event_id is not null;
