-- A reading that came late tells visits anew from the readings around it (check-writer/read-around.ts), and a day on the map
-- shows those of one person: both by the time that counts, which is the device's but never later than the server's.
create index position_checks_person on position_checks (user_id, zone_id, (least(captured_at, received_at)));

-- True where the phone itself said that another app made up its position; null where it did not say so.
alter table position_checks add column mock boolean;
alter table presence_tracking add column mock boolean;
-- True where it lay further from the reading before than anybody gets in that time, when it came.
alter table position_checks add column jump boolean;
