-- True where the phone itself said of the reading with which the visit began, or ended, that another app made it up; null where it did
-- not say so. Kept with the visit: whoever may see visits may not always see readings, and those outside of the zone nobody else may.
alter table presence_history add column entry_mock boolean, add column exit_mock boolean;
update presence_history h set entry_mock = true from position_checks c
  where c.mock and c.inside and c.user_id = h.user_id and c.zone_id = h.zone_id and least(c.captured_at, c.received_at) = h.entry_time;
update presence_history h set exit_mock = true from position_checks c
  where c.mock and not c.inside and c.user_id = h.user_id and c.zone_id = h.zone_id and least(c.captured_at, c.received_at) = h.exit_time;

-- The visits of a zone on a day (zone-day.queries.ts): those that began before it and ended on it, and the few so long that they began
-- before and ended after it. Those that began on it presence_history_zone has.
create index presence_history_left on presence_history (zone_id, exit_time, entry_time) where exit_time is not null;
create index presence_history_long on presence_history (zone_id, exit_time) where exit_time - entry_time >= interval '23 hours';
